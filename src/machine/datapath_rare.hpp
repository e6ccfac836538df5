// The rare paths of Datapath: refused and unacknowledged references, accumulators in core, observers and stops.
#pragma once

#include "machine/datapath_cycles.hpp"

namespace utah10 {

template <bool Probed>
void Datapath<Probed>::attend(const Away& at) {
  Processor& p = at.p;
  p.clock.runDue();
  if (p.piCycle) return;  // requests are not latched in a PI cycle; check again at the next reference
  p.pi.sample();
  p.clock.acknowledge();
}

template <bool Probed>
void Datapath<Probed>::wait(const Away& at, CoreMemory::Box& box) {
  Processor& p = at.p;
  const Instant asked = p.clock.now();
  p.core.waitFor(box);
  p.counters.memoryWait += p.clock.now() - asked;
  if constexpr (Probed) {
    if (p.closely) (void)shown(p, "memory wait", asked, p.clock.now() - asked);
  }
}

template <bool Probed>
void Datapath<Probed>::markedCell(const Committed& done, CycleKind kind, Space space, std::uint32_t va,
                                  std::uint32_t real, std::uint64_t cell, Instant asked, Instant at) {
  if ((cell & CoreMemory::kBadParity) != 0) done.p.pi.setParityError();
  if constexpr (!Probed) {
    if ((cell & CoreMemory::kWatched) != 0) seen(done, kind, space, va, real, Word36{cell}, asked, at);
  }
}

template <bool Probed>
void Datapath<Probed>::seen(const Committed& done, CycleKind kind, Space space, std::uint32_t va, std::uint32_t real,
                            Word36 w, Instant asked, Instant at) {
  Processor& p = done.p;
  if (!p.selective.on()) return;
  p.selective.catchUp(done);
  p.selective.note(p);
  const MemoryRecord record = recordOf(done, kind, space, va, real, w, asked, at);
  tell(done, [&](Probe& probe) { probe.memory(record); });
}

template <bool Probed>
void Datapath<Probed>::throwInterrupt(const Committed& at, unsigned level) {
  at.p.piLevel = level;
  abandon(at, InstructionAbort::Reason::Interrupt);
}

// Calls the map. A violation on an instruction or indirect word yields zero; any other ends the instruction, except
// for a write that the pager refuses: the instruction continues to its end and the word goes to the pager.
template <bool Probed>
bool Datapath<Probed>::granted(const Away& at, CycleKind kind, Space space, std::uint32_t va, Access why) {
  Processor& p = at.p;
  try {
    p.reference = kind;
    p.map->grant(p.window, space, VirtualAddress{va}, why);
    if (p.selective.on() && isUsers(space)) tell(at, [va](Probe& probe) { probe.pageReferred(VirtualAddress{va}); });
    return true;
  } catch (const InstructionAbort& abort) {
    if (abort.reason == InstructionAbort::Reason::PageTrap && kind == CycleKind::Write) return false;
    if (abort.reason != InstructionAbort::Reason::Protection) throw;
    resume(at, [](Datapath& d) {
      d.template spend<&TimingProfile::protectionAbort>();
      d.once([](const Away& a) {
        a.p.apr->setProtection();
        return Word36{};
      });
    });
    if (kind != CycleKind::Fetch && kind != CycleKind::Indirect) throw;
    return false;
  }
}

template <bool Probed>
void Datapath<Probed>::diverted(const Away& at, Word36 w) {
  Processor& p = at.p;
  p.pager->storeDatum(w);
  p.demandPageTrap();
  if constexpr (Probed) p.journal->log(w);  // the write's place in a replay
}

// Read and write half of one instruction in different spaces (XCT 4,[HRRZS 1]): a separate read and write.
template <bool Probed>
Word36 Datapath<Probed>::readSelectedPause(SpaceAddress from, SpaceAddress to) {
  if (from == to) return readPauseAt(from);
  pause_.at = to;
  pause_.separate = true;
  return readCycle<CycleKind::Read, Access::Read, &TimingProfile::pauseBefore, &TimingProfile::pauseAfter>(from.space,
                                                                                                           from.va);
}

template <bool Probed>
void Datapath<Probed>::noAnswer(const Away& at, CycleKind kind, Space space, std::uint32_t va, std::uint32_t real) {
  Processor& p = at.p;
  resume(at, [&](Datapath& d) {
    const Instant asked = d.now;
    d.template spend<&TimingProfile::nonexistentMemory>();
    d.commit();
    p.apr->setNonexistent();
    p.mi = Word36{};
    if constexpr (Probed) {
      d.finishCycle(kind, space, va, real, Word36{}, asked, asked);
      if (p.switches.nonexistentStop) stopInCycle(d.commit(), StopReason::NonexistentMemory);
    }
  });
}

template <bool Probed>
Word36 Datapath<Probed>::replayRead(CoreMemory::Box** held) {
  if (held != nullptr) {
    pause_.real = static_cast<std::uint32_t>(p.journal->recall().bits());
    *held = p.core.boxOf(PhysicalAddress{pause_.real});
  }
  return p.journal->recall();
}

// Fast memory off: accumulators live in core 0-17, unrelocated. The register copy follows, for the panel.
template <bool Probed>
Word36 Datapath<Probed>::coreAcRead(std::uint32_t a, Duration after) {
  const Word36 w = readCore<CycleKind::Read, Access::Read>(Space::Real, a, nullptr);
  spend(after, "ac-fetch-core-after");
  p.ac[a] = w;
  return w;
}

template <bool Probed>
void Datapath<Probed>::coreAcWrite(std::uint32_t a, Word36 w) {
  spend<&TimingProfile::acStoreCoreBefore>();
  writeCore(Space::Real, a, w);
  spend<&TimingProfile::acStoreCoreAfter>();
  p.ac[a] = w;
}

template <bool Probed>
Duration Datapath<Probed>::shown(Processor& p, std::string_view name, Instant from, Duration d) {
  if (p.journal->replaying()) return {};
  p.observers.phase({name, from, d});
  return d;
}

template <bool Probed>
bool Datapath<Probed>::addressMatches(const Processor& p, CycleKind kind, std::uint32_t address) {
  if (address != p.switches.address.bits()) return false;
  switch (kind) {
    case CycleKind::Fetch:
    case CycleKind::Indirect:
    case CycleKind::FastFetch:
    case CycleKind::FastIndirect:
      return p.switches.addressInstruction;
    case CycleKind::Read:
    case CycleKind::ReadPause:
    case CycleKind::FastRead:
      return p.switches.addressFetch;
    default:
      return p.switches.addressWrite;
  }
}

template <bool Probed>
void Datapath<Probed>::cycleFinished(const Committed& done, CycleKind kind, Space space, std::uint32_t va,
                                     std::uint32_t real, Word36 w, Instant asked, Instant at) {
  Processor& p = done.p;
  p.journal->log(w);
  p.ma = p.onBus(space, va, real);
  const MemoryRecord record = recordOf(done, kind, space, va, real, w, asked, at);
  tell(done, [&](Probe& probe) { probe.memory(record); });
  if (p.stopsInCycles || p.switches.addressBreak) [[unlikely]]
    cycleStops(done, kind, p.ma, real);
}

template <bool Probed>
void Datapath<Probed>::cycleStops(const Committed& done, CycleKind kind, std::uint32_t sent, std::uint32_t real) {
  Processor& p = done.p;
  if (addressMatches(p, kind, sent)) {
    if (p.switches.addressBreak) p.apr->setAddressBreak();
    if (p.switches.addressStop) stopInCycle(done, StopReason::AddressStop);
  }
  if (p.switches.parityStop && p.core.badParity(PhysicalAddress{real}) && real >= p.fastLimit)
    stopInCycle(done, StopReason::ParityError);
  if (p.switches.singleCycle) stopInCycle(done, StopReason::SingleCycle);
}

template <bool Probed>
void Datapath<Probed>::stopInCycle(const Committed& at, StopReason why) {
  at.p.journal->stand();
  at.p.halt(why);
  abandon(at, InstructionAbort::Reason::MemoryStop);
}

}  // namespace utah10
