// The KA10's data paths as the execution units see them: phases, memory cycles and accumulators, each of which lets
// virtual time pass as it happens. Private to the machine layer.
//
// Built twice: plain, and probed (observers connected, a stop armed, or fast memory off). Both spend the same time and
// change the same state; the system tests hold their state hashes against each other.
#pragma once

#include "apr.hpp"
#include "cycle_journal.hpp"
#include "processor.hpp"

namespace utah10 {

template <bool Probed>
class Datapath {
 public:
  explicit Datapath(Processor& processor) : p(processor) {}

  Processor& p;

  // ---- time ----

  void spend(Duration d, std::string_view name) {
    if constexpr (Probed) {
      if (p.journal->replaying()) return;
      for (Probe* probe : p.probes) probe->phase({name, p.clock.now(), d});
    }
    p.clock.advance(d);
  }
  template <Duration TimingProfile::*Segment>
  void spend() {
    if constexpr (Probed)
      spend(p.timing.*Segment, segmentName(Segment));
    else
      p.clock.advance(p.timing.*Segment);
  }
  template <Duration TimingProfile::*Segment>
  void spendTimes(int n) {
    if constexpr (Probed) {
      if (n != 0) spend(p.timing.*Segment * n, segmentName(Segment));
    } else {
      p.clock.advance(p.timing.*Segment * n);
    }
  }
  template <Duration TimingProfile::*Segment>
  void spendLess() {
    spendTimes<Segment>(-1);
  }

  // ---- memory cycles: request, wait for the box, access ----

  Word36 fetch(std::uint32_t va) {
    return readCycle<CycleKind::Fetch, Access::Execute, &TimingProfile::fetchBefore, &TimingProfile::fetchAfter>(
        p.space, va);
  }
  Word36 fetchReal(std::uint32_t va) {
    return readCycle<CycleKind::Fetch, Access::Execute, &TimingProfile::fetchBefore, &TimingProfile::fetchAfter>(kReal,
                                                                                                                 va);
  }
  Word36 readIndirect(std::uint32_t va) {
    return readCycle<CycleKind::Indirect, Access::Read, &TimingProfile::indirectBefore, &TimingProfile::indirectAfter>(
        p.space, va);
  }
  Word36 read(std::uint32_t va) {
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::operandBefore, &TimingProfile::operandAfter>(
        p.space, va);
  }
  // The word that an accumulator points at: POP, POPJ, JRA.
  Word36 readStack(std::uint32_t va) {
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::stackBefore, &TimingProfile::stackAfter>(p.space,
                                                                                                             va);
  }
  Word36 readBlock(std::uint32_t va) {
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::bltReadBefore, &TimingProfile::bltReadAfter>(
        p.space, va);
  }
  void write(std::uint32_t va, Word36 w) {
    writeCycle<&TimingProfile::writeBefore, &TimingProfile::writeAfter>(p.space, va, w);
  }
  // A store in the space the instruction began in, whatever mode it has changed to.
  void writeIn(Space space, std::uint32_t va, Word36 w) {
    writeCycle<&TimingProfile::writeBefore, &TimingProfile::writeAfter>(space, va, w);
  }
  void writeBlock(std::uint32_t va, Word36 w) {
    writeCycle<&TimingProfile::bltBetween, &TimingProfile::bltAfterWrite>(p.space, va, w);
  }
  // Read half of a read-pause-write. Between it and writeRestart() nothing else may ask for memory.
  Word36 readPause(std::uint32_t va);
  void writeRestart(Word36 w);

  // ---- accumulators ----

  // AC fetch, with its time.
  Word36 ac(std::uint32_t a) {
    spend<&TimingProfile::acFetch>();
    if constexpr (Probed) {
      if (p.fastLimit == 0) return coreAcRead(a, p.timing.acFetchCoreAfter);
    }
    return p.ac[a];
  }
  Word36 secondAc(std::uint32_t a) {
    if constexpr (Probed) {
      if (p.fastLimit == 0) {
        spend<&TimingProfile::secondAcFetchCoreBefore>();
        return coreAcRead((a + 1) & 017, p.timing.secondAcFetchCoreAfter);
      }
    }
    spend<&TimingProfile::secondAcFetch>();
    return p.ac[(a + 1) & 017];
  }
  void setAc(std::uint32_t a, Word36 w) {
    if constexpr (Probed) {
      if (p.fastLimit == 0) return coreAcWrite(a, w);
    }
    p.ac[a] = w;
  }
  void setSecondAc(std::uint32_t a, Word36 w) { setAc((a + 1) & 017, w); }

  // ---- phases ----

  void noOperand() { spend<&TimingProfile::noOperand>(); }
  // FT9: the operands are there; PC moves on.
  void operandsReady() { p.pc = (p.pc + p.pcStep) & 0777777; }
  // Execution of the constant part of this opcode, with the pulses before and after.
  void execute() {
    operandsReady();
    spend(p.phase[p.ir.field(0, 8)], "execution");
  }
  void skip() { p.pc = (p.pc + 1) & 0777777; }
  void jump(std::uint32_t e) { p.pc = e; }

  // ---- instruction and interrupt flow (ka10/flow.cpp) ----

  void step();         // one instruction, or the interrupt taken in its place
  void pendingStep();  // the second half of an XCT, UUO or PI cycle that a stop has cut off
  void executeWord(Word36 w, Instant began);
  std::uint32_t effectiveAddress(Word36 w);
  // IT1: abandons the instruction if an interrupt may be taken here.
  void checkInterrupt() {
    if (const unsigned level = interruptLevel(); level != 0) [[unlikely]] {
      p.piLevel = level;
      throw InstructionAbort{InstructionAbort::Reason::Interrupt};
    }
  }
  // The level that may break in here, or 0. A journal remembers the answer.
  unsigned interruptLevel() {
    if (p.piCycle || p.inhibitPi) return 0;
    if constexpr (Probed)
      return static_cast<unsigned>(once([&] { return Word36{p.pi.ready()}; }).bits());
    else
      return p.pi.ready();
  }
  void interrupt(unsigned level);
  void piCycles();
  void endPiCycle();
  void fetchTarget();
  // Clears user mode and ILL OP if this is an interrupt or trap instruction (JSR JSP PUSHJ JSA JRST).
  void leaveUser();
  void followTarget(NextFetch kind, std::uint32_t address);

  // Runs something that touches the world outside the processor once, however often a journal replays it.
  template <class F>
  Word36 once(F action) {
    if constexpr (Probed) {
      if (p.journal->replaying()) return p.journal->recall();
      const Word36 w = action();
      p.journal->log(w);
      return w;
    } else {
      return action();
    }
  }

 private:
  static constexpr Space kReal = static_cast<Space>(2);
  // Read-pause-write in progress.
  struct Pause {
    bool fast = false;
    std::uint32_t va = 0;
    std::uint32_t real = 0;
    CoreMemory::Box* box = nullptr;
    Space space = Space::Exec;
  } pause_;

  template <CycleKind Kind, Access Why, Duration TimingProfile::*Before, Duration TimingProfile::*After>
  Word36 readCycle(Space space, std::uint32_t va);
  template <Duration TimingProfile::*Before, Duration TimingProfile::*After>
  void writeCycle(Space space, std::uint32_t va, Word36 w);
  template <CycleKind Kind, Access Why>
  Word36 readCore(Space space, std::uint32_t va, CoreMemory::Box** held);
  void writeCore(Space space, std::uint32_t va, Word36 w);
  Word36 fastRead(CycleKind kind, std::uint32_t va);
  void fastWrite(std::uint32_t va, Word36 w);
  Word36 coreAcRead(std::uint32_t a, Duration after);
  Word36 indexInCore(std::uint32_t x);
  void coreAcWrite(std::uint32_t a, Word36 w);
  static constexpr std::uint32_t kViolation = ~0u;
  template <CycleKind Kind>
  std::uint32_t translate(Space space, std::uint32_t va, Access why) {
    if (space == kReal) return va;
    const WindowEntry& entry = p.window.entry(space, PageNo{va >> 9});
    const auto need = static_cast<std::uint32_t>(why);
    if ((entry.rights & need) != need) [[unlikely]] {
      if (!granted(Kind, space, va, why)) return kViolation;
    }
    if constexpr (Probed) {
      if (entry.cost != Duration{}) spend(entry.cost, "relocation");
    } else {
      p.clock.advance(entry.cost);
    }
    return entry.base | (va & 0777);
  }
  bool granted(CycleKind kind, Space space, std::uint32_t va, Access why);
  // A memory request pulse: events due are run, PI requests latched.
  void request() {
    if (p.clock.attentionDue()) [[unlikely]]
      attend();
  }
  void attend();
  void waitFor(CoreMemory::Box& box);
  Word36 nonexistent(CycleKind kind, Space space, std::uint32_t va, std::uint32_t real);
  void parityError();
  // Probed runs: observers, journal, address switches, SING CYCLE.
  void finishCycle(CycleKind kind, Space space, std::uint32_t va, std::uint32_t real, Word36 w, Instant at);
  Word36 replayRead(CoreMemory::Box** held);
  void holdBox(CoreMemory::Box** held, CoreMemory::Box* box, std::uint32_t real) {
    *held = box;
    pause_.real = real;
    if constexpr (Probed) p.journal->log(Word36{real});
  }
  void stopInCycle(StopReason why);
  bool addressMatches(CycleKind kind, std::uint32_t address) const;
};

template <bool Probed>
template <CycleKind Kind, Access Why, Duration TimingProfile::*Before, Duration TimingProfile::*After>
inline Word36 Datapath<Probed>::readCycle(Space space, std::uint32_t va) {
  spend<Before>();
  Word36 w;
  if (va < p.fastLimit) [[unlikely]]
    w = fastRead(Kind, va);
  else
    w = readCore<Kind, Why>(space, va, nullptr);
  spend<After>();
  return w;
}

template <bool Probed>
template <CycleKind Kind, Access Why>
inline Word36 Datapath<Probed>::readCore(Space space, std::uint32_t va, CoreMemory::Box** held) {
  if constexpr (Probed) {
    if (p.journal->replaying()) return replayRead(held);
  }
  const std::uint32_t real = translate<Kind>(space, va, Why);
  if (real == kViolation) [[unlikely]]
    return Word36{};  // an instruction or indirect word out of bounds reads as zero, without a cycle
  request();
  CoreMemory::Box* box = p.core.boxOf(PhysicalAddress{real});
  if (held != nullptr) holdBox(held, box, real);
  ++p.counters.cycles[p.userIndex()][static_cast<std::size_t>(Kind)];
  if (box == nullptr) [[unlikely]]
    return nonexistent(Kind, space, va, real);
  if (box->freeAt > p.clock.now()) waitFor(*box);
  const Instant at = p.clock.now();
  box->freeAt = at + box->cycle;
  const std::uint64_t cell = p.core.cell(PhysicalAddress{real});
  const Word36 w{cell};
  spend(box->read, "memory read");
  p.mi = w;
  if ((cell & CoreMemory::kBadParity) != 0) [[unlikely]]
    parityError();
  if constexpr (Probed) finishCycle(Kind, space, va, real, w, at);
  return w;
}

template <bool Probed>
template <Duration TimingProfile::*Before, Duration TimingProfile::*After>
inline void Datapath<Probed>::writeCycle(Space space, std::uint32_t va, Word36 w) {
  spend<Before>();
  if (va < p.fastLimit) [[unlikely]]
    fastWrite(va, w);
  else
    writeCore(space, va, w);
  spend<After>();
}

template <bool Probed>
inline void Datapath<Probed>::writeCore(Space space, std::uint32_t va, Word36 w) {
  if constexpr (Probed) {
    if (p.journal->replaying()) {
      p.journal->recall();
      return;
    }
  }
  const std::uint32_t real = translate<CycleKind::Write>(space, va, Access::Write);
  request();
  ++p.counters.cycles[p.userIndex()][static_cast<std::size_t>(CycleKind::Write)];
  CoreMemory::Box* box = p.core.boxOf(PhysicalAddress{real});
  if (box == nullptr) [[unlikely]] {
    nonexistent(CycleKind::Write, space, va, real);
    return;
  }
  if (box->freeAt > p.clock.now()) waitFor(*box);
  const Instant at = p.clock.now();
  box->freeAt = at + box->cycle;
  p.core.cell(PhysicalAddress{real}) = w.bits();
  p.mi = w;
  spend(box->write, "memory write");
  if constexpr (Probed) finishCycle(CycleKind::Write, space, va, real, w, at);
}

template <bool Probed>
inline Word36 Datapath<Probed>::readPause(std::uint32_t va) {
  spend<&TimingProfile::pauseBefore>();
  pause_.va = va;
  pause_.space = p.space;
  pause_.fast = va < p.fastLimit;
  Word36 w;
  if (pause_.fast) [[unlikely]]
    w = fastRead(CycleKind::FastRead, va);
  else
    w = readCore<CycleKind::ReadPause, Access::ReadModifyWrite>(p.space, va, &pause_.box);
  spend<&TimingProfile::pauseAfter>();
  return w;
}

template <bool Probed>
inline void Datapath<Probed>::writeRestart(Word36 w) {
  if (pause_.fast) [[unlikely]] {  // an accumulator as memory: a separate write (gate flow, split cycle)
    spend<&TimingProfile::pauseRestart>();
    fastWrite(pause_.va, w);
    spend<&TimingProfile::pauseAfterRestart>();
    return;
  }
  spend<&TimingProfile::pauseRestart>();
  if constexpr (Probed) {
    if (p.journal->replaying()) {
      p.journal->recall();
      spend<&TimingProfile::pauseAfterRestart>();
      return;
    }
  }
  ++p.counters.cycles[p.userIndex()][static_cast<std::size_t>(CycleKind::WriteRestart)];
  if (pause_.box != nullptr) [[likely]] {
    // The box has been standing since its read; its write half ends now + (cycle - read).
    pause_.box->freeAt =
        p.clock.now() + (pause_.box->cycle > pause_.box->read ? pause_.box->cycle - pause_.box->read : Duration{});
    p.core.cell(PhysicalAddress{pause_.real}) = w.bits();
    p.mi = w;
  }
  if constexpr (Probed) finishCycle(CycleKind::WriteRestart, pause_.space, pause_.va, pause_.real, w, p.clock.now());
  spend<&TimingProfile::pauseAfterRestart>();
}

}  // namespace utah10
