// The run loop: executes instructions until a stop, and is the only place that catches aborts.
#include "machine/ka10/run.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "machine/engine.hpp"
#include "machine/ka10/unit.hpp"
#include "machine/ka10/wait_loop.hpp"

namespace utah10 {

namespace {

// The pager's trap comes next, whatever was pending: an interrupt's cycles are over (a TENEX monitor stops on that).
void prepareTrap(Processor& p) {
  p.pageTrap = p.interruptFirst = p.piCycle = p.piOverflow = p.trapCycle = false;
  p.pcStep = 1;
  p.next = NextFetch::PageTrap;
  p.nextAddress = 0;
  if (p.stop == StopReason::None) p.running = true;
  p.clock.demandAttention();  // requests are not latched in a PI cycle
  p.modeChanged(Committed::atRest(p));
}

// A write was diverted: the instruction has run to its end.
bool trapDemanded(Processor& p) {
  if (p.pageTrap) prepareTrap(p);
  return p.next == NextFetch::PageTrap;
}

// A guest condition ended the instruction. PC is where it must be; half-done fetches are forgotten, unless the
// processor has stopped in the middle of a memory cycle and will continue it later.
void abandon(Processor& p, const InstructionAbort& abort) {
  if (abort.reason == InstructionAbort::Reason::MemoryStop) return;
  const AbandonRecord record{p.clock.now(), abort.reason, p.reference == CycleKind::Fetch, p.ir, p.pcWord()};
  p.observers.each([&](Probe& probe) { probe.abandoned(record); });
  p.following = false;
  p.selection = p.selected = 0;
  if (p.pageTrapCycle) p.endPageTrapCycle(Committed::atRest(p));
  if (abort.reason == InstructionAbort::Reason::PageTrap) return prepareTrap(p);
  // If abandoned in a PI cycle, that cycle starts again.
  p.next = p.piCycle && abort.reason == InstructionAbort::Reason::Endless ? NextFetch::PiFirst : NextFetch::Pc;
  p.interruptFirst = abort.reason == InstructionAbort::Reason::Interrupt;
}

// Resumes a stopped unit, or begins one. False: a watch wants to stop before it.
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

// The remainder of an earlier stop or abort comes before the next instruction.
bool leftover(const Processor& p) { return p.interruptFirst || p.next != NextFetch::Pc; }

template <bool Probed>
void finishLeftover(Processor& p) {
  const Away at = Away::atRest(p);
  if (!p.interruptFirst) return Datapath<Probed>::pendingStep(at);
  p.interruptFirst = false;
  Datapath<Probed>::interrupt(at, p.piLevel);
}

// Whether the loop of plainSteps() was left only because the program seems to wait; it then continues.
bool waitFound(Processor& p) {
  if (!std::exchange(p.waitFound, false)) return false;
  p.running = p.stop == StopReason::None && !p.pageTrap;
  return p.running;
}

// An instruction of which observers with interests are told has ended. A loop that makes such is not one that waits.
// False: they want everything of the next one.
bool toldOf(Processor& p, const Committed& at, std::optional<WaitTurn>& before) {
  p.selective.finish(at);
  if (std::exchange(p.waitFound, false) || before) p.waits(false);
  before.reset();
  return p.running && !p.selective.wants(p);
}

// Two turns of a loop that seems to wait, compared: the turns that passed, or 0.
std::uint64_t letTurnsPass(Processor& p, const WaitTurn& before, const WaitTurn& after, const RunLimit& limit) {
  const std::uint64_t turns = after.ahead(p, before, limit);
  after.pass(p, before, turns);
  p.waits(turns != 0);
  return turns;
}

// Elsewhere than to the next instruction or the one after it; to itself, too.
bool jumped(std::uint32_t from, std::uint32_t to) { return to != from + 1 && to != from + 2; }

void plainSteps(Processor& p, const RunLimit& limit) {
  Datapath<false> d{p, p.clock.now()};
  std::uint64_t executed = p.executed;
  std::uint64_t most = limit.instructions;
  std::optional<WaitTurn> before;  // the first of two turns to be compared
  try {
    bool asks = true;  // the fast engine
    for (bool goesOn = true; goesOn;) {
      Instant last = p.selective.lastEnded();
      while (p.running && executed < most && d.now < limit.until) {
        bool again = false;
        if (p.fast != nullptr && asks && !before && !p.fast->declines(p)) [[unlikely]] {
          const FastEngine::Progress done = p.fast->proceed(d.now, limit.until, most - executed);
          d.now = done.now;
          executed += done.executed;
          again = done.again;
          if (done.executed != 0) last = d.now;
          if (executed >= most || d.now >= limit.until) break;
        }
        p.selective.ended(last);
        ++executed;
        const std::uint32_t pc = p.pc;
        d.step();
        asks = again || jumped(pc, p.pc);
        last = d.now;
      }
      if (p.selective.noted()) {
        goesOn = toldOf(p, d.commit(), before);
        most = limit.instructions;
        continue;
      }
      p.selective.ended(last);
      const bool found = waitFound(p);
      goesOn = found || before;
      if (found && !before) {
        before.emplace(p, d.now, executed);
        most = std::min(limit.instructions, executed + WaitTurn::kMostInstructions);
      } else if (before) {
        const WaitTurn after{p, d.now, executed};
        const std::uint64_t turns = letTurnsPass(p, *before, after, limit);
        executed += after.instructions(*before) * turns;
        d.now += after.length(*before) * static_cast<std::int64_t>(turns);
        p.selective.ended(d.now);
        before.reset();
        most = limit.instructions;
      }
    }
  } catch (...) {
    p.executed = executed;
    throw;
  }
  p.executed = executed;
  d.commit();
}

// An instruction of which observers with interests want everything.
void selectedStep(Processor& p) {
  ++p.executed;
  Datapath<false>::apart(Away::atRest(p), true,
                         [&p] { Datapath<true>::resume(Away::atRest(p), [](Datapath<true>& d) { d.step(); }); });
}

// True when a limit is reached; the processor is then stopped.
bool limitReached(Processor& p, const RunLimit& limit) {
  if (p.clock.now() >= limit.until) p.halt(StopReason::TimeLimit);
  if (p.executed >= limit.instructions) p.halt(StopReason::InstructionLimit);
  return !p.running;
}

}  // namespace

// An instruction and the interrupt or page trap that cuts it off count as one, and no stop comes between them. A trap
// within the pager's own trap counts separately, so that an endless circle of them can be stopped.
void runPlain(Processor& p, const RunLimit& limit) {
  p.handlers = plainHandlers().data();
  p.selective.begin(p);
  bool cut = false;  // the remainder belongs to an instruction already counted
  while (p.running || cut) {
    const bool counted = std::exchange(cut, false);
    const bool trapping = p.next == NextFetch::PageTrap;
    try {
      if (leftover(p)) {
        if (!counted) ++p.executed;
        finishLeftover<false>(p);
        if (p.selective.noted()) p.selective.finish(Committed::atRest(p));
        cut = trapDemanded(p) && !trapping;
        if (!cut) limitReached(p, limit);
        continue;  // a chain of XCTs interrupted by a stop continues link by link
      }
      if (p.selective.wants(p))
        selectedStep(p);
      else
        plainSteps(p, limit);
      if (p.selective.noted()) p.selective.finish(Committed::atRest(p));
      cut = trapDemanded(p);
      if (p.running && p.next == NextFetch::Pc) limitReached(p, limit);
    } catch (const InstructionAbort& abort) {
      p.selective.forget(Committed::atRest(p));
      abandon(p, abort);
      cut = p.interruptFirst || (p.next == NextFetch::PageTrap && !trapping);
      if (!cut) limitReached(p, limit);
    }
  }
  p.selective.end(p);
}

void runProbed(Processor& p, const RunLimit& limit) {
  p.handlers = probedHandlers().data();
  while (p.running) {
    if (limitReached(p, limit)) return;
    if (!beginUnit(p)) return;
    for (bool cut = true; cut;) {
      const bool trapping = p.next == NextFetch::PageTrap;
      try {
        if (leftover(p)) {
          finishLeftover<true>(p);
        } else {
          Datapath<true>::resume(Away::atRest(p), [](Datapath<true>& d) { d.step(); });
        }
      } catch (const InstructionAbort& abort) {
        abandon(p, abort);
      }
      if (p.journal->stands()) return;
      cut = trapDemanded(p) && !trapping;
      if (cut) p.journal->begin(p);
      cut = cut || p.interruptFirst;
    }
    ++p.executed;
    if (p.switches.singleInstruction) p.halt(StopReason::SingleInstruction);
  }
}

void runOne(Processor& p, Instruction instruction) {
  p.handlers = probedHandlers().data();
  p.journal->begin(p);
  p.inhibitPi = true;
  p.pcStep = 0;
  try {
    Datapath<true>::resume(Away::atRest(p), [instruction](Datapath<true>& d) { d.executeWord(instruction, d.now); });
  } catch (const InstructionAbort& abort) {
    abandon(p, abort);
  }
  if (!p.journal->stands() && trapDemanded(p)) {
    p.journal->begin(p);
    try {
      Datapath<true>::pageTrap(Away::atRest(p));
    } catch (const InstructionAbort& abort) {
      abandon(p, abort);
    }
  }
  p.inhibitPi = false;
  p.pcStep = 1;
}

bool readInWord(Processor& p, DeviceCode device, bool first) {
  const std::uint32_t pc = p.pc;
  runOne(p, Instruction::io(first ? IoFunction::Datai : IoFunction::Blki, device));
  // BLKI skips while its count lasts; during read-in PC is not used.
  const bool exhausted = !first && p.pc == pc;
  p.pc = pc;
  return exhausted;
}

}  // namespace utah10
