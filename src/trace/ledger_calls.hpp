// Monitor calls from call to return and page faults from trap to resumption, derived from the instructions that end.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "trace/ledger_buckets.hpp"
#include "trace/open_calls.hpp"

namespace utah10 {

// One JSYS. Inclusive: time of its process, outside interrupts, while the call was open, including calls it made (of a
// call nested in the same call only the outer one counts). Elapsed: virtual time from call to return. Both are counted
// at the return. The own time of an XCT that makes the call is in the former but not in the latter.
struct JsysTotals {
  std::uint64_t calls = 0;
  std::array<std::uint64_t, 4> returned{};  // to the word after the call (+1), skipping one (+2), ...
  std::uint64_t left = 0;                   // the caller continued elsewhere, or an enclosing call returned
  Duration inclusive{};
  Duration elapsed{};
};

// Where an instruction executes: process, mode, interrupt level and PC.
struct RunPlace {
  ProcessId process = kNoProcess;
  unsigned level = 0;
  bool user = false;
  std::uint32_t pc = 0;
  bool operator==(const RunPlace&) const = default;
};

// The open calls of each process, and of each interrupt level separately.
//
// open_calls.hpp describes how a return is recognised; a user process that executes anything else has left all calls.
class JsysClock {
 public:
  // An instruction begins: calls may have returned to it. `last` holds what was executed before it.
  void reached(const RunPlace& place, Instant at, const LastExecuted& last) {
    if (Stack& s = stack(place.process, place.level); !s.frames.empty()) returns(s, place, at, last);
  }
  // The instruction is a call; its own time already belongs to the call.
  void called(const RunPlace& caller, unsigned number, std::uint32_t returnsTo, Instant at);
  // The innermost open call.
  LedgerBucket bucket(ProcessId process, unsigned level) {
    const Stack& s = stack(process, level);
    if (!s.frames.empty()) return ledger::bucket(ledger::kCalls, s.frames.all().back().call.number);
    return level == 0 ? ledger::kNoCall : ledger::kNoCallAtLevel;
  }
  // Adds time for the process and level of the last bucket().
  void spent(Duration d) { current_->clock += d; }
  const JsysTotals& totals(unsigned number) const { return totals_[number]; }
  std::uint64_t open(unsigned number) const;
  // Restarts counting; open calls stay open, and their time counts from now.
  void clear(Instant now);

 private:
  struct Frame {
    unsigned number = 0;
    Instant began;
    Duration entered{};  // by the stack's clock
  };
  struct Stack {
    OpenCalls<Frame> frames;
    Duration clock{};
  };
  Stack& stack(ProcessId process, unsigned level) {
    const std::uint32_t id = level == 0 ? process : 0x10000 + level;
    if (id != currentId_) [[unlikely]] {
      currentId_ = id;
      current_ = &stacks_[id];
    }
    return *current_;
  }
  void returns(Stack& s, const RunPlace& place, Instant at, const LastExecuted& last);
  void close(Stack& s, std::size_t keep, unsigned place, Instant at);

  std::unordered_map<std::uint32_t, Stack> stacks_;
  Stack* current_ = nullptr;
  std::uint32_t currentId_ = ~0u;
  std::vector<JsysTotals> totals_{512};
};

// Page faults by bits 0-8 of the status. Service: from the stored status until the process runs again at the address
// where location 70 found it stopped (after a write: the next instruction).
struct FaultTotals {
  std::uint64_t served = 0;
  Duration service{};
};

class FaultClock {
 public:
  void trapped(unsigned reasons, Instant reference, Instant stored);
  bool idle() const { return !fresh_ && open_.empty(); }
  // An instruction that began then has ended; `trap`: it was in location 70 or 40+2n, or was executed by one there.
  void reached(const RunPlace& place, Instant began, bool trap);
  const FaultTotals& totals(unsigned reasons) const { return totals_[reasons]; }
  void clear();

 private:
  struct Fault {
    unsigned reasons = 0;
    Instant reference, stored;
    RunPlace place;
  };
  static constexpr std::size_t kMost = 256;  // pending faults; beyond this the oldest is dropped
  void serve(const RunPlace& place, Instant at);

  std::optional<Fault> fresh_;
  std::vector<Fault> open_;
  std::vector<FaultTotals> totals_{512};
};

}  // namespace utah10
