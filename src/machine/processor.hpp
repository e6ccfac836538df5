// The KA10's registers and flip-flops, and its connections. Private to the machine layer: the execution units
// (ka10/*.cpp) reach it through Datapath, all other code through Ka10.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "machine/selective.hpp"
#include "utah10/machine/ka10.hpp"
#include "utah10/machine/pager.hpp"

namespace utah10 {

// AC field and effective address of the instruction being executed.
struct Operands {
  std::uint32_t a = 0;
  std::uint32_t e = 0;
};

// Executes one instruction once its effective address is known; takes and returns the time.
using Handler = Instant (*)(Processor&, Operands, Instant now);
using HandlerTable = std::array<Handler, 512>;

// Where the next instruction word comes from, when not from PC (gate flow, IT0).
enum class NextFetch : std::uint8_t { Pc, XctTarget, UuoSecond, PiFirst, PiSecond, PageTrap };

// The references of its target that an XCT redirects to the previous context: bits of its AC field. Only on a machine
// with the pager (monitor macros XCTMU = 1, XCTBU = 3, XCTUM = 4, XCTUU = 7).
constexpr std::uint32_t kSelectWrites = 001;
constexpr std::uint32_t kSelectBytes = 003;  // either: the byte word, read and deposited (monitor 1.28 and PUP use 1)
constexpr std::uint32_t kSelectReads = 004;
constexpr std::uint32_t kSelectAddresses = 010;  // words of the address calculation; no monitor uses it

// A virtual address and the space it is in.
struct SpaceAddress {
  Space space = Space::Exec;
  std::uint32_t va = 0;
  bool operator==(const SpaceAddress&) const = default;
};

class Apr;
class FastEngine;
class Relocation;
class CycleJournal;
struct Processor;

// Proof that the machine's clock shows the present: what reads the clock, calls an observer or abandons the instruction
// takes one as an argument. During an instruction the present is in a Datapath, ahead of the clock; Datapath::commit()
// brings the clock up to it and makes the proof, a temporary of the call that needs it.
class Committed {
 public:
  Committed(const Committed&) = delete;
  Committed& operator=(const Committed&) = delete;
  // Outside any instruction, where the clock is the only time there is.
  static Committed atRest(Processor& p) { return Committed{p}; }

  Processor& p;

 private:
  template <bool>
  friend class Datapath;
  friend class Away;
  explicit Committed(Processor& processor) : p(processor) {}
};

// For what also moves the clock: it lets time pass, or other components run. Datapath::away() makes it, and takes the
// clock's time back afterwards.
class Away : public Committed {
 public:
  static Away atRest(Processor& p) { return Away{p}; }

 private:
  template <bool>
  friend class Datapath;
  explicit Away(Processor& processor) : Committed(processor) {}
};

namespace translate {
struct Trace;
}

// What translated code (translate/) is told when it is entered, and tells when it leaves.
struct TranslatedRun {
  Instant horizon;           // nothing that it executes may end later
  std::uint64_t budget = 0;  // instructions that it may execute
  Instant now;
  HistoryRecord* history = nullptr;
  Instant began;  // of an instruction that has waited for its fetch
  std::array<Duration, 8> delays{};
  std::uint64_t pointer = 0;  // the indirect word of an address
  // Of places that may be in any box: where, and in which.
  std::array<std::uint64_t, 6> reals{};
  std::array<CoreMemory::Box*, 6> boxes{};
  translate::Trace* missed = nullptr;  // the trace that could not even begin
};

struct Processor {
  Processor(Scheduler& clock, CoreMemory& core, IoBus& bus, PiSystem& pi, Observers& observers,
            const TimingProfile& timing, const PagerConfig* pagerConfig);
  ~Processor();

  Scheduler& clock;
  CoreMemory& core;
  IoBus& bus;
  PiSystem& pi;
  Observers& observers;
  TimingProfile timing;
  std::array<Duration, 512> phase{};  // execution with the pulses around it
  const Handler* handlers = nullptr;  // of the current run: plain or probed

  // Programmer's registers.
  std::array<Word36, 16> ac{};
  std::uint32_t pc = 0;
  std::uint32_t flags = 0;  // PcFlag bits

  // The instruction in progress.
  Instruction ir;            // as fetched; after an XCT, the target
  Word36 br;                 // last word that entered the address calculation: JRSTF takes flags from it
  std::uint32_t pcStep = 1;  // what FT9 adds to PC; 0 in PI cycles and under EXECUTE
  NextFetch next = NextFetch::Pc;
  std::uint32_t nextAddress = 0;
  bool following = false;  // an XCT or UUO is fetching its target
  bool piCycle = false;
  unsigned piLevel = 0;
  bool piOverflow = false;        // BLKI/BLKO in a PI cycle ran out
  bool trapCycle = false;         // ILL OP: unrelocated after a monitor UUO, until a jump that saves or sets PC
  bool inhibitPi = false;         // EXECUTE
  bool interruptFirst = false;    // an interrupt broke into an instruction; its cycle comes next, at piLevel
  Space space = Space::Exec;      // of ordinary references: user unless in a PI or trap cycle
  std::uint32_t fastLimit = 020;  // addresses below are fast memory; 0 with FM ENB off
  Instant busFreeAt = kPowerOn;   // I/O bus: earliest next T0

  // Console.
  Switches switches;
  Word36 mi;  // memory indicator: last word on the memory bus
  std::uint32_t ma = 0;
  bool running = false;  // continues after this instruction
  StopReason stop = StopReason::None;
  Watch* watch = nullptr;

  TranslationWindow window;
  std::unique_ptr<Relocation> relocation;
  std::unique_ptr<Pager> pager;  // none: an unmodified KA10
  AddressMap* map = nullptr;     // translates references: the pager behind the relocation registers, or these alone
  std::unique_ptr<Apr> apr;
  std::unique_ptr<CycleJournal> journal;

  Counters counters;
  // Of the mode, executive or user; modeChanged() keeps them.
  std::array<std::uint64_t, kCycleKinds>* cycles = &counters.cycles[0];
  std::array<std::uint64_t, 512>* instructions = &counters.instructions[0];
  History history;
  std::size_t timeMode = kTimeStopped;  // bucket being filled
  Instant timeModeSince = kPowerOn;
  std::uint64_t executed = 0;  // instructions since the run began
  Instant until = kNever;      // end of the run: where an instruction that never ends is interrupted

  // Of a machine with the pager.
  std::uint32_t selection = 0;             // AC bits of an XCT whose target comes next
  std::uint32_t selected = 0;              // those of the instruction being executed
  bool pageTrap = false;                   // a write has been diverted: the pager's trap follows this instruction
  bool pageTrapCycle = false;              // executing location 70: not interruptible, PC stays
  CycleKind reference = CycleKind::Fetch;  // for which the map is being called
  ProcessId process = kNoProcess;          // whose base the pager has loaded
  bool inRun = false;                      // from the first instruction of a run to the end of its last

  // Of a probed run.
  bool closely = false;        // every phase is reported: to observers of phases, or in a replay of the journal
  bool stopsInCycles = false;  // a switch is set that may stop it within an instruction: the journal is kept

  // Of a plain run: whether the program waits in a short loop (ka10/wait_loop.hpp). Only speed depends on these.
  std::uint32_t waitPc = 0;               // where the last short JRST back went
  std::uint32_t waitPatience = 0;         // how often it must be the same before the run loop looks at it
  std::uint32_t waitLeft = 0;             // how often it still must
  std::uint32_t waitKnown = kNoWaitLoop;  // where the program was last found to wait
  bool waitFound = false;                 // the run loop is left, and has yet to look
  Selective selective;                    // what its observers are told

  std::unique_ptr<FastEngine> fast;  // null: every instruction is interpreted
  TranslatedRun translated;

  bool user() const { return (flags & kPcUser) != 0; }
  std::size_t userIndex() const { return user() ? 1 : 0; }
  // Call after any change of the space of references or of the account that time is charged to.
  void modeChanged(const Committed& at);
  void chargeTime(const Committed& at);
  void setFlags(const Committed& at, std::uint32_t f);  // load all PC flags
  void raise(std::uint32_t pcFlags);                    // OV, FOV, FXU, NDV: may request an interrupt
  // After location 70, or when it has been abandoned.
  void endPageTrapCycle(const Committed& at);
  PcWord pcWord() const { return {flags, VirtualAddress{pc}}; }
  // The current instruction runs to its end and no further: the run loop then takes the pager's trap.
  void demandPageTrap() {
    pageTrap = true;
    running = false;
  }
  // A JRST went back a few words. Does it again and again: the run loop then looks whether it can let turns pass.
  void jumpedBack() {
    if (pc == waitPc) [[likely]] {
      if (--waitLeft != 0) [[likely]]
        return;
      waitFound = true;
      running = false;
    } else {
      waitPc = pc;
      waitLeft = waitPatience = pc == waitKnown ? 1 : kWaitTurns;
    }
  }
  // What the run loop found when it looked. A loop that does some work is left alone for longer each time.
  void waits(bool found) {
    if (found) waitKnown = waitPc;
    if (waitPc == waitKnown)
      waitPatience = 1;
    else if (waitPatience < kMostPatience)
      waitPatience *= 4;
    waitLeft = waitPatience;
  }
  static constexpr std::uint32_t kLongestWait = 16;  // words
  static constexpr std::uint32_t kWaitTurns = 32;
  static constexpr std::uint32_t kMostPatience = 1U << 20;
  static constexpr std::uint32_t kNoWaitLoop = ~0U;
  // The place of an address in the monitor's previous context (UMOVE and XCT with bits).
  SpaceAddress previous(std::uint32_t va) const;
  // The address as the processor sends it out, shown by the address switches and MA: a pager comes after them.
  std::uint32_t onBus(Space s, std::uint32_t va, std::uint32_t real) const {
    if (pager == nullptr || va < fastLimit) return real;
    return s == Space::User ? relocated(va) : va;
  }
  std::uint32_t relocated(std::uint32_t va) const;
  // The AC bits of an XCT that take effect: none in user mode or with the pager off.
  std::uint32_t selects(std::uint32_t a) const;
  void halt(StopReason why) {
    running = false;
    if (stop == StopReason::None) stop = why;
  }
  // True when every reference must be checked: probes that want everything, watches, stops, fast memory off.
  bool needsProbedRun() const;
  // SING CYCLE, address stop, NXM and parity stop; they do not change within a run.
  bool mayStopInCycle() const {
    return switches.singleCycle || switches.parityStop || switches.nonexistentStop || switches.addressStop;
  }
};

const HandlerTable& plainHandlers();
const HandlerTable& probedHandlers();

}  // namespace utah10
