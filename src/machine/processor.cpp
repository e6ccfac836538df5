#include "processor.hpp"

#include "apr.hpp"
#include "cycle_journal.hpp"
#include "relocation.hpp"

namespace utah10 {

Processor::Processor(Scheduler& clock_, CoreMemory& core_, IoBus& bus_, PiSystem& pi_, const TimingProfile& timing_)
    : clock(clock_), core(core_), bus(bus_), pi(pi_), timing(timing_) {
  for (std::size_t op = 0; op < phase.size(); ++op)
    phase[op] = timing.beforeExecution + timing.execution[op] + timing.afterExecution;
  map = std::make_unique<Relocation>(timing.relocation);
  apr = std::make_unique<Apr>(*this);
  journal = std::make_unique<CycleJournal>();
}

Processor::~Processor() = default;

void Processor::chargeTime() {
  counters.time[timeMode] += clock.now() - timeModeSince;
  timeModeSince = clock.now();
}

void Processor::modeChanged() {
  space = user() && !piCycle && !trapCycle ? Space::User : Space::Exec;
  const unsigned level = pi.holding();
  const std::size_t mode = !running ? kTimeStopped : level != 0 ? level : user() ? kTimeUser : kTimeExec;
  if (mode == timeMode) return;
  chargeTime();
  timeMode = mode;
}

void Processor::setFlags(std::uint32_t f) {
  flags = f;
  apr->update();
  modeChanged();
}

void Processor::raise(std::uint32_t pcFlags) {
  flags |= pcFlags;
  apr->update();
}

bool Processor::needsProbedRun() const {
  return !probes.empty() || watch != nullptr || switches.singleInstruction || switches.singleCycle ||
         switches.parityStop || switches.nonexistentStop || switches.addressStop || switches.addressBreak ||
         !switches.fastMemory || journal->stands();
}

}  // namespace utah10
