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
  // Given up in a PI cycle, it is that cycle that begins anew.
  p.next = p.piCycle && abort.reason == InstructionAbort::Reason::Endless ? NextFetch::PiFirst : NextFetch::Pc;
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

// What an earlier stop or an abort left over comes before the next instruction.
template <bool Probed>
bool finishLeftover(Processor& p) {
  if (p.interruptFirst) {
    p.interruptFirst = false;
    Datapath<Probed>::interrupt(p, p.piLevel);
    return true;
  }
  if (p.next != NextFetch::Pc) {
    Datapath<Probed>::pendingStep(p);
    return true;
  }
  return false;
}

void plainSteps(Processor& p, const RunLimit& limit) {
  Datapath<false> d{p, p.clock.now()};
  std::uint64_t executed = p.executed;
  try {
    while (p.running && executed < limit.instructions && d.now < limit.until) {
      ++executed;
      d.step();
    }
  } catch (...) {
    p.executed = executed;
    throw;
  }
  p.executed = executed;
  d.commit();
}

// True when a limit is reached; the processor is then stopped.
bool limitReached(Processor& p, const RunLimit& limit) {
  if (p.clock.now() >= limit.until) p.halt(StopReason::TimeLimit);
  if (p.executed >= limit.instructions) p.halt(StopReason::InstructionLimit);
  return !p.running;
}

}  // namespace

void runPlain(Processor& p, const RunLimit& limit) {
  p.handlers = plainHandlers().data();
  while (p.running || p.interruptFirst) {
    try {
      if (finishLeftover<false>(p)) {
        ++p.executed;
        if (p.next != NextFetch::Pc) {  // a chain of XCTs that a stop cut: link by link
          limitReached(p, limit);
          continue;
        }
      }
      plainSteps(p, limit);
      if (p.running && p.next == NextFetch::Pc) limitReached(p, limit);
    } catch (const InstructionAbort& abort) {
      abandon(p, abort);
    }
  }
}

void runProbed(Processor& p, const RunLimit& limit) {
  p.handlers = probedHandlers().data();
  while (p.running) {
    if (limitReached(p, limit)) return;
    if (!beginUnit(p)) return;
    do {
      try {
        if (finishLeftover<true>(p)) continue;
        Datapath<true> d{p, p.clock.now()};
        d.step();
        d.commit();
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
  p.handlers = probedHandlers().data();
  p.journal->begin(p);
  p.inhibitPi = true;
  p.pcStep = 0;
  try {
    Datapath<true> d{p, p.clock.now()};
    d.executeWord(instruction, d.now);
    d.commit();
  } catch (const InstructionAbort& abort) {
    abandon(p, abort);
  }
  p.inhibitPi = false;
  p.pcStep = 1;
}

bool readInWord(Processor& p, DeviceCode device, bool first) {
  // 7dd040,,0 is DATAI dd,0; 7dd000,,0 is BLKI dd,0.
  const std::uint64_t word = 0700000000000 | (std::uint64_t{device.index()} << 26) | (first ? 0000040000000u : 0u);
  const std::uint32_t pc = p.pc;
  runOne(p, Word36{word});
  // BLKI skips while its count lasts; during read-in nobody looks at PC.
  const bool exhausted = !first && p.pc == pc;
  p.pc = pc;
  return exhausted;
}

}  // namespace utah10
