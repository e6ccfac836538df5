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

void CycleJournal::save(StateWriter& out) const {
  out.flag(standing_);
  if (!standing_) return;
  for (const Word36 w : start_.ac) out.word(w);
  for (const Word36 w : {start_.ir.word(), start_.br}) out.word(w);
  for (const std::uint32_t v : {start_.pc, start_.flags, start_.pcStep, start_.nextAddress, start_.selection})
    out.u32(v);
  for (const std::uint8_t v : {start_.next, start_.piLevel}) out.u8(v);
  for (const bool b : {start_.following, start_.piCycle, start_.piOverflow, start_.trapCycle, start_.inhibitPi})
    out.flag(b);
  out.u32(static_cast<std::uint32_t>(words_.size()));
  for (const Word36 w : words_) out.word(w);
}

void CycleJournal::restore(StateReader& in) {
  *this = CycleJournal{};
  standing_ = in.flag();
  if (!standing_) return;
  for (Word36& w : start_.ac) w = in.word();
  start_.ir = Instruction{in.word()};
  start_.br = in.word();
  for (std::uint32_t* v : {&start_.pc, &start_.flags, &start_.pcStep, &start_.nextAddress, &start_.selection})
    *v = in.u32();
  for (std::uint8_t* v : {&start_.next, &start_.piLevel}) *v = in.u8();
  if (start_.next > static_cast<std::uint8_t>(NextFetch::PageTrap) || start_.selection > 017)
    in.reject("processor: unknown fetch state");
  for (bool* b : {&start_.following, &start_.piCycle, &start_.piOverflow, &start_.trapCycle, &start_.inhibitPi})
    *b = in.flag();
  const std::uint32_t n = in.u32();
  for (std::uint32_t i = 0; i < n && in.good(); ++i) words_.push_back(in.word());
}

}  // namespace utah10
