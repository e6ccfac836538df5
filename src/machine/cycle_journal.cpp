#include "machine/cycle_journal.hpp"

namespace utah10 {

CycleJournal::Registers CycleJournal::Registers::of(const Processor& p) {
  Registers r;
  r.ac = p.ac;
  r.ir = p.ir;
  r.br = p.br;
  r.pc = p.pc;
  r.flags = p.flags;
  r.pcStep = p.pcStep;
  r.next = static_cast<std::uint8_t>(p.next);
  r.nextAddress = p.nextAddress;
  r.selection = p.selection;
  r.piLevel = static_cast<std::uint8_t>(p.piLevel);
  r.following = p.following;
  r.piCycle = p.piCycle;
  r.piOverflow = p.piOverflow;
  r.trapCycle = p.trapCycle;
  r.inhibitPi = p.inhibitPi;
  return r;
}

void CycleJournal::Registers::to(Processor& p) const {
  p.ac = ac;
  p.ir = ir;
  p.br = br;
  p.pc = pc;
  p.flags = flags;
  p.pcStep = pcStep;
  p.next = static_cast<NextFetch>(next);
  p.nextAddress = nextAddress;
  p.selection = selection;
  p.selected = 0;
  p.pageTrapCycle = false;
  p.piLevel = piLevel;
  p.following = following;
  p.piCycle = piCycle;
  p.piOverflow = piOverflow;
  p.trapCycle = trapCycle;
  p.inhibitPi = inhibitPi;
  p.modeChanged(Committed::atRest(p));
}

void CycleJournal::state(Archive& a) {
  if (a.reading()) *this = CycleJournal{};
  a.flag(standing_);
  if (!standing_) return;
  Registers& r = start_;
  a.words(r.ac);
  a.word(r.ir, r.br);
  a.u32(r.pc, r.flags, r.pcStep, r.nextAddress, r.selection);
  a.u8(r.next, r.piLevel);
  a.check(r.next <= static_cast<std::uint8_t>(NextFetch::PageTrap) && r.selection <= 017,
          "processor: unknown fetch state");
  a.flag(r.following, r.piCycle, r.piOverflow, r.trapCycle, r.inhibitPi);
  a.list(words_, [&](Word36& w) { a.word(w); });
}

}  // namespace utah10
