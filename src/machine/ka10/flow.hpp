// The instruction flow: fetch, effective address, interrupt and trap cycles (gate flow IT, AT, PI T).
#pragma once

#include <utility>

#include "machine/datapath_rare.hpp"

namespace utah10 {

// A chain of XCTs, or of cycles of an interrupt, that is so long may be interrupted by a stop; shorter ones finish.
constexpr int kEndless = 64;

// SRM, Effective Address Calculation. Interrupts are accepted at every indirect level.
template <bool Probed>
UTAH10_HOT inline std::uint32_t Datapath<Probed>::effectiveAddress(AddressWord w) {
  std::uint32_t e;
  for (std::uint32_t levels = 0;; ++levels) {
    e = w.y().bits();
    p.br = w.word();
    if (const std::uint32_t x = w.index().number(); x != 0) {
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
    if (!w.indirect()) break;
    w = AddressWord{readIndirect(e)};
    checkInterrupt();
    if (levels > VirtualAddress::kMask && now >= p.until) [[unlikely]]
      giveUp(commit());  // more levels than locations
  }
  spend<&TimingProfile::endOfAddress>();
  return e;
}

template <bool Probed>
void Datapath<Probed>::giveUp(const Committed& at) {
  at.p.halt(StopReason::TimeLimit);
  abandon(at, InstructionAbort::Reason::Endless);
}

template <bool Probed>
Word36 Datapath<Probed>::indexInCore(std::uint32_t x) {
  spend<&TimingProfile::indexCoreBefore>();
  return coreAcRead(x, p.timing.indexCoreAfter);
}

template <bool Probed>
UTAH10_HOT inline void Datapath<Probed>::executeWord(Instruction w, Instant began) {
  const std::size_t op = w.opcode();
  const PcWord pcWord = p.pcWord();
  std::array<std::uint64_t, 512>& instructions = *p.instructions;  // of the mode in which it begins
  unsigned level = 0;
  if constexpr (Probed) level = p.piCycle ? p.piLevel : p.pi.holding();
  p.ir = w;
  const Operands o{w.ac().number(), effectiveAddress(w)};
  HistoryRecord& kept = p.history.next();
  kept.begin(began, w, pcWord, o.e,
             (p.following ? kHistoryXct : 0) | (p.piCycle ? kHistoryPi : 0) | (p.trapCycle ? kHistoryTrap : 0));
  now = p.handlers[op](p, o, now);
  if (!Probed || !replaying()) ++instructions[op];
  kept.end(p.ac[o.a], p.mi);
  if constexpr (Probed) {
    const Committed& done = commit();
    if (replaying()) return;
    const HistoryEntry entry = kept.entry();
    const InstructionRecord record{entry, now, level, p.process, p.ac};
    tell(done, [&](Probe& probe) { probe.instruction(record); });
  }
}

template <bool Probed>
UTAH10_HOT inline void Datapath<Probed>::step() {
  const Instant began = now;
  const Instruction w{fetch(p.pc)};
  if (const unsigned level = interruptLevel(); level != 0) [[unlikely]]
    return away([level](const Away& at) { interrupt(at, level); });
  executeWord(w, began);
}

// The fetch just made is discarded; PC still points at the instruction (gate flow, IT1 to PI T0).
template <bool Probed>
void Datapath<Probed>::interrupt(const Away& at, unsigned level) {
  if constexpr (!Probed) {
    if (at.p.selective.on()) return apart(at, true, [&] { Datapath<true>::interrupt(at, level); });
  }
  resume(at, [level](Datapath& d) {
    Processor& p = d.p;
    const InterruptRecord record{d.now, level, p.pcWord()};
    d.template spend<&TimingProfile::piEntry>();
    p.piLevel = level;
    p.piCycle = true;
    p.pcStep = 0;
    p.next = NextFetch::PiFirst;
    p.nextAddress = 040 + 2 * level + (p.switches.trapOffset ? 0100 : 0);
    d.modeChanged();
    d.once([&](const Away& a) {
      ++a.p.counters.interrupts[level];
      tell(a, [&](Probe& probe) { probe.interrupt(record); });
      return Word36{};
    });
  });
  piCycles(at);
}

// PI cycles until one ends the interrupt's start. More than one: BLKI or BLKO ran out (the second location is taken),
// or the guest put an instruction there that never ends it.
template <bool Probed>
void Datapath<Probed>::piCycles(const Away& at) {
  resume(at, [](Datapath& d) {
    Processor& p = d.p;
    int turns = 0;
    do {
      const Instant began = d.now;
      const Instruction w{d.fetchReal(p.nextAddress)};
      if (!w.isIo()) {
        d.once([](const Away& a) {
          a.p.pi.hold(a.p.piLevel);
          return Word36{};
        });
        p.next = NextFetch::Pc;
      }
      d.executeWord(w, began);  // ka10/io.cpp ends the cycle of a transfer or selects the next location
      if (!w.isIo() && p.piCycle) d.endPiCycle();
      if (++turns >= kEndless && p.piCycle && d.now >= p.until) p.halt(StopReason::TimeLimit);
    } while (p.piCycle && p.running);
  });
}

template <bool Probed>
void Datapath<Probed>::finishPiCycle(const Committed& at) {
  Processor& p = at.p;
  p.piCycle = false;
  p.piOverflow = false;
  p.pcStep = 1;
  p.next = NextFetch::Pc;
  p.modeChanged(at);
  p.clock.demandAttention();  // requests were not latched in the meantime
}

// Fetches and executes the target of an XCT or UUO. Interruptible at the fetch: PC still points at the XCT or UUO.
template <bool Probed>
void Datapath<Probed>::fetchTarget(const Away& at) {
  if constexpr (!Probed) {
    if (at.p.selection != 0) return apart(at, false, [&] { Datapath<true>::fetchTarget(at); });
  }
  resume(at, [](Datapath& d) {
    Processor& p = d.p;
    const Instant began = d.now;
    const bool real = p.next == NextFetch::UuoSecond && p.trapCycle;
    const Instruction w{real ? d.fetchReal(p.nextAddress) : d.fetch(p.nextAddress)};
    d.checkInterrupt();
    p.next = NextFetch::Pc;
    if constexpr (Probed) p.selected = std::exchange(p.selection, 0);
    d.executeWord(w, began);
    if constexpr (Probed) p.selected = 0;
  });
}

// A part of a plain run on the probed handlers. The target of an XCT with AC bits: only these redirect references, so
// that the plain ones need no test. And for observers with interests an interrupt, which comes `instead` of an
// instruction.
template <bool Probed>
template <class F>
void Datapath<Probed>::apart(const Away& at, bool instead, F body) {
  Processor& p = at.p;
  const Handler* const handlers = p.handlers;
  const bool selective = p.selective.on();
  if (selective) p.selective.enter(at);
  p.handlers = probedHandlers().data();
  p.journal->begin(p);
  try {
    body();
  } catch (...) {
    p.handlers = handlers;
    throw;
  }
  p.handlers = handlers;
  if (selective) p.selective.leave(p, instead);
}

// The pager has stored the refused reference; the instruction in location 70 is executed out of sequence, PC
// unchanged.
template <bool Probed>
void Datapath<Probed>::pageTrap(const Away& at) {
  Processor& p = at.p;
  resume(at, [](Datapath& d) {
    Processor& processor = d.p;
    processor.trapCycle = processor.pageTrapCycle = processor.inhibitPi = true;
    processor.pcStep = 0;
    d.modeChanged();
    const Instant began = d.now;
    const Instruction w{d.fetchReal(070 + (processor.switches.trapOffset ? 0100 : 0))};
    processor.next = NextFetch::Pc;
    d.executeWord(w, began);
  });
  while (p.next != NextFetch::Pc) fetchTarget(at);  // an XCT or UUO there
  p.endPageTrapCycle(at);
}

template <bool Probed>
void Datapath<Probed>::followTarget(const Away& at, NextFetch kind, std::uint32_t address) {
  Processor& p = at.p;
  if (p.piCycle) finishPiCycle(at);  // the next one is an ordinary instruction
  p.next = kind;
  p.nextAddress = address;
  if (p.following || p.switches.singleInstruction || p.inhibitPi) return;
  p.following = true;
  for (int n = 0; p.next != NextFetch::Pc && (p.running || n < kEndless); ++n) {
    fetchTarget(at);
    if (n >= kEndless && p.next != NextFetch::Pc && p.clock.now() >= p.until) p.halt(StopReason::TimeLimit);
  }
  p.following = false;
}

template <bool Probed>
void Datapath<Probed>::pendingStep(const Away& at) {
  if constexpr (!Probed) {
    if (at.p.selective.on()) return apart(at, true, [&] { Datapath<true>::pendingStep(at); });
  }
  if (at.p.next == NextFetch::PageTrap) return pageTrap(at);
  if (at.p.piCycle) return piCycles(at);
  at.p.following = true;
  fetchTarget(at);
  at.p.following = false;
}

}  // namespace utah10
