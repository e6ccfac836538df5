// The instruction flow: fetch, effective address, interrupt and trap cycles (gate flow IT, AT, PI T).
#pragma once

#include <utility>

#include "machine/datapath_rare.hpp"

namespace utah10 {

// SRM, Effective Address Calculation. Interrupts are accepted at every indirect level.
template <bool Probed>
UTAH10_HOT inline std::uint32_t Datapath<Probed>::effectiveAddress(Word36 w) {
  std::uint32_t e;
  for (std::uint32_t levels = 0;; ++levels) {
    e = static_cast<std::uint32_t>(w.bits()) & 0777777;
    p.br = w;
    if (const std::uint32_t x = static_cast<std::uint32_t>(w.bits() >> 18) & 017; x != 0) {
      Word36 index;
      if constexpr (Probed) {
        index = p.fastLimit == 0 ? indexInCore(x) : p.ac[x];
        if (p.fastLimit != 0) spend<&TimingProfile::index>();
      } else {
        index = p.ac[x];
        spend<&TimingProfile::index>();
      }
      p.br = index;
      e = (e + static_cast<std::uint32_t>(index.bits())) & 0777777;
    }
    spend<&TimingProfile::address>();
    if ((w.bits() & (std::uint64_t{1} << 22)) == 0) break;
    w = readIndirect(e);
    checkInterrupt();
    if (levels > VirtualAddress::kMask && now >= p.until) [[unlikely]]
      giveUp();  // more levels than locations
  }
  spend<&TimingProfile::endOfAddress>();
  return e;
}

template <bool Probed>
void Datapath<Probed>::giveUp() {
  commit();
  p.halt(StopReason::TimeLimit);
  throw InstructionAbort{InstructionAbort::Reason::Endless};
}

template <bool Probed>
Word36 Datapath<Probed>::indexInCore(std::uint32_t x) {
  spend<&TimingProfile::indexCoreBefore>();
  return coreAcRead(x, p.timing.indexCoreAfter);
}

template <bool Probed>
UTAH10_HOT inline void Datapath<Probed>::executeWord(Word36 w, Instant began) {
  const std::size_t op = w.bits() >> 27;
  const std::uint64_t pcWord = (std::uint64_t{p.flags} << 18) | p.pc;
  const std::size_t user = p.userIndex();
  unsigned level = 0;
  if constexpr (Probed) level = p.piCycle ? p.piLevel : p.pi.holding();
  p.ir = w;
  const Operands o{static_cast<std::uint32_t>(w.bits() >> 23) & 017, effectiveAddress(w)};
  HistoryEntry& entry = p.history.next();
  entry.began = began;
  entry.instruction = w;
  entry.pcWord = pcWord;
  entry.e = o.e;
  entry.context = (p.following ? kHistoryXct : 0) | (p.piCycle ? kHistoryPi : 0) | (p.trapCycle ? kHistoryTrap : 0);
  now = p.handlers[op](p, o, now);
  if (!Probed || !replaying()) ++p.counters.instructions[user][op];
  entry.accumulator = p.ac[o.a];
  entry.data = p.mi;
  if constexpr (Probed) {
    commit();
    if (replaying()) return;
    const InstructionRecord record{entry, now, level, p.process, p.ac};
    p.observers.each([&](Probe& probe) { probe.instruction(record); });
  }
}

template <bool Probed>
UTAH10_HOT inline void Datapath<Probed>::step() {
  const Instant began = now;
  const Word36 w = fetch(p.pc);
  if (const unsigned level = interruptLevel(); level != 0) [[unlikely]]
    return away([&processor = p, level] { interrupt(processor, level); });
  executeWord(w, began);
}

// The fetch just made is discarded; PC still points at the instruction (gate flow, IT1 to PI T0).
template <bool Probed>
void Datapath<Probed>::interrupt(Processor& p, unsigned level) {
  Datapath d{p, p.clock.now()};
  const InterruptRecord record{d.now, level, (std::uint64_t{p.flags} << 18) | p.pc};
  d.template spend<&TimingProfile::piEntry>();
  p.piLevel = level;
  p.piCycle = true;
  p.pcStep = 0;
  p.next = NextFetch::PiFirst;
  p.nextAddress = 040 + 2 * level + (p.switches.trapOffset ? 0100 : 0);
  d.modeChanged();
  d.once([&] {
    ++p.counters.interrupts[level];
    p.observers.each([&](Probe& probe) { probe.interrupt(record); });
    return Word36{};
  });
  d.commit();
  piCycles(p);
}

// PI cycles until one ends the interrupt's start. More than one: BLKI or BLKO ran out (the second location is taken),
// or the guest put an instruction there that never ends it.
template <bool Probed>
void Datapath<Probed>::piCycles(Processor& p) {
  Datapath d{p, p.clock.now()};
  do {
    const Instant began = d.now;
    const Word36 w = d.fetchReal(p.nextAddress);
    const bool transfer = (w.bits() >> 27) >= 0700;
    if (!transfer) {
      d.once([&] {
        p.pi.hold(p.piLevel);
        return Word36{};
      });
      p.next = NextFetch::Pc;
    }
    d.executeWord(w, began);  // ka10/io.cpp ends the cycle of a transfer or selects the next location
    if (!transfer && p.piCycle) d.endPiCycle();
  } while (p.piCycle && p.running);
  d.commit();
}

template <bool Probed>
void Datapath<Probed>::finishPiCycle(Processor& p) {
  p.piCycle = false;
  p.piOverflow = false;
  p.pcStep = 1;
  p.next = NextFetch::Pc;
  p.modeChanged();
  p.clock.demandAttention();  // requests were not latched in the meantime
}

// Fetches and executes the target of an XCT or UUO. Interruptible at the fetch: PC still points at the XCT or UUO.
template <bool Probed>
void Datapath<Probed>::fetchTarget(Processor& p) {
  if constexpr (!Probed) {
    if (p.selection != 0) return selectedTarget(p);
  }
  Datapath d{p, p.clock.now()};
  const Instant began = d.now;
  const bool real = p.next == NextFetch::UuoSecond && p.trapCycle;
  const Word36 w = real ? d.fetchReal(p.nextAddress) : d.fetch(p.nextAddress);
  d.checkInterrupt();
  p.next = NextFetch::Pc;
  if constexpr (Probed) p.selected = std::exchange(p.selection, 0);
  d.executeWord(w, began);
  if constexpr (Probed) p.selected = 0;
  d.commit();
}

// The target of an XCT with AC bits: only the probed handlers redirect references, so the plain ones need no test.
template <bool Probed>
void Datapath<Probed>::selectedTarget(Processor& p) {
  const Handler* const handlers = p.handlers;
  p.handlers = probedHandlers().data();
  p.journal->begin(p);
  try {
    Datapath<true>::fetchTarget(p);
  } catch (...) {
    p.handlers = handlers;
    throw;
  }
  p.handlers = handlers;
}

// The pager has stored the refused reference; the instruction in location 70 is executed out of sequence, PC
// unchanged.
template <bool Probed>
void Datapath<Probed>::pageTrap(Processor& p) {
  Datapath d{p, p.clock.now()};
  p.trapCycle = p.pageTrapCycle = p.inhibitPi = true;
  p.pcStep = 0;
  d.modeChanged();
  const Instant began = d.now;
  const Word36 w = d.fetchReal(070 + (p.switches.trapOffset ? 0100 : 0));
  p.next = NextFetch::Pc;
  d.executeWord(w, began);
  d.commit();
  while (p.next != NextFetch::Pc) fetchTarget(p);  // an XCT or UUO there
  p.endPageTrapCycle();
}

template <bool Probed>
void Datapath<Probed>::followTarget(Processor& p, NextFetch kind, std::uint32_t address) {
  constexpr int kEndless = 64;      // a chain this long may be interrupted by a stop; shorter ones finish
  if (p.piCycle) finishPiCycle(p);  // the next one is an ordinary instruction
  p.next = kind;
  p.nextAddress = address;
  if (p.following || p.switches.singleInstruction || p.inhibitPi) return;
  p.following = true;
  for (int n = 0; p.next != NextFetch::Pc && (p.running || n < kEndless); ++n) {
    fetchTarget(p);
    if (n >= kEndless && p.next != NextFetch::Pc && p.clock.now() >= p.until) p.halt(StopReason::TimeLimit);
  }
  p.following = false;
}

template <bool Probed>
void Datapath<Probed>::pendingStep(Processor& p) {
  if (p.next == NextFetch::PageTrap) return pageTrap(p);
  if (p.piCycle) return piCycles(p);
  p.following = true;
  fetchTarget(p);
  p.following = false;
}

}  // namespace utah10
