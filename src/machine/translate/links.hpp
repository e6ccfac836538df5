// Where the exits of traces lead: straight into the next trace, if there is one.
#pragma once

#include <unordered_map>
#include <vector>

#include "machine/translate/trace.hpp"

namespace utah10::translate {

class Links {
 public:
  // `out`: where an exit leads while there is no trace.
  explicit Links(const void* out) : out_(out) {}

  // A trace has been made: its exits lead to the others, and theirs to it.
  void add(Trace& trace);
  // It will be forgotten.
  void remove(Trace& trace);
  void clear();

 private:
  using Key = std::uint64_t;
  static Key keyOf(bool user, std::uint32_t real) { return Key{real} << 1 | (user ? 1U : 0U); }
  static Key keyOf(const Trace& trace) { return keyOf(trace.user, trace.real); }

  const void* out_;
  std::unordered_map<Key, Trace*> traces_;             // by where they begin
  std::unordered_map<Key, std::vector<Link*>> exits_;  // by where they lead
};

}  // namespace utah10::translate
