// The KA10's registers and flip-flops, and what it is wired to. Private to the machine layer: the execution units
// (ka10/*.cpp) work on it through Datapath, everyone else through Ka10.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "utah10/machine/ka10.hpp"

namespace utah10 {

// AC field and effective address of the instruction being executed.
struct Operands {
  std::uint32_t a = 0;
  std::uint32_t e = 0;
};

// Executes one instruction from its effective address on; takes and returns the time.
using Handler = Instant (*)(Processor&, Operands, Instant now);
using HandlerTable = std::array<Handler, 512>;

// Where the next instruction word comes from, when not from PC (gate flow, IT0).
enum class NextFetch : std::uint8_t { Pc, XctTarget, UuoSecond, PiFirst, PiSecond };

class Apr;
class Relocation;
class CycleJournal;

struct Processor {
  Processor(Scheduler& clock, CoreMemory& core, IoBus& bus, PiSystem& pi, const TimingProfile& timing);
  ~Processor();

  Scheduler& clock;
  CoreMemory& core;
  IoBus& bus;
  PiSystem& pi;
  TimingProfile timing;
  std::array<Duration, 512> phase{};  // execution with the pulses around it
  const Handler* handlers = nullptr;  // of the run under way: plain or probed

  // Programmer's registers.
  std::array<Word36, 16> ac{};
  std::uint32_t pc = 0;
  std::uint32_t flags = 0;  // PcFlag bits

  // The instruction under way.
  Word36 ir;                 // as fetched; after an XCT, the target
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
  bool running = false;
  StopReason stop = StopReason::None;
  Watch* watch = nullptr;

  TranslationWindow window;
  std::unique_ptr<AddressMap> map;
  std::unique_ptr<Apr> apr;
  std::unique_ptr<CycleJournal> journal;
  std::vector<Probe*> probes;

  Counters counters;
  History history;
  std::size_t timeMode = kTimeStopped;  // bucket being filled
  Instant timeModeSince = kPowerOn;
  std::uint64_t executed = 0;  // instructions since the run began
  Instant until = kNever;      // end of the run: what an instruction that never ends gives way to

  bool user() const { return (flags & kPcUser) != 0; }
  std::size_t userIndex() const { return user() ? 1 : 0; }
  // After anything that decides which space references go to, or whom time is charged to.
  void modeChanged();
  void chargeTime();
  void setFlags(std::uint32_t f);     // load all PC flags
  void raise(std::uint32_t pcFlags);  // OV, FOV, FXU, NDV: may request an interrupt
  void halt(StopReason why) {
    running = false;
    if (stop == StopReason::None) stop = why;
  }
  // True when every reference must be looked at: probes, watches, stops, fast memory off.
  bool needsProbedRun() const;
};

const HandlerTable& plainHandlers();
const HandlerTable& probedHandlers();

}  // namespace utah10
