// Addresses at which a run stops before the instruction there: each with a count and perhaps a condition.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "utah10/command/stop_condition.hpp"
#include "utah10/word/address.hpp"

namespace utah10 {

struct Breakpoint {
  VirtualAddress address;
  std::uint64_t count = 1;   // stops the count-th time, and each time after
  std::uint64_t passed = 0;  // times passed so far
  std::optional<StopCondition> condition;

  std::string text() const;
};

class Breakpoints {
 public:
  void set(Breakpoint b);  // replaces one at the same address
  bool remove(VirtualAddress a);
  void clear();
  bool empty() const { return all_.empty(); }
  const std::vector<Breakpoint>& all() const { return all_; }

  // True if the run stops at `pc`; counts the passage.
  bool stopsAt(VirtualAddress pc, const Ka10& cpu) { return here_[pc.bits()] && passes(pc, cpu); }

 private:
  bool passes(VirtualAddress pc, const Ka10& cpu);
  std::vector<Breakpoint> all_;  // by address
  std::bitset<01000000> here_;
};

}  // namespace utah10
