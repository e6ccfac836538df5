#include "machine/pager_cycles.hpp"

#include "machine/apr.hpp"

namespace utah10 {

void PagerCycles::delay(Duration d, std::string_view name) {
  if (d == Duration{}) return;
  if (p_.observers.phasesWanted()) p_.observers.phase({name, p_.clock.now(), d});
  p_.clock.advance(d);
}

// Claims the box; null without an acknowledge, which the processor's own time-out ends.
CoreMemory::Box* PagerCycles::request(std::uint32_t real) {
  if (p_.clock.nextEvent() <= p_.clock.now()) p_.clock.runDue();
  CoreMemory::Box* box = p_.core.boxOf(PhysicalAddress{real});
  if (box == nullptr) {
    delay(p_.timing.nonexistentMemory, segmentName(&TimingProfile::nonexistentMemory));
    p_.apr->setNonexistent();
    return nullptr;
  }
  if (const Instant asked = p_.clock.now(); box->freeAt > asked) {
    p_.core.waitFor(*box);
    const Duration waited = p_.clock.now() - asked;
    p_.counters.memoryWait += waited;
    if (p_.observers.phasesWanted()) p_.observers.phase({"memory wait", asked, waited});
  }
  box->freeAt = p_.clock.now() + box->cycle;
  return box;
}

void PagerCycles::observe(CycleKind kind, Instant asked, Instant at, std::uint32_t real, Word36 w, VirtualAddress va) {
  ++p_.counters.cycles[p_.userIndex()][static_cast<std::size_t>(kind)];
  if (!p_.observers.everythingWanted()) return;
  const MemoryRecord record{
      at, kind, false, va, PhysicalAddress{real}, w, Space::Real, at - asked, p_.clock.now() - at};
  p_.observers.each([&](Probe& probe) { probe.memory(record); });
}

PagerCycles::Result PagerCycles::read(CycleKind kind, std::uint32_t real, VirtualAddress va) {
  const Instant asked = p_.clock.now();
  const CoreMemory::Box* box = request(real);
  const Instant at = p_.clock.now();
  if (box == nullptr) {
    observe(kind, asked, at, real, Word36{}, va);
    return {Word36{}, TrapStatus{TrapStatus::kNonexistent}};
  }
  const std::uint64_t cell = p_.core.cell(PhysicalAddress{real});
  delay(box->read, "memory read");
  observe(kind, asked, at, real, Word36{cell}, va);
  const bool bad = (cell & CoreMemory::kBadParity) != 0;
  return {Word36{cell}, TrapStatus{}.with(TrapStatus::kParity, bad)};
}

void PagerCycles::write(std::uint32_t real, Word36 w, VirtualAddress va) {
  const Instant asked = p_.clock.now();
  const CoreMemory::Box* box = request(real);
  const Instant at = p_.clock.now();
  if (box != nullptr) {
    p_.core.store(PhysicalAddress{real}, w);
    delay(box->write, "memory write");
  }
  observe(CycleKind::TrapWrite, asked, at, real, w, va);
}

void PagerCycles::restart(std::uint32_t real, Word36 w, VirtualAddress va) {
  CoreMemory::Box* box = p_.core.boxOf(PhysicalAddress{real});
  box->freeAt = p_.clock.now() + (box->cycle > box->read ? box->cycle - box->read : Duration{});
  p_.core.store(PhysicalAddress{real}, w);
  observe(CycleKind::CstWrite, p_.clock.now(), p_.clock.now(), real, w, va);
}

}  // namespace utah10
