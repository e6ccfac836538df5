// The KA10 central processor: registers, console keys and the run loop.
//
// Source: PDP-10 System Reference Manual (SRM), chapters 2 and 5; the gate flow where the manual is silent
// (docs/sources/processor.md 1). The processor lets virtual time pass at every phase and memory cycle; nothing is
// added afterwards. Errors: none; the guest's conditions are flags, and a run ends with a StopReason.
#pragma once

#include <memory>
#include <vector>

#include "utah10/machine/address_map.hpp"
#include "utah10/machine/core_memory.hpp"
#include "utah10/machine/counters.hpp"
#include "utah10/machine/history.hpp"
#include "utah10/machine/io_bus.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/probe.hpp"
#include "utah10/machine/timing_profile.hpp"

namespace utah10 {

struct Processor;
struct PagerConfig;
struct ProcessTables;

enum class StopReason : std::uint8_t {
  None,
  Halt,               // JRST 4
  StopKey,            // requestStop()
  InstructionLimit,   // RunLimit::instructions
  TimeLimit,          // RunLimit::until
  Watch,              // RunLimit::watch requested it; the instruction at PC has not begun
  SingleInstruction,  // SING INST
  SingleCycle,        // SING CYCLE: stopped in a memory cycle
  AddressStop,        // address switches matched
  NonexistentMemory,  // NXM STOP
  ParityError,        // PAR STOP
  ReadInWaits,        // read-in device has no word and no pending event that could supply one
};
std::string_view describe(StopReason r);

// How a plain run executes: every instruction by the interpreter, or frequent ones by translated code. Results are
// the same to the bit and to the nanosecond.
enum class Engine : std::uint8_t { Reference, Fast };
// Whether this build has the fast one (x86-64, asmjit).
bool fastEngineBuilt();
// By its name: "reference" or "fast".
std::optional<Engine> findEngine(std::string_view name);

// A run ends between instructions. Only what never ends by itself (a closed circle of indirect words or of XCTs, or an
// interrupt's CONO that selects itself) is interrupted at `until`: the indirect instruction starts again in the next
// run, the others continue.
struct RunLimit {
  std::uint64_t instructions = ~std::uint64_t{0};
  Instant until = kNever;
  Watch* watch = nullptr;
};

// Console and maintenance switches. All may be changed between runs.
struct Switches {
  Word36 data;  // DATAI APR reads them; DEPOSIT and EXECUTE use them
  VirtualAddress address;
  bool singleInstruction = false;
  bool singleCycle = false;
  bool parityStop = false;
  bool nonexistentStop = false;
  bool addressInstruction = false;  // the kinds of reference that the address condition applies to
  bool addressFetch = false;
  bool addressWrite = false;
  bool addressStop = false;
  bool addressBreak = false;
  bool fastMemory = true;   // FM ENB
  bool trapOffset = false;  // second processor: unrelocated traps at 140..
  DeviceCode readInDevice = DeviceCode::written(0104);
};

class Ka10 {
 public:
  // With a `pager`, the processor also has BBN's modifications for TENEX.
  Ka10(Scheduler& clock, CoreMemory& core, IoBus& bus, PiSystem& pi, Observers& observers, const TimingProfile& timing,
       const PagerConfig* pager = nullptr);
  ~Ka10();
  Ka10(const Ka10&) = delete;
  Ka10& operator=(const Ka10&) = delete;

  // May be changed between runs. Without effect if the build has no fast engine.
  void setEngine(Engine engine);
  std::uint64_t translated() const;  // instructions that the fast engine has executed

  // Registers; reading them takes no time.
  Word36 ac(AcNo n) const;
  void setAc(AcNo n, Word36 w);
  VirtualAddress pc() const;
  void setPc(VirtualAddress a);
  std::uint32_t flags() const;  // PcFlag bits
  void setFlags(std::uint32_t flags);
  PcWord pcWord() const { return {flags(), pc()}; }
  bool userMode() const { return (flags() & kPcUser) != 0; }
  Word36 memoryIndicator() const;        // MI lights
  VirtualAddress memoryAddress() const;  // MA lights
  Instruction instructionRegister() const;
  bool stoppedInCycle() const;  // MEM STOP light

  // Keys. Memory stays as it is; see SRM, Operating Keys.
  void reset();
  void setStart(VirtualAddress a);           // START: the address to run from; keeps flags and PI
  StopReason run(const RunLimit& limit);     // CONTINUE
  StopReason execute(Word36 instruction);    // EXECUTE: one instruction, PC as it is, no interrupts
  StopReason readIn(const RunLimit& limit);  // READ IN from switches().readInDevice, then runs
  void requestStop();                        // STOP: at the end of the instruction; callable from a device or a probe
  StopReason lastStop() const;
  std::uint64_t executed() const;  // instructions of the last run, counted as RunLimit counts them

  Switches& switches();
  const Switches& switches() const;

  // Access by virtual address without time. AC0-17 are the accumulators (fast memory on).
  std::optional<Word36> peek(Space space, VirtualAddress a) const;
  bool poke(Space space, VirtualAddress a, Word36 w);
  std::optional<PhysicalAddress> physical(Space space, VirtualAddress a) const;
  // Of the monitor's previous context, as UMOVE and XCT see it: with its accumulators.
  std::optional<Word36> peekPrevious(VirtualAddress a) const;
  bool pokePrevious(VirtualAddress a, Word36 w);
  // Through the tables of a process that need not be running. Nothing without a pager.
  std::optional<PhysicalAddress> physicalOf(const ProcessTables& tables, Space space, VirtualAddress a) const;

  TranslationWindow& window();

  Counters& counters();  // brings times up to date
  History& history();
  const History& history() const;
  unsigned level() const;  // PI level held; 0: none
  void connect(Probe& probe);
  void disconnect(Probe& probe);
  ProcessId process() const;  // whose pages are mapped
  const TimingProfile& timing() const;

  IoDevice& apr();  // device 000

  void state(Archive& a);

 private:
  std::unique_ptr<Processor> p_;
};

}  // namespace utah10
