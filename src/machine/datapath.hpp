// The KA10's data paths as the execution units see them: phases, memory cycles and accumulators, each of which lets
// virtual time pass as it happens. Private to the machine layer.
//
// Its memory cycles are in datapath_cycles.hpp, the rare paths in datapath_rare.hpp: execution units include the
// latter, which includes all three.
//
// Built twice: plain, and probed (observers connected, a stop armed, or fast memory off). Both spend the same time and
// change the same state; the system tests hold their state hashes against each other.
#pragma once

#include "machine/apr.hpp"
#include "machine/cycle_journal.hpp"
#include "machine/processor.hpp"

// A Datapath must never have its address taken on the plain path, or `now` would leave its register: functions on
// every instruction's path are force-inlined.
#ifdef __SANITIZE_ADDRESS__
#define UTAH10_HOT  // checked code is large enough without it
#else
#define UTAH10_HOT [[gnu::always_inline]]
#endif

namespace utah10 {

template <bool Probed>
class Datapath {
 public:
  Datapath(Processor& processor, Instant time) : p(processor), now(time) {}

  Processor& p;
  // The current instant, ahead of the machine's clock: it stays in a host register through an instruction. Code that
  // reads the clock, or lets other components run, must stand between commit() and reload(); so must every throw.
  Instant now;

  UTAH10_HOT void commit() { p.clock.advanceTo(now); }
  UTAH10_HOT void reload() { now = p.clock.now(); }
  template <class F>
  UTAH10_HOT void away(F action) {
    commit();
    action();
    reload();
  }

  // ---- time ----

  UTAH10_HOT void spend(Duration d, std::string_view name) {
    if constexpr (Probed) {
      if (p.closely) [[unlikely]] {
        now += shown(p, name, now, d);
        return;
      }
    }
    now += d;
  }
  template <Duration TimingProfile::*Segment>
  UTAH10_HOT void spend() {
    spendTimes<Segment>(1);
  }
  template <Duration TimingProfile::*Segment>
  UTAH10_HOT void spendTimes(int n) {
    if constexpr (Probed) {
      if (p.closely) [[unlikely]] {
        if (n != 0) now += shown(p, segmentName(Segment), now, p.timing.*Segment * n);
        return;
      }
    }
    now += p.timing.*Segment * n;
  }
  template <Duration TimingProfile::*Segment>
  UTAH10_HOT void spendLess() {
    spendTimes<Segment>(-1);
  }

  // ---- memory cycles: request, wait for the box, access ----

  UTAH10_HOT Word36 fetch(std::uint32_t va) {
    return readCycle<CycleKind::Fetch, Access::Execute, &TimingProfile::fetchBefore, &TimingProfile::fetchAfter>(
        p.space, va);
  }
  UTAH10_HOT Word36 fetchReal(std::uint32_t va) {
    return readCycle<CycleKind::Fetch, Access::Execute, &TimingProfile::fetchBefore, &TimingProfile::fetchAfter>(
        Space::Real, va);
  }
  UTAH10_HOT Word36 readIndirect(std::uint32_t va) {
    const Place at = place<kSelectAddresses>(p.space, va);
    return readCycle<CycleKind::Indirect, Access::Read, &TimingProfile::indirectBefore, &TimingProfile::indirectAfter>(
        at.space, at.va);
  }
  UTAH10_HOT Word36 read(std::uint32_t va) { return readAt(place<kSelectReads>(p.space, va)); }
  UTAH10_HOT Word36 readByte(std::uint32_t va) { return readAt(place<kSelectBytes>(p.space, va)); }
  UTAH10_HOT Word36 readAt(Place at) {
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::operandBefore, &TimingProfile::operandAfter>(
        at.space, at.va);
  }
  // The word that an accumulator points at: POP, POPJ, JRA.
  UTAH10_HOT Word36 readStack(std::uint32_t va) {
    const Place at = place<kSelectReads>(p.space, va);
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::stackBefore, &TimingProfile::stackAfter>(at.space,
                                                                                                             at.va);
  }
  UTAH10_HOT Word36 readBlock(std::uint32_t va) {
    const Place at = place<kSelectReads>(p.space, va);
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::bltReadBefore, &TimingProfile::bltReadAfter>(
        at.space, at.va);
  }
  UTAH10_HOT void write(std::uint32_t va, Word36 w) { writeAt(place<kSelectWrites>(p.space, va), w); }
  UTAH10_HOT void writeByte(std::uint32_t va, Word36 w) { writeAt(place<kSelectBytes>(p.space, va), w); }
  // A store in the space that the instruction began in, whatever mode it has changed to.
  UTAH10_HOT void writeIn(Space space, std::uint32_t va, Word36 w) { writeAt(place<kSelectWrites>(space, va), w); }
  UTAH10_HOT void writeAt(Place at, Word36 w) {
    writeCycle<&TimingProfile::writeBefore, &TimingProfile::writeAfter>(at.space, at.va, w);
  }
  void writeReal(std::uint32_t va, Word36 w) { writeAt({Space::Real, va}, w); }
  UTAH10_HOT void writeBlock(std::uint32_t va, Word36 w) {
    const Place at = place<kSelectWrites>(p.space, va);
    writeCycle<&TimingProfile::bltBetween, &TimingProfile::bltAfterWrite>(at.space, at.va, w);
  }
  // Read half of a read-pause-write. No other memory request may come between it and writeRestart().
  UTAH10_HOT Word36 readPause(std::uint32_t va) {
    if constexpr (Probed) {
      if (p.selected != 0)
        return readSelectedPause(place<kSelectReads>(p.space, va), place<kSelectWrites>(p.space, va));
    }
    return readPauseAt({p.space, va});
  }
  // A byte pointer and its way back stay together: XCTBU leaves both here, XCTUU takes both there.
  UTAH10_HOT Word36 readPausePointer(std::uint32_t va) { return readPauseAt(place<kSelectReads>(p.space, va)); }
  Word36 readPauseAt(Place at);
  UTAH10_HOT void writeRestart(Word36 w) {
    if constexpr (Probed)
      return writeRestartApart(w);
    else
      return writeRestartHere(w);
  }

  // ---- accumulators ----

  // AC fetch, with its time.
  UTAH10_HOT Word36 ac(std::uint32_t a) {
    spend<&TimingProfile::acFetch>();
    if constexpr (Probed) {
      if (p.fastLimit == 0) return coreAcRead(a, p.timing.acFetchCoreAfter);
    }
    return p.ac[a];
  }
  UTAH10_HOT Word36 secondAc(std::uint32_t a) {
    if constexpr (Probed) {
      if (p.fastLimit == 0) {
        spend<&TimingProfile::secondAcFetchCoreBefore>();
        return coreAcRead((a + 1) & 017, p.timing.secondAcFetchCoreAfter);
      }
    }
    spend<&TimingProfile::secondAcFetch>();
    return p.ac[(a + 1) & 017];
  }
  UTAH10_HOT void setAc(std::uint32_t a, Word36 w) {
    if constexpr (Probed) {
      if (p.fastLimit == 0) return coreAcWrite(a, w);
    }
    p.ac[a] = w;
  }
  // Where the hardware keeps a pointer when it abandons an instruction; not a cycle of the program.
  void leaveInAc(std::uint32_t a, Word36 w) {
    p.ac[a] = w;
    if (p.fastLimit == 0) p.core.poke(PhysicalAddress{a}, w);
  }
  UTAH10_HOT void setSecondAc(std::uint32_t a, Word36 w) { setAc((a + 1) & 017, w); }

  // ---- phases ----

  UTAH10_HOT void noOperand() { spend<&TimingProfile::noOperand>(); }
  // FT9: the operands are there; PC moves on.
  UTAH10_HOT void operandsReady() { p.pc = (p.pc + p.pcStep) & 0777777; }
  // Execution of the constant part of this opcode, with the pulses before and after.
  UTAH10_HOT void execute() {
    operandsReady();
    spend(p.phase[p.ir.field(0, 8)], "execution");
  }
  UTAH10_HOT void skip() { p.pc = (p.pc + 1) & 0777777; }
  UTAH10_HOT void jump(std::uint32_t e) { p.pc = e; }

  // ---- instruction and interrupt flow (ka10/flow.hpp) ----

  void step();  // one instruction, or the interrupt taken in its place
  void executeWord(Word36 w, Instant began);
  std::uint32_t effectiveAddress(Word36 w);
  // IT1: abandons the instruction if an interrupt may be taken here.
  UTAH10_HOT void checkInterrupt() {
    if (const unsigned level = interruptLevel(); level != 0) [[unlikely]] {
      commit();
      throwInterrupt(p, level);
    }
  }
  // The level that may interrupt here, or 0. A journal remembers the answer.
  UTAH10_HOT unsigned interruptLevel() {
    if (p.piCycle || p.inhibitPi) return 0;
    if constexpr (Probed)
      return static_cast<unsigned>(once([&] { return Word36{p.pi.ready()}; }).bits());
    else
      return p.pi.ready();
  }
  // Clears user mode and ILL OP if this is an interrupt or trap instruction (JSR JSP PUSHJ JSA JRST).
  UTAH10_HOT void leaveUser() {
    if (!p.piCycle && !p.trapCycle) return;
    p.flags &= ~std::uint32_t{kPcUser};
    p.trapCycle = false;
    modeChanged();
  }
  UTAH10_HOT void modeChanged() {
    commit();
    p.modeChanged();
  }
  void endPiCycle() {
    commit();
    finishPiCycle(p);
  }

  // After a write that may have been diverted: abandons the instruction, to be restarted after the trap.
  void checkPageTrap() {
    if (!p.pageTrap) [[likely]]
      return;
    commit();
    throw InstructionAbort{InstructionAbort::Reason::PageTrap};
  }

  // The rest of the flow runs on the machine's own clock, outside any Datapath.
  static void pendingStep(Processor& p);  // the second half of an XCT, UUO or PI cycle that a stop interrupted
  static void interrupt(Processor& p, unsigned level);
  static void pageTrap(Processor& p);  // location 70, after a reference that the pager refused
  static void followTarget(Processor& p, NextFetch kind, std::uint32_t address);

  // Runs an action outside the processor once, however often a journal replays it.
  template <class F>
  UTAH10_HOT Word36 once(F action) {
    if constexpr (Probed) {
      if (replaying()) return p.journal->recall();
      commit();
      const Word36 w = action();
      reload();
      p.journal->log(w);
      return w;
    } else {
      commit();
      const Word36 w = action();
      reload();
      return w;
    }
  }

  // Turns of a loop within an instruction, which a journal can forget (CycleJournal); nothing on the plain path.
  UTAH10_HOT Word36 beginTurn(Word36 from) {
    if constexpr (Probed) return p.journal->beginTurn(from);
    return from;
  }
  UTAH10_HOT void endTurn() {
    if constexpr (Probed) p.journal->endTurn();
  }

 private:
  template <bool>
  friend class Datapath;
  // Read-pause-write in progress.
  struct Pause {
    bool separate = false;  // no pause: an accumulator as memory, or a read there and a write here
    Place at;
    std::uint32_t real = 0;
    CoreMemory::Box* box = nullptr;
  } pause_;

  // Where this kind of reference goes under an XCT with AC bits; such targets run on the probed handlers.
  template <std::uint32_t Bit>
  UTAH10_HOT Place place(Space space, std::uint32_t va) const {
    if constexpr (Probed) {
      if ((p.selected & Bit) != 0) return p.previous(va);
    }
    return {space, va};
  }
  Word36 readSelectedPause(Place from, Place to);

  // NAMEHere is the cycle, inlined where instructions are plain. Probed cycles are large and would take minutes to
  // compile into each instruction: there NAMEApart is a function of its own.

  void writeRestartHere(Word36 w);
  [[gnu::noinline]] void writeRestartApart(Word36 w) { return writeRestartHere(w); }
  template <CycleKind Kind, Access Why, Duration TimingProfile::*Before, Duration TimingProfile::*After>
  Word36 readCycle(Space space, std::uint32_t va);
  template <Duration TimingProfile::*Before, Duration TimingProfile::*After>
  void writeCycle(Space space, std::uint32_t va, Word36 w);
  template <CycleKind Kind, Access Why>
  UTAH10_HOT Word36 readCore(Space space, std::uint32_t va, CoreMemory::Box** held) {
    if constexpr (Probed)
      return readCoreApart<Kind, Why>(space, va, held);
    else
      return readCoreHere<Kind, Why>(space, va, held);
  }
  template <CycleKind Kind, Access Why>
  Word36 readCoreHere(Space space, std::uint32_t va, CoreMemory::Box** held);
  template <CycleKind Kind, Access Why>
  [[gnu::noinline]] Word36 readCoreApart(Space space, std::uint32_t va, CoreMemory::Box** held) {
    return readCoreHere<Kind, Why>(space, va, held);
  }
  UTAH10_HOT void writeCore(Space space, std::uint32_t va, Word36 w) {
    if constexpr (Probed)
      return writeCoreApart(space, va, w);
    else
      return writeCoreHere(space, va, w);
  }
  void writeCoreHere(Space space, std::uint32_t va, Word36 w);
  [[gnu::noinline]] void writeCoreApart(Space space, std::uint32_t va, Word36 w) { return writeCoreHere(space, va, w); }
  UTAH10_HOT Word36 fastRead(CycleKind kind, std::uint32_t va) {
    if constexpr (Probed)
      return fastReadApart(kind, va);
    else
      return fastReadHere(kind, va);
  }
  Word36 fastReadHere(CycleKind kind, std::uint32_t va);
  [[gnu::noinline]] Word36 fastReadApart(CycleKind kind, std::uint32_t va) { return fastReadHere(kind, va); }
  UTAH10_HOT void fastWrite(std::uint32_t va, Word36 w) {
    if constexpr (Probed)
      return fastWriteApart(va, w);
    else
      return fastWriteHere(va, w);
  }
  void fastWriteHere(std::uint32_t va, Word36 w);
  [[gnu::noinline]] void fastWriteApart(std::uint32_t va, Word36 w) { return fastWriteHere(va, w); }
  Word36 coreAcRead(std::uint32_t a, Duration after);
  Word36 indexInCore(std::uint32_t x);
  void coreAcWrite(std::uint32_t a, Word36 w);
  template <CycleKind Kind>
  UTAH10_HOT bool permits(const WindowEntry& entry, Space space, std::uint32_t va, Access why) {
    const auto need = static_cast<std::uint32_t>(why);
    if ((entry.rights & need) == need) [[likely]]
      return true;
    commit();
    const bool ok = granted(p, Kind, space, va, why);
    reload();
    return ok;
  }
  UTAH10_HOT std::uint32_t locate(const WindowEntry& entry, std::uint32_t va) {
    if constexpr (Probed) {
      if (entry.cost != Duration{}) spend(entry.cost, "relocation");
    } else {
      now += entry.cost;
    }
    return entry.base | (va & 0777);
  }
  // An observed phase: reported to observers; in a replay its time has already been spent.
  static Duration shown(Processor& p, std::string_view name, Instant from, Duration d);
  UTAH10_HOT bool replaying() const { return p.closely && p.journal->replaying(); }
  static bool granted(Processor& p, CycleKind kind, Space space, std::uint32_t va, Access why);
  // A memory request pulse: events due are run, PI requests latched.
  UTAH10_HOT void request() {
    if (now >= p.clock.attention()) [[unlikely]]
      away([&processor = p] { attend(processor); });
  }
  // While no event is due, no other component can request the box.
  UTAH10_HOT void waitFor(CoreMemory::Box& box) {
    if (box.freeAt >= p.clock.nextEvent()) [[unlikely]]
      return away([&processor = p, &box] { wait(processor, box); });
    const Duration waited = box.freeAt - now;
    box.waited += waited;
    p.counters.memoryWait += waited;
    spend(waited, "memory wait");
  }
  Word36 nonexistent(CycleKind kind, Space space, std::uint32_t va, std::uint32_t real) {
    commit();
    noAnswer(p, kind, space, va, real);
    reload();
    return Word36{};
  }
  void divert(Word36 w) {
    commit();
    diverted(p, w);
    reload();
  }
  static void diverted(Processor& p, Word36 w);
  static void selectedTarget(Processor& p);
  static void attend(Processor& p);
  static void wait(Processor& p, CoreMemory::Box& box);
  static void noAnswer(Processor& p, CycleKind kind, Space space, std::uint32_t va, std::uint32_t real);
  [[noreturn]] static void throwInterrupt(Processor& p, unsigned level);
  static void finishPiCycle(Processor& p);
  static void piCycles(Processor& p);
  static void fetchTarget(Processor& p);
  // Probed runs: observers, journal, address switches, SING CYCLE.
  UTAH10_HOT void finishCycle(CycleKind kind, Space space, std::uint32_t va, std::uint32_t real, Word36 w,
                              Instant asked, Instant at) {
    commit();
    cycleFinished(p, kind, space, va, real, w, asked, at);
  }
  static void cycleFinished(Processor& p, CycleKind kind, Space space, std::uint32_t va, std::uint32_t real, Word36 w,
                            Instant asked, Instant at);
  static void cycleStops(Processor& p, CycleKind kind, std::uint32_t sent, std::uint32_t real);
  Word36 replayRead(CoreMemory::Box** held);
  void holdBox(CoreMemory::Box** held, CoreMemory::Box* box, std::uint32_t real) {
    *held = box;
    pause_.real = real;
    if constexpr (Probed) p.journal->log(Word36{real});
  }
  [[noreturn]] static void stopInCycle(Processor& p, StopReason why);
  [[noreturn]] void giveUp();
  static bool addressMatches(const Processor& p, CycleKind kind, std::uint32_t address);
};

}  // namespace utah10
