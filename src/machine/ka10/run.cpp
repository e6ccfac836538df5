// The run loop: instructions until something stops the processor, and the one place where aborts are caught.
#include "run.hpp"

#include "unit.hpp"

namespace utah10 {

namespace {

// A guest condition ended the instruction. PC is where it has to be; half-done fetches are forgotten, unless the
// processor stands in the middle of a memory cycle, to go on later.
void abandon(Processor& p, const InstructionAbort& abort) {
  if (abort.reason == InstructionAbort::Reason::MemoryStop) return;
  p.following = false;
  p.next = NextFetch::Pc;
  p.interruptFirst = abort.reason == InstructionAbort::Reason::Interrupt;
}

// Takes up a unit that stands, or begins one. False: a watch wants to stop before it.
bool beginUnit(Processor& p) {
  if (p.journal->stands()) {
    p.journal->resume(p);
    return true;
  }
  if (p.watch != nullptr && p.next == NextFetch::Pc && p.watch->stopBefore(VirtualAddress{p.pc})) {
    p.halt(StopReason::Watch);
    return false;
  }
  p.journal->begin(p);
  return true;
}

template <bool Probed>
void unit(Datapath<Probed>& d) {
  if (d.p.interruptFirst) [[unlikely]] {
    d.p.interruptFirst = false;
    return d.interrupt(d.p.piLevel);
  }
  if (d.p.next != NextFetch::Pc) [[unlikely]]
    return d.pendingStep();
  d.step();
}

template <bool Probed>
void loop(Processor& p, std::uint64_t budget) {
  Datapath<Probed> d{p};
  while (p.running || p.interruptFirst) {
    try {
      unit(d);  // the first may be what an earlier stop or an abort left over
      ++p.executed;
      while (p.running) {
        if (p.executed >= budget) [[unlikely]]
          return p.halt(StopReason::InstructionLimit);
        d.step();
        ++p.executed;
      }
    } catch (const InstructionAbort& abort) {
      abandon(p, abort);
    }
  }
}

}  // namespace

void runPlain(Processor& p, std::uint64_t budget) { loop<false>(p, budget); }

void runProbed(Processor& p, std::uint64_t budget) {
  Datapath<true> d{p};
  while (p.running) {
    if (p.executed >= budget) return p.halt(StopReason::InstructionLimit);
    if (!beginUnit(p)) return;
    do {
      try {
        unit(d);
      } catch (const InstructionAbort& abort) {
        abandon(p, abort);
      }
    } while (p.interruptFirst);  // the interrupt belongs to the unit it cut off
    if (p.journal->stands()) return;
    ++p.executed;
    if (p.switches.singleInstruction) p.halt(StopReason::SingleInstruction);
  }
}

void runOne(Processor& p, Word36 instruction) {
  Datapath<true> d{p};
  p.journal->begin(p);
  p.inhibitPi = true;
  p.pcStep = 0;
  try {
    d.executeWord(instruction, p.clock.now());
  } catch (const InstructionAbort& abort) {
    abandon(p, abort);
  }
  p.inhibitPi = false;
  p.pcStep = 1;
}

bool readInWord(Processor& p, DeviceCode device, bool first) {
  // 7dd040,,0 is DATAI dd,0; 7dd000,,0 is BLKI dd,0.
  const std::uint64_t word = 0700000000000 | (std::uint64_t{device.index()} << 26) | (first ? 0000040000000u : 0u);
  Datapath<true> d{p};
  p.journal->begin(p);
  const std::uint32_t pc = p.pc;
  p.inhibitPi = true;
  p.pcStep = 0;
  d.executeWord(Word36{word}, p.clock.now());
  p.inhibitPi = false;
  p.pcStep = 1;
  // BLKI skips while its count lasts; during read-in nobody looks at PC.
  const bool exhausted = !first && p.pc == pc;
  p.pc = pc;
  return exhausted;
}

}  // namespace utah10
