// How the processor can stand still in the middle of an instruction (SING CYCLE, address stop, NXM and parity stop).
//
// The real processor just waits for a pulse. Ours is a function that must return, so while any such stop is armed it
// keeps a journal of the unit under way: the registers at its start and what every memory cycle and bus transfer since
// then delivered. To go on, the registers are set back and the unit runs again, silently, on the journal's words until
// the point where it stood; from there it is live. No time, no device and no core word is touched twice.
//
// BLT may make any number of cycles: it notes at each turn what it goes on from and has the turns behind it forgotten.
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
  // A turn of a loop within the unit goes on from this word; to be called before the turn does anything.
  Word36 beginTurn(Word36 from) {
    turn_ = replaying_ ? at_ : words_.size();
    if (replaying_) return recall();
    log(from);
    return from;
  }
  // The turn need never run again: it has changed core alone, no register that start_ holds.
  void endTurn() {
    if (!replaying_) words_.resize(turn_);
  }
  // The unit stopped here; stands() until resumed.
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
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  struct Registers {
    std::array<Word36, 16> ac{};
    Word36 ir, br;
    std::uint32_t pc = 0, flags = 0, pcStep = 1, nextAddress = 0, selection = 0;
    std::uint8_t next = 0, piLevel = 0;
    bool following = false, piCycle = false, piOverflow = false, trapCycle = false, inhibitPi = false;
    static Registers of(const Processor& p);
    void to(Processor& p) const;
  };
  Registers start_;
  std::vector<Word36> words_;
  std::size_t at_ = 0;
  std::size_t turn_ = 0;  // where in words_ the turn under way begins
  bool keeping_ = false;  // the unit under way may stop in its middle
  bool replaying_ = false;
  bool standing_ = false;
};

}  // namespace utah10
