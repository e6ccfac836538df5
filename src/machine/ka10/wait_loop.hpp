// Programs that wait for a device: CONSO or CONSZ, and JRST back to it. Until the next event every turn of such a loop
// is like the one before, so a plain run lets many turns pass at once: time, counters, history and memory boxes become
// what they would be. A probed run executes every turn; the tests hold the two against each other.
#pragma once

#include "machine/processor.hpp"

namespace utah10 {

// The processor after the CONSO of a turn. Two of them, one turn apart, show what a turn changes.
class WaitTurn {
 public:
  // `executed`: instructions of the run up to `now`.
  WaitTurn(const Processor& p, Instant now, std::uint64_t executed);
  // How many turns after this one end before the next event and within the limits. 0 if the turn from `before` to this
  // one did anything that the next might not do.
  std::uint64_t ahead(const Processor& p, const WaitTurn& before, const RunLimit& limit) const;
  // Lets so many turns pass; the caller keeps time and counts instructions.
  void pass(Processor& p, const WaitTurn& before, std::uint64_t turns) const;
  Duration length(const WaitTurn& before) const { return now_ - before.now_; }

 private:
  // Where one of the loop's two words is: in fast memory, or in a box.
  struct LoopWord {
    bool fast = false;
    CoreMemory::Box* box = nullptr;
    Instant freeAt{};
    Duration waited{};
  };
  static LoopWord wordAt(const Processor& p, std::uint32_t va);
  // Fetches of a turn, by kind.
  std::uint64_t fetches(CycleKind kind) const;
  bool repeats(const Processor& p, const WaitTurn& before) const;

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
  std::array<LoopWord, 2> words_;
};

}  // namespace utah10
