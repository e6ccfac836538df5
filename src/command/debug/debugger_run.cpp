// Runs the machine in slices, between which it polls the terminal, with a watch that detects stops.

#include <algorithm>
#include <utility>

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/terminal.hpp"
#include "command/console/transcript.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/event_stops.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/run_attendant.hpp"
#include "command/debug/run_request.hpp"
#include "command/debug/stops.hpp"

namespace utah10 {

namespace {

// Instructions per slice: a fraction of a second of virtual time, about a millisecond of host time.
constexpr std::uint64_t kSlice = 20000;
// Limit of a slice in virtual time, for instructions that never end.
constexpr Duration kSliceTime = seconds(1);

// Stops the processor at the end of the instruction in which the text has been printed.
class Listening {
 public:
  Listening(const std::optional<AwaitedText>& awaited, Ka10& cpu) {
    if (!awaited) return;
    transcript_ = awaited->transcript;
    transcript_->onPrint([&cpu, &wanted = *awaited] {
      if (wanted.transcript->endsWith(wanted.text, wanted.from)) cpu.requestStop();
    });
  }
  ~Listening() {
    if (transcript_ != nullptr) transcript_->onPrint({});
  }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

 private:
  Transcript* transcript_ = nullptr;
};

}  // namespace

bool Debugger::networkIsLive() const {
  const auto ofNetwork = [](const TimedInput& in) { return !in.input.line.starts_with("tty"); };
  return !recorder_.ahead() && std::ranges::none_of(toReplay_, ofNetwork);
}

// READ IN is a separate run, so that the recorder sees the machine after the last word read and before the loaded
// program starts.
StopReason Debugger::readIn(const RunRequest& request) {
  const StopReason why = cpu().readIn({0, request.until, nullptr});
  recorder_.keyPressed();
  return why;
}

StopReason Debugger::runSlices(const RunRequest& request, Watch* watch, RunOutcome& outcome) {
  std::uint64_t left = request.instructions;
  if (attendant_ != nullptr) attendant_->runBegins(request.open());
  if (request.key == RunRequest::ConsoleKey::ReadIn)
    if (const StopReason why = readIn(request); why != StopReason::InstructionLimit) return why;
  for (;;) {
    if (attendant_ != nullptr && attendant_->stopAsked()) return StopReason::StopKey;
    recorder_.giveDue();
    const std::uint64_t toInput = replayDue();
    const auto longest = attendant_ != nullptr ? attendant_->longestSlice() : std::nullopt;
    const Instant until = std::min(request.until, machine_.now() + longest.value_or(kSliceTime));
    const StopReason why =
        cpu().run({std::min({left, kSlice, recorder_.toNext(), recorder_.toEnd(), toInput}), until, watch});
    left -= std::min(left, cpu().executed());
    outcome.executed += cpu().executed();
    recorder_.ran(cpu().executed());
    if (attendant_ != nullptr) attendant_->sliceEnded();
    const bool sliceEnded = why == StopReason::InstructionLimit || why == StopReason::TimeLimit;
    if (!sliceEnded || left == 0 || machine_.now() >= request.until) return why;
    if (attendant_ != nullptr) attendant_->serve();
    const Terminal::Attention a = console_.terminal().attention();
    if (!a.keys.empty()) recorder_.input({RecordedInputKind::Keys, "tty", a.keys});
    if (a.stop) {
      outcome.interrupted = true;
      return StopReason::StopKey;
    }
  }
}

RunOutcome Debugger::run(const RunRequest& request) {
  RunOutcome outcome;
  const auto stoppedBefore = std::exchange(stoppedBefore_, std::nullopt);
  Stops stops{*this, console_.transcript(), request, request.passHere ? cpu().pc() : stoppedBefore};
  RunRequest rest = request;
  const Instant began = machine_.now();
  for (bool going = true; going;) {
    runLeg(rest, stops, outcome);
    going = goesOn(outcome) && outcome.executed < request.instructions;
    stops.goOn();
    rest.instructions = request.instructions - std::min(request.instructions, outcome.executed);
    rest.key = RunRequest::ConsoleKey::Continue;
  }
  outcome.elapsed = machine_.now() - began;
  return outcome;
}

// After a stop: whether what has stopped the run lets it go on.
bool Debugger::goesOn(const RunOutcome& outcome) {
  if (!outcome.stops.empty()) return obeyStops(outcome);
  return outcome.reason == StopReason::StopKey && !outcome.interrupted && attendant_ != nullptr && attendant_->goesOn();
}

// Runs until something stops the machine; the commands of a breakpoint may then continue the run.
void Debugger::runLeg(const RunRequest& request, Stops& stops, RunOutcome& outcome) {
  outcome.stops.clear();
  outcome.event.clear();
  outcome.breakpoint.reset();
  std::optional<EventStops> events;
  if (request.breakpoints && breakpoints_.needProbe()) events.emplace(*this);
  console_.terminal().guestBegins(console_.interactive);
  recorder_.beginRun();
  const Listening listening{request.awaited, cpu()};
  outcome.reason = runSlices(request, stops.needed() ? &stops : nullptr, outcome);
  recorder_.giveDue();
  recorder_.endRun(outcome.reason);
  console_.terminal().guestEnds();
  if (stopped_) stopped_();
  if (outcome.reason == StopReason::Watch) {
    outcome.conditionMet = stops.conditionMet();
    outcome.breakpoint = stops.breakpoint();
    stoppedBefore_ = outcome.breakpoint;
    if (stops.stoppedBy()) outcome.stops.push_back(*stops.stoppedBy());
  }
  if (!events) return;
  for (const EventStops::Hit& hit : events->hits()) {
    const Breakpoint* b = breakpoints_.numbered(hit.number);
    if (b == nullptr || b->message.empty()) console_.print("{}", hit.text);
    outcome.stops.push_back(hit.number);
    if (outcome.event.empty()) outcome.event = hit.text.substr(hit.text.find(' ') + 1);
  }
}

// Performs the commands of the breakpoints that stopped the run; true: the run continues.
bool Debugger::obeyStops(const RunOutcome& outcome) {
  bool goOn = false, quits = false;
  std::size_t printed = 0;  // breakpoints that only print
  for (const unsigned number : outcome.stops) {
    const Breakpoint* b = breakpoints_.numbered(number);
    if (b == nullptr) continue;
    if (!b->message.empty()) {
      console_.print("{}", messageText(*this, b->message));
      ++printed;
      continue;
    }
    const std::string commands = b->commands;
    if (outcome.breakpoint && !commands.empty())
      console_.print("{}: {}, {}", number, timeText(machine_.now() - kPowerOn), nextInstruction(*this));
    if (b->temporary) breakpoints_.removeNumber(number);
    const AfterStop next = obey_ && !commands.empty() ? obey_(number, commands) : AfterStop::Stay;
    if (next == AfterStop::Failed) return false;
    goOn = goOn || next == AfterStop::Continue;
    quits = quits || next == AfterStop::Quit;
  }
  return (goOn || printed == outcome.stops.size()) && !quits;
}

}  // namespace utah10
