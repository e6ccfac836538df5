// The KA10's data paths as the execution units see them: phases, memory cycles and accumulators, each of which lets
// virtual time pass as it happens. Private to the machine layer.
//
// Its memory cycles are in datapath_cycles.hpp, the rare paths in datapath_rare.hpp: execution units include the
// latter, which includes all three.
//
// Built twice: plain, and probed (observers connected, a stop armed, or fast memory off). Both spend the same time and
// change the same state; the system tests hold their state hashes against each other.
//
// The present is in two places: the machine's clock, and ahead of it, during an instruction, Datapath::now, which stays
// in a host register. Code that reads the clock or throws must come after commit(), and after code that moves the clock
// must come reload(). The types see to that: such code takes a Committed or an Away (processor.hpp), which only
// commit() and away() make.
//
//   throwInterrupt(p, level);                does not compile: it takes a Committed
//   throwInterrupt(commit(), level);         the clock shows the present when the exception leaves
//   attend(commit());                        does not compile: it moves the clock, so it takes an Away
//   away([](const Away& a) { attend(a); });  `now` is loaded from the clock again
#pragma once

#include <type_traits>

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
  // A stretch of the flow that begins and ends on the machine's clock.
  template <class F>
  static void resume(const Away& at, F body) {
    Datapath d{at.p, at.p.clock.now()};
    body(d);
    d.commit();
  }

  Processor& p;
  // The current instant, ahead of the machine's clock: it stays in a host register through an instruction.
  Instant now;

  UTAH10_HOT Committed commit() {
    p.clock.advanceTo(now);
    return Committed{p};
  }
  // Leaves for code that may let time pass or other components run.
  template <class F>
  UTAH10_HOT auto away(F action) {
    p.clock.advanceTo(now);
    if constexpr (std::is_void_v<std::invoke_result_t<F, const Away&>>) {
      action(Away{p});
      now = p.clock.now();
    } else {
      const auto result = action(Away{p});
      now = p.clock.now();
      return result;
    }
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
    const SpaceAddress at = place<kSelectAddresses>(p.space, va);
    return readCycle<CycleKind::Indirect, Access::Read, &TimingProfile::indirectBefore, &TimingProfile::indirectAfter>(
        at.space, at.va);
  }
  UTAH10_HOT Word36 read(std::uint32_t va) { return readAt(place<kSelectReads>(p.space, va)); }
  UTAH10_HOT Word36 readByte(std::uint32_t va) { return readAt(place<kSelectBytes>(p.space, va)); }
  UTAH10_HOT Word36 readAt(SpaceAddress at) {
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::operandBefore, &TimingProfile::operandAfter>(
        at.space, at.va);
  }
  // The word that an accumulator points at: POP, POPJ, JRA.
  UTAH10_HOT Word36 readStack(std::uint32_t va) {
    const SpaceAddress at = place<kSelectReads>(p.space, va);
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::stackBefore, &TimingProfile::stackAfter>(at.space,
                                                                                                             at.va);
  }
  UTAH10_HOT Word36 readBlock(std::uint32_t va) {
    const SpaceAddress at = place<kSelectReads>(p.space, va);
    return readCycle<CycleKind::Read, Access::Read, &TimingProfile::bltReadBefore, &TimingProfile::bltReadAfter>(
        at.space, at.va);
  }
  UTAH10_HOT void write(std::uint32_t va, Word36 w) { writeAt(place<kSelectWrites>(p.space, va), w); }
  UTAH10_HOT void writeByte(std::uint32_t va, Word36 w) { writeAt(place<kSelectBytes>(p.space, va), w); }
  // A store in the space that the instruction began in, whatever mode it has changed to.
  UTAH10_HOT void writeIn(Space space, std::uint32_t va, Word36 w) { writeAt(place<kSelectWrites>(space, va), w); }
  UTAH10_HOT void writeAt(SpaceAddress at, Word36 w) {
    writeCycle<&TimingProfile::writeBefore, &TimingProfile::writeAfter>(at.space, at.va, w);
  }
  void writeReal(std::uint32_t va, Word36 w) { writeAt({Space::Real, va}, w); }
  UTAH10_HOT void writeBlock(std::uint32_t va, Word36 w) {
    const SpaceAddress at = place<kSelectWrites>(p.space, va);
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
  Word36 readPauseAt(SpaceAddress at);
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
    spend(p.phase[p.ir.opcode()], "execution");
  }
  UTAH10_HOT void skip() { p.pc = (p.pc + 1) & 0777777; }
  UTAH10_HOT void jump(std::uint32_t e) { p.pc = e; }

  // ---- instruction and interrupt flow (ka10/flow.hpp) ----

  void step();  // one instruction, or the interrupt taken in its place
  void executeWord(Instruction w, Instant began);
  std::uint32_t effectiveAddress(AddressWord w);
  // IT1: abandons the instruction if an interrupt may be taken here.
  UTAH10_HOT void checkInterrupt() {
    if (const unsigned level = interruptLevel(); level != 0) [[unlikely]]
      throwInterrupt(commit(), level);
  }
  // The level that may interrupt here, or 0. A journal remembers the answer.
  UTAH10_HOT unsigned interruptLevel() {
    if constexpr (Probed) {
      if (p.piCycle || p.inhibitPi) return 0;
      return static_cast<unsigned>(once([&](const Away&) { return Word36{p.pi.ready()}; }).bits());
    } else {
      const unsigned level = p.pi.ready();
      return level == 0 || p.piCycle || p.inhibitPi ? 0 : level;
    }
  }
  // Clears user mode and ILL OP if this is an interrupt or trap instruction (JSR JSP PUSHJ JSA JRST).
  UTAH10_HOT void leaveUser() {
    if (!p.piCycle && !p.trapCycle) return;
    p.flags &= ~std::uint32_t{kPcUser};
    p.trapCycle = false;
    modeChanged();
  }
  UTAH10_HOT void modeChanged() { p.modeChanged(commit()); }
  void endPiCycle() { finishPiCycle(commit()); }

  // After a write that may have been diverted: abandons the instruction, to be restarted after the trap.
  void checkPageTrap() {
    if (!p.pageTrap) [[likely]]
      return;
    abandon(commit(), InstructionAbort::Reason::PageTrap);
  }
  // The only way out of an instruction by an exception that the processor itself throws; the map throws others, when
  // granted() calls it.
  [[noreturn]] static void abandon(const Committed&, InstructionAbort::Reason why) { throw InstructionAbort{why}; }

  // Calls observers, who may read the clock.
  template <class F>
  static void tell(const Committed& at, F record) {
    at.p.observers.each(record);
  }

  // The rest of the flow runs on the machine's own clock, outside any Datapath.
  static void pendingStep(const Away& at);  // the second half of an XCT, UUO or PI cycle that a stop interrupted
  static void interrupt(const Away& at, unsigned level);
  static void pageTrap(const Away& at);  // location 70, after a reference that the pager refused
  static void followTarget(const Away& at, NextFetch kind, std::uint32_t address);

  // Executes a part of a plain run on the probed handlers.
  template <class F>
  static void apart(const Away& at, bool instead, F body);

  // Runs an action outside the processor once, however often a journal replays it.
  template <class F>
  UTAH10_HOT Word36 once(F action) {
    if constexpr (Probed) {
      if (replaying()) return p.journal->recall();
      const Word36 w = away(action);
      p.journal->log(w);
      return w;
    } else {
      return away(action);
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
    SpaceAddress at;
    std::uint32_t real = 0;
    CoreMemory::Box* box = nullptr;
  } pause_;

  // Where this kind of reference goes under an XCT with AC bits; such targets run on the probed handlers.
  template <std::uint32_t Bit>
  UTAH10_HOT SpaceAddress place(Space space, std::uint32_t va) const {
    if constexpr (Probed) {
      if ((p.selected & Bit) != 0) return p.previous(va);
    }
    return {space, va};
  }
  Word36 readSelectedPause(SpaceAddress from, SpaceAddress to);

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
    if (entry.rights.allow(why)) [[likely]]
      return true;
    return away([=](const Away& at) { return granted(at, Kind, space, va, why); });
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
  static bool granted(const Away& at, CycleKind kind, Space space, std::uint32_t va, Access why);
  // A memory request pulse: events due are run, PI requests latched.
  UTAH10_HOT void request() {
    if (now >= p.clock.attention()) [[unlikely]]
      away([](const Away& at) { attend(at); });
  }
  // While no event is due, no other component can request the box.
  UTAH10_HOT void waitFor(CoreMemory::Box& box) {
    if (box.freeAt >= p.clock.nextEvent()) [[unlikely]]
      return away([&box](const Away& at) { wait(at, box); });
    const Duration waited = box.freeAt - now;
    box.waited += waited;
    p.counters.memoryWait += waited;
    spend(waited, "memory wait");
  }
  Word36 nonexistent(CycleKind kind, Space space, std::uint32_t va, std::uint32_t real) {
    away([=](const Away& at) { noAnswer(at, kind, space, va, real); });
    return Word36{};
  }
  void divert(Word36 w) {
    away([w](const Away& at) { diverted(at, w); });
  }
  static void diverted(const Away& at, Word36 w);
  static void attend(const Away& at);
  static void wait(const Away& at, CoreMemory::Box& box);
  static void noAnswer(const Away& at, CycleKind kind, Space space, std::uint32_t va, std::uint32_t real);
  [[noreturn]] static void throwInterrupt(const Committed& at, unsigned level);
  static void finishPiCycle(const Committed& at);
  static void piCycles(const Away& at);
  static void fetchTarget(const Away& at);
  // Probed runs: observers, journal, address switches, SING CYCLE.
  UTAH10_HOT void finishCycle(CycleKind kind, Space space, std::uint32_t va, std::uint32_t real, Word36 w,
                              Instant asked, Instant at) {
    cycleFinished(commit(), kind, space, va, real, w, asked, at);
  }
  // A word with a mark has been read: bad parity, or observers with interests are to be told of the reference (seen).
  UTAH10_HOT void marked(CycleKind kind, Space space, std::uint32_t va, std::uint32_t real, std::uint64_t cell,
                         Instant asked, Instant at) {
    markedCell(commit(), kind, space, va, real, cell, asked, at);
  }
  UTAH10_HOT void seenCycle(CycleKind kind, Space space, std::uint32_t va, std::uint32_t real, Word36 w, Instant asked,
                            Instant at) {
    seen(commit(), kind, space, va, real, w, asked, at);
  }
  [[gnu::noinline]] static void markedCell(const Committed& done, CycleKind kind, Space space, std::uint32_t va,
                                           std::uint32_t real, std::uint64_t cell, Instant asked, Instant at);
  [[gnu::noinline]] static void seen(const Committed& done, CycleKind kind, Space space, std::uint32_t va,
                                     std::uint32_t real, Word36 w, Instant asked, Instant at);
  static MemoryRecord recordOf(const Committed& done, CycleKind kind, Space space, std::uint32_t va, std::uint32_t real,
                               Word36 w, Instant asked, Instant at) {
    return {at, kind,  isUsers(space), VirtualAddress{va},     PhysicalAddress{real},
            w,  space, at - asked,     done.p.clock.now() - at};
  }
  static void cycleFinished(const Committed& done, CycleKind kind, Space space, std::uint32_t va, std::uint32_t real,
                            Word36 w, Instant asked, Instant at);
  static void cycleStops(const Committed& done, CycleKind kind, std::uint32_t sent, std::uint32_t real);
  Word36 replayRead(CoreMemory::Box** held);
  void holdBox(CoreMemory::Box** held, CoreMemory::Box* box, std::uint32_t real) {
    *held = box;
    pause_.real = real;
    if constexpr (Probed) p.journal->log(Word36{real});
  }
  [[noreturn]] static void stopInCycle(const Committed& at, StopReason why);
  [[noreturn]] static void giveUp(const Committed& at);
  static bool addressMatches(const Processor& p, CycleKind kind, std::uint32_t address);
};

}  // namespace utah10
