// Programs that wait: a short loop that tests memory or the status of a device and jumps back. Until the next event
// every turn of such a loop is like the one before, so a plain run lets many turns pass at once: time, counters,
// history and memory boxes become what they would be. A probed run executes every turn; the tests hold the two against
// each other.
#pragma once

#include <array>

#include "machine/processor.hpp"

namespace utah10 {

// The processor after the JRST that ends a turn. Two of them, one turn apart, show what a turn changes.
class WaitTurn {
 public:
  static constexpr std::uint64_t kMostInstructions = 16;  // of a turn
  static constexpr std::size_t kMostBoxes = 32;           // of a machine whose turns may pass

  // `executed`: instructions of the run up to `now`.
  WaitTurn(const Processor& p, Instant now, std::uint64_t executed);
  // How many turns after this one end before the next event and within the limits. 0 if the turn from `before` to this
  // one did anything that the next might not do.
  std::uint64_t ahead(const Processor& p, const WaitTurn& before, const RunLimit& limit) const;
  // Lets so many turns pass; the caller keeps time and counts instructions.
  void pass(Processor& p, const WaitTurn& before, std::uint64_t turns) const;
  // Of the turn that ends here.
  Duration length(const WaitTurn& before) const { return now_ - before.now_; }
  std::uint64_t instructions(const WaitTurn& before) const { return executed_ - before.executed_; }

 private:
  struct BoxState {
    Instant freeAt{};
    Duration waited{};
  };
  bool repeats(const Processor& p, const WaitTurn& before) const;
  bool changesNoRegister(const WaitTurn& before) const;
  bool boxesRepeat(const WaitTurn& before) const;
  void passInHistory(Processor& p, const WaitTurn& before, std::int64_t turns) const;

  Instant now_;
  std::uint64_t executed_;
  Instant nextEvent_;
  std::uint32_t pc_;
  std::uint32_t flags_;
  Instruction ir_;
  Word36 mi_, br_;
  std::array<Word36, 16> ac_;
  Instant busFreeAt_;
  std::array<std::uint64_t, kCycleKinds> cycles_;
  Duration memoryWait_;
  std::size_t boxCount_;
  std::array<BoxState, kMostBoxes> boxes_;
};

}  // namespace utah10
