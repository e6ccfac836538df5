#include "utah10/machine/ka10.hpp"

#include <algorithm>

#include "machine/apr.hpp"
#include "machine/cycle_journal.hpp"
#include "machine/engine.hpp"
#include "machine/ka10/run.hpp"
#include "machine/processor.hpp"
#include "machine/relocation.hpp"

namespace utah10 {

std::string_view describe(StopReason r) {
  switch (r) {
    case StopReason::None:
      return "running";
    case StopReason::Halt:
      return "halt instruction";
    case StopReason::StopKey:
      return "stopped";
    case StopReason::InstructionLimit:
      return "instruction count reached";
    case StopReason::TimeLimit:
      return "time reached";
    case StopReason::Watch:
      return "stop condition met";
    case StopReason::SingleInstruction:
      return "single instruction";
    case StopReason::SingleCycle:
      return "single cycle";
    case StopReason::AddressStop:
      return "address stop";
    case StopReason::NonexistentMemory:
      return "non-existent memory stop";
    case StopReason::ParityError:
      return "parity stop";
    case StopReason::ReadInWaits:
      return "read-in device supplies no word";
  }
  return "";
}

Ka10::Ka10(Scheduler& clock, CoreMemory& core, IoBus& bus, PiSystem& pi, Observers& observers,
           const TimingProfile& timing, const PagerConfig* pager)
    : p_(std::make_unique<Processor>(clock, core, bus, pi, observers, timing, pager)) {
  bus.connect(DeviceCode::written(0), *p_->apr);
  bus.connect(DeviceCode::written(4), pi);
  if (p_->pager) bus.connect(Pager::kDevice, *p_->pager);
}
Ka10::~Ka10() = default;

void Ka10::setEngine(Engine engine) {
  if (p_->fast) p_->fast->countUp();
  p_->fast = engine == Engine::Fast ? makeTranslator(*p_) : nullptr;
}

std::uint64_t Ka10::translated() const { return p_->fast ? p_->fast->executed() : 0; }

Word36 Ka10::ac(AcNo n) const { return p_->ac[n.number()]; }
void Ka10::setAc(AcNo n, Word36 w) { p_->ac[n.number()] = w; }
VirtualAddress Ka10::pc() const { return VirtualAddress{p_->pc}; }
void Ka10::setPc(VirtualAddress a) {
  p_->pc = a.bits();
  p_->next = NextFetch::Pc;
  p_->selection = 0;
  p_->pageTrap = false;
  if (p_->pageTrapCycle) p_->endPageTrapCycle(Committed::atRest(*p_));
  p_->journal->abandon();
}
std::uint32_t Ka10::flags() const { return p_->flags; }
void Ka10::setFlags(std::uint32_t flags) { p_->setFlags(Committed::atRest(*p_), flags & 0777740); }
Word36 Ka10::memoryIndicator() const { return p_->mi; }
VirtualAddress Ka10::memoryAddress() const { return VirtualAddress{p_->ma}; }
Instruction Ka10::instructionRegister() const { return p_->ir; }
bool Ka10::stoppedInCycle() const { return p_->journal->stands(); }

void Ka10::reset() {
  Processor& p = *p_;
  p.journal->abandon();
  p.next = NextFetch::Pc;
  p.following = p.piCycle = p.piOverflow = p.trapCycle = p.inhibitPi = p.interruptFirst = false;
  p.pageTrap = p.pageTrapCycle = false;
  p.selection = p.selected = 0;
  p.pcStep = 1;
  p.flags = 0;
  p.apr->clear();
  p.relocation->reset(p.window);
  p.bus.reset();
  if (p.pager) p.pager->reset();
  p.busFreeAt = p.clock.now();
  p.modeChanged(Committed::atRest(p));
}

void Ka10::setStart(VirtualAddress a) { setPc(a); }

namespace {
// How long EXECUTE allows for an instruction that never ends.
constexpr Duration kPatience = seconds(1);

void beginRun(Processor& p, const RunLimit& limit) {
  p.stop = StopReason::None;
  p.running = p.inRun = true;
  p.executed = 0;
  p.until = limit.until;
  p.watch = limit.watch;
  p.selected = 0;
  p.fastLimit = p.switches.fastMemory ? 020 : 0;
  p.stopsInCycles = p.mayStopInCycle();
  p.modeChanged(Committed::atRest(p));
  if (p.observers.everythingWanted()) p.clock.hastenAll();
  p.observers.each([&](Probe& probe) { probe.started(p.clock.now()); });
}

StopReason endRun(Processor& p) {
  p.running = p.inRun = false;
  p.watch = nullptr;
  p.core.settle();
  p.modeChanged(Committed::atRest(p));
  p.observers.each([&](Probe& probe) { probe.stopped(p.clock.now(), p.stop); });
  return p.stop;
}
}  // namespace

StopReason Ka10::run(const RunLimit& limit) {
  Processor& p = *p_;
  beginRun(p, limit);
  if (limit.until <= p.clock.now())
    p.halt(StopReason::TimeLimit);
  else if (limit.instructions == 0)
    p.halt(StopReason::InstructionLimit);
  else if (p.needsProbedRun())
    runProbed(p, limit);
  else
    runPlain(p, limit);
  return endRun(p);
}

StopReason Ka10::execute(Word36 instruction) {
  Processor& p = *p_;
  beginRun(p, {.until = p.clock.now() + kPatience});
  runOne(p, Instruction{instruction});
  return endRun(p);
}

// The RDI pulse starts the device; then words are taken as it has them ready, location 0 being the pointer.
StopReason Ka10::readIn(const RunLimit& limit) {
  Processor& p = *p_;
  reset();
  IoDevice* device = p.bus.at(p.switches.readInDevice);
  beginRun(p, limit);
  if (device != nullptr) device->readInStart();
  bool first = true;
  for (bool exhausted = false; !exhausted; first = false) {
    while (device != nullptr && !device->readInReady() && p.clock.nextEvent() < limit.until && device->readInPending())
      p.clock.idleUntil(p.clock.nextEvent());
    if (device == nullptr || !device->readInReady()) {
      p.halt(StopReason::ReadInWaits);
      return endRun(p);
    }
    exhausted = readInWord(p, p.switches.readInDevice, first);
  }
  // The last word read is executed, then the machine runs.
  const Word36 last = *peek(Space::Exec, VirtualAddress{p_->ac[0].right()});
  p.pcStep = 0;
  runOne(p, Instruction{last});
  const bool halted = !p.running;
  const StopReason why = endRun(p);
  return halted ? why : run(limit);
}

void Ka10::requestStop() { p_->halt(StopReason::StopKey); }
StopReason Ka10::lastStop() const { return p_->stop; }
std::uint64_t Ka10::executed() const { return p_->executed; }
Switches& Ka10::switches() { return p_->switches; }
const Switches& Ka10::switches() const { return p_->switches; }

std::optional<PhysicalAddress> Ka10::physical(Space space, VirtualAddress a) const { return p_->map->peek(space, a); }

std::optional<Word36> Ka10::peek(Space space, VirtualAddress a) const {
  if (a.isAc() && p_->switches.fastMemory) return p_->ac[a.bits()];
  const auto real = physical(space, a);
  if (!real || !p_->core.exists(*real)) return std::nullopt;
  return p_->core.peek(*real);
}

bool Ka10::poke(Space space, VirtualAddress a, Word36 w) {
  if (a.isAc() && p_->switches.fastMemory) {
    p_->ac[a.bits()] = w;
    return true;
  }
  const auto real = physical(space, a);
  return real && p_->core.poke(*real, w);
}

std::optional<Word36> Ka10::peekPrevious(VirtualAddress a) const {
  const SpaceAddress place = p_->previous(a.bits());
  return peek(place.space, VirtualAddress{place.va});
}

bool Ka10::pokePrevious(VirtualAddress a, Word36 w) {
  const SpaceAddress place = p_->previous(a.bits());
  return poke(place.space, VirtualAddress{place.va}, w);
}

std::optional<PhysicalAddress> Ka10::physicalOf(const ProcessTables& tables, Space space, VirtualAddress a) const {
  return p_->pager ? p_->pager->peekThrough(tables, space, a) : std::nullopt;
}

TranslationWindow& Ka10::window() { return p_->window; }

Counters& Ka10::counters() {
  p_->chargeTime(Committed::atRest(*p_));
  if (p_->fast) p_->fast->countUp();
  return p_->counters;
}
History& Ka10::history() { return p_->history; }
const History& Ka10::history() const { return p_->history; }
unsigned Ka10::level() const { return p_->pi.holding(); }
void Ka10::connect(Probe& probe) { p_->observers.connect(probe); }
void Ka10::disconnect(Probe& probe) { p_->observers.disconnect(probe); }
ProcessId Ka10::process() const { return p_->process; }
const TimingProfile& Ka10::timing() const { return p_->timing; }
IoDevice& Ka10::apr() { return *p_->apr; }

void Ka10::state(Archive& a) {
  Processor& p = *p_;
  Switches& s = p.switches;
  a.section("ka10", [&] {
    a.words(p.ac);
    a.word(p.ir, p.br, p.mi, s.data);
    a.u32(p.pc, p.flags, p.pcStep, p.nextAddress, p.piLevel, s.address);
    std::uint32_t device = s.readInDevice.asWritten();
    a.u32(device, p.selection);
    s.readInDevice = DeviceCode::written(device);
    a.choice(p.next, NextFetch::PageTrap, "processor: a register is out of range");
    a.check(p.pc <= 0777777 && p.selection <= 017 && p.pcStep <= 1 && p.piLevel <= 7,
            "processor: a register is out of range");
    a.flag(p.following, p.piCycle, p.piOverflow, p.trapCycle, p.inhibitPi, p.interruptFirst, p.pageTrap,
           p.pageTrapCycle);
    a.flag(s.singleInstruction, s.singleCycle, s.parityStop, s.nonexistentStop, s.addressInstruction, s.addressFetch,
           s.addressWrite, s.addressStop, s.addressBreak, s.fastMemory, s.trapOffset);
    a.instant(p.busFreeAt);
    p.journal->state(a);
  });
  p.relocation->state(a);
  if (!a.reading()) return;
  p.selected = 0;
  p.window.clear();
  p.timeModeSince = p.clock.now();
  p.modeChanged(Committed::atRest(p));
}

}  // namespace utah10
