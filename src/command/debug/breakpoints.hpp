// Breakpoints and watches: a run stops before the instruction at an address, or after an instruction that caused an
// event. Each has a count and optionally a condition and commands.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command/debug/forks.hpp"
#include "command/debug/stop_condition.hpp"
#include "utah10/machine/probe.hpp"
#include "utah10/word/address.hpp"

namespace utah10 {

struct Breakpoint {
  enum class Trigger : std::uint8_t {
    Address,  // before the instruction at `first` to `last`; all others stop after the instruction
    Opcode,   // an instruction with the opcode `first`
    Jsys,     // a JSYS whose E is `first` to `last`
    Device,   // one of `functions` (a bit per IoFunction) on `device`, with at least one of `bits` in its word
    Fault,    // the pager refused a reference for one of `reasons` (bits 0-8 of a status word)
    Reload,   // the pager loaded a register
    Level,    // an interrupt was accepted on `first` to `last`
    Write,    // words were written; Read: read; Change: have changed
    Read,
    Change,
    Coni,       // `bits` of the status of `device` have changed
    JsysError,  // a user's JSYS `first` to `last` has failed: returned +1 with an error, or it interrupts
    Illegal,    // an instruction with an operation code that means nothing
  } trigger = Trigger::Address;
  static constexpr std::size_t kTriggers = static_cast<std::size_t>(Trigger::Illegal) + 1;
  enum class Where : std::uint8_t { Any, Exec, User, Physical, Ac, Flags } where = Where::Any;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  DeviceCode device;
  unsigned functions = 0;
  Word36 bits{Word36::kMask};
  std::vector<std::uint32_t> reasons;  // empty: any
  std::optional<ProcessId> process;    // stops only while this process is mapped
  std::optional<ForkLimit> whose;      // stops only for this job or fork of TENEX

  unsigned number = 0;
  std::string what;         // text for listings: "000102 LOOP", "write of u:001000"
  std::uint64_t count = 1;  // stops from the count-th time on,
  enum class Counting : std::uint8_t {
    From,
    Only,
    Every
  } counting = Counting::From;  // only then, or every count times
  std::uint64_t passed = 0;     // times reached so far
  bool temporary = false;       // removed by its first stop
  bool enabled = true;
  std::optional<StopCondition> condition;
  std::string commands;  // run when it stops the machine
  // Printed in place of a stop, with the values of expressions in braces; empty: none.
  std::string message;
  std::string owner;  // who else than the user at the prompt has set it: "editor"

  std::string text() const;
  bool covers(std::uint32_t n) const { return n >= first && n <= last; }
  // Process, job, fork and condition match.
  bool applies(const Ka10& cpu) const;
  // Counts the event if it applies; true if the run stops.
  bool passes(const Ka10& cpu);
  // For an address breakpoint: it is where the processor stands.
  bool standsAt(VirtualAddress pc, const Ka10& cpu) const;
};

class Breakpoints {
 public:
  // Adds a breakpoint, or replaces an equivalent one and keeps its number. Returns the number.
  unsigned set(Breakpoint b);
  // Removes the breakpoints at an address, in any space. False: there was none.
  bool remove(VirtualAddress a);
  bool removeNumber(unsigned number);
  Breakpoint* numbered(unsigned number);
  void clear();
  bool empty() const { return all_.empty(); }
  std::vector<Breakpoint>& all() { return all_; }
  // There is a breakpoint at the address.
  bool at(VirtualAddress a) const { return here_[a.bits()]; }
  // An enabled breakpoint needs a probe.
  bool needProbe() const;
  void enable(Breakpoint& b, bool enabled);
  void enableAll(bool enabled);
  bool needWatch() const { return here_.any() || physical_; }

  // The breakpoint that stops the run before `pc`, or null; counts the event.
  Breakpoint* stopsAt(VirtualAddress pc, const Ka10& cpu) {
    return here_[pc.bits()] || physical_ ? passing(pc, cpu) : nullptr;
  }

 private:
  void note();
  Breakpoint* passing(VirtualAddress pc, const Ka10& cpu);
  std::vector<Breakpoint> all_;  // by number
  std::bitset<01000000> here_;
  bool physical_ = false;  // some are at physical addresses
  unsigned next_ = 1;
};

}  // namespace utah10
