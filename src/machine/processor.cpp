#include "machine/processor.hpp"

#include "machine/apr.hpp"
#include "machine/cycle_journal.hpp"
#include "machine/engine.hpp"
#include "machine/relocation.hpp"

namespace utah10 {

Processor::Processor(Scheduler& clock_, CoreMemory& core_, IoBus& bus_, PiSystem& pi_, Observers& observers_,
                     const TimingProfile& timing_, const PagerConfig* pagerConfig)
    : clock(clock_), core(core_), bus(bus_), pi(pi_), observers(observers_), timing(timing_) {
  for (std::size_t op = 0; op < phase.size(); ++op)
    phase[op] = timing.beforeExecution + timing.execution[op] + timing.afterExecution;
  relocation = std::make_unique<Relocation>(timing.relocation);
  map = relocation.get();
  if (pagerConfig != nullptr) {
    pager = std::make_unique<Pager>(*this, *pagerConfig);
    map = pager.get();
  }
  apr = std::make_unique<Apr>(*this);
  journal = std::make_unique<CycleJournal>();
}

Processor::~Processor() = default;

void Processor::chargeTime(const Committed&) {
  counters.time[timeMode] += clock.now() - timeModeSince;
  timeModeSince = clock.now();
}

void Processor::modeChanged(const Committed& at) {
  space = user() && !piCycle && !trapCycle ? Space::User : Space::Exec;
  cycles = &counters.cycles[userIndex()];
  instructions = &counters.instructions[userIndex()];
  selective.modeChanged(*this);
  const unsigned level = pi.holding();
  const std::size_t mode = !inRun ? kTimeStopped : level != 0 ? level : user() ? kTimeUser : kTimeExec;
  if (mode == timeMode) return;
  chargeTime(at);
  timeMode = mode;
}

void Processor::setFlags(const Committed& at, std::uint32_t f) {
  flags = f;
  apr->update();
  modeChanged(at);
}

void Processor::raise(std::uint32_t pcFlags) {
  flags |= pcFlags;
  apr->update();
}

void Processor::endPageTrapCycle(const Committed& at) {
  pageTrapCycle = trapCycle = inhibitPi = false;
  pcStep = 1;
  modeChanged(at);
}

SpaceAddress Processor::previous(std::uint32_t va) const {
  if (pager == nullptr || !pager->on()) return {Space::Exec, va};
  if (va < 020) return {Space::Exec, pager->acBlock() + va};
  return {(flags & kPcCallFromMonitor) != 0 ? Space::Exec : Space::Previous, va};
}

std::uint32_t Processor::relocated(std::uint32_t va) const {
  return relocation->segment(VirtualAddress{va}).base | (va & 01777);
}

std::uint32_t Processor::selects(std::uint32_t a) const { return pager != nullptr && pager->on() && !user() ? a : 0; }

bool Processor::needsProbedRun() const {
  return observers.everythingWanted() || watch != nullptr || switches.singleInstruction || mayStopInCycle() ||
         switches.addressBreak || !switches.fastMemory || journal->stands();
}

}  // namespace utah10
