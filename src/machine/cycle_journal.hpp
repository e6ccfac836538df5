// Stops the processor in the middle of an instruction (SING CYCLE, address stop, NXM and parity stop).
//
// The real processor just waits for a pulse. Ours is a function that must return, so while any such stop is armed it
// keeps a journal of the current unit: the registers at its start and the result of every memory cycle and bus
// transfer since then. To continue, the registers are set back and the unit runs again, silently, on the journal's
// words up to the point of the stop; from there it is live. No time, device or core word is affected twice.
//
// BLT may make any number of cycles: it marks each turn with the word it continues from, and earlier turns are
// forgotten.
#pragma once

#include <array>
#include <vector>

#include "machine/processor.hpp"

namespace utah10 {

class CycleJournal {
 public:
  // A unit begins: an instruction, or the second half of an XCT, UUO or PI cycle.
  void begin(Processor& p) {
    keeping_ = p.stopsInCycles;
    p.closely = p.observers.phasesWanted();
    if (keeping_) start_ = Registers::of(p);
    words_.clear();
    at_ = 0;
    replaying_ = false;
  }
  bool replaying() const { return replaying_; }
  void log(Word36 w) {
    if (keeping_) [[unlikely]]
      words_.push_back(w);
  }
  // The next remembered word; the last one ends the replay.
  Word36 recall() {
    const Word36 w = words_[at_++];
    replaying_ = at_ < words_.size();
    return w;
  }
  // A turn of a loop within the unit continues from this word; call before the turn does anything.
  Word36 beginTurn(Word36 from) {
    turn_ = replaying_ ? at_ : words_.size();
    if (replaying_) return recall();
    log(from);
    return from;
  }
  // The turn need never run again: it has changed only core, no register that start_ holds.
  void endTurn() {
    if (!replaying_) words_.resize(turn_);
  }
  // The unit has stopped here; stands() until resumed.
  void stand() { standing_ = true; }
  bool stands() const { return standing_; }
  void abandon() { standing_ = false; }
  void resume(Processor& p) {
    standing_ = false;
    keeping_ = p.closely = true;
    start_.to(p);
    at_ = 0;
    replaying_ = !words_.empty();
  }
  void state(Archive& a);

 private:
  struct Registers {
    std::array<Word36, 16> ac{};
    Instruction ir;
    Word36 br;
    std::uint32_t pc = 0, flags = 0, pcStep = 1, nextAddress = 0, selection = 0;
    std::uint8_t next = 0, piLevel = 0;
    bool following = false, piCycle = false, piOverflow = false, trapCycle = false, inhibitPi = false;
    static Registers of(const Processor& p);
    void to(Processor& p) const;
  };
  Registers start_;
  std::vector<Word36> words_;
  std::size_t at_ = 0;
  std::size_t turn_ = 0;  // index in words_ where the current turn begins
  bool keeping_ = false;  // the current unit may stop in its middle
  bool replaying_ = false;
  bool standing_ = false;
};

}  // namespace utah10
