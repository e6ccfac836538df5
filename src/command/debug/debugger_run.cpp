// Runs a session's machine in slices, between which it polls the terminal, with a watch that detects stops.
#include "command/prompt/session.hpp"

#include <algorithm>
#include <utility>

#include "command/console/numbers.hpp"
#include "command/debug/event_stops.hpp"
#include "command/debug/stops.hpp"
#include "command/look/probes.hpp"
#include "command/net/cable_ports.hpp"
#include "command/prompt/handlers.hpp"

namespace utah10 {

namespace {

// Instructions per slice: a fraction of a second of virtual time, about a millisecond of host time.
constexpr std::uint64_t kSlice = 20000;
// Limit of a slice in virtual time, for instructions that never end.
constexpr Duration kSliceTime = seconds(1);

// Limit while a peer is attached to a cable, so that its datagrams are received in time.
constexpr Duration kLinkedSlice = milliseconds(5);

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

// The machine executes these instructions for the first time, and no replay file supplies the network's input.
bool Session::networkIsLive() const {
  const auto ofNetwork = [](const TimedInput& in) { return !in.input.line.starts_with("tty"); };
  return !recorder_.ahead() && std::ranges::none_of(toReplay_, ofNetwork);
}

// Paces virtual time after each slice. Re-execution after going back runs at full speed.
void Session::pace(bool& toldOfPace) {
  const bool live = networkIsLive();
  pacer_.need(live && network_->anyAttached());
  if (!live) return pacer_.begin(machine_.now());
  if (!pacer_.keep(machine_.now()) && !std::exchange(toldOfPace, true))
    print("pace: the host is too slow, virtual time falls behind; pace shows by how much");
}

void Session::attendNetwork() {
  for (const std::string& told : network_->poll(networkIsLive())) print("{}", told);
}

// READ IN is a separate run, so that the recorder sees the machine after the last word read and before the loaded
// program starts.
StopReason Session::readIn(const RunRequest& request) {
  const StopReason why = cpu().readIn({0, request.until, nullptr});
  recorder_.keyPressed();
  return why;
}

StopReason Session::runSlices(const RunRequest& request, Watch* watch, RunOutcome& outcome) {
  std::uint64_t left = request.instructions;
  bool toldOfPace = false;
  attendNetwork();
  pacer_.begin(machine_.now());
  pace(toldOfPace);
  if (request.key == RunRequest::Key::ReadIn)
    if (const StopReason why = readIn(request); why != StopReason::InstructionLimit) return why;
  for (;;) {
    recorder_.giveDue();
    const std::uint64_t toInput = replayDue();
    const Duration slice = pacer_.slice().value_or(network_->anyAttached() ? kLinkedSlice : kSliceTime);
    const Instant until = std::min(request.until, machine_.now() + slice);
    const StopReason why =
        cpu().run({std::min({left, kSlice, recorder_.toNext(), recorder_.toEnd(), toInput}), until, watch});
    left -= std::min(left, cpu().executed());
    outcome.executed += cpu().executed();
    recorder_.ran(cpu().executed());
    pace(toldOfPace);
    const bool sliceEnded = why == StopReason::InstructionLimit || why == StopReason::TimeLimit;
    if (!sliceEnded || left == 0 || machine_.now() >= request.until) return why;
    // Telnet callers wait until re-execution is over.
    if (telnet_ && !recorder_.ahead()) telnet_->poll();
    attendNetwork();
    const Terminal::Attention a = terminal_.attention();
    if (!a.keys.empty()) recorder_.input({RecordedInput::Kind::Keys, "tty", a.keys});
    if (a.stop) {
      outcome.interrupted = true;
      return StopReason::StopKey;
    }
  }
}

RunOutcome Session::run(const RunRequest& request) {
  RunOutcome outcome;
  Stops stops{*this, request};
  RunRequest rest = request;
  const Instant began = machine_.now();
  for (bool going = true; going;) {
    runLeg(rest, stops, outcome);
    going = !outcome.stops.empty() && perform(outcome) && outcome.executed < request.instructions;
    stops.goOn();
    rest.instructions = request.instructions - std::min(request.instructions, outcome.executed);
    rest.key = RunRequest::Key::Continue;
  }
  outcome.elapsed = machine_.now() - began;
  return outcome;
}

// Runs until something stops the machine; the commands of a breakpoint may then continue the run.
void Session::runLeg(const RunRequest& request, Stops& stops, RunOutcome& outcome) {
  outcome.stops.clear();
  outcome.breakpoint.reset();
  std::optional<EventStops> events;
  if (request.breakpoints && breakpoints_.needProbe()) events.emplace(*this);
  terminal_.guestBegins(interactive);
  recorder_.beginRun();
  const Listening listening{request.awaited, cpu()};
  outcome.reason = runSlices(request, stops.needed() ? &stops : nullptr, outcome);
  recorder_.giveDue();
  recorder_.endRun(outcome.reason);
  terminal_.guestEnds();
  if (probes_->ioTrace) probes_->ioTrace->settle();
  if (outcome.reason == StopReason::Watch) {
    outcome.conditionMet = stops.conditionMet();
    outcome.breakpoint = stops.breakpoint();
    stoppedBefore_ = outcome.breakpoint;
    if (stops.stoppedBy()) outcome.stops.push_back(*stops.stoppedBy());
  }
  if (!events) return;
  for (const EventStops::Hit& hit : events->hits()) {
    print("{}", hit.text);
    outcome.stops.push_back(hit.number);
  }
}

bool Session::perform(const RunOutcome& outcome) {
  bool goOn = false;
  for (const unsigned number : outcome.stops) {
    const Breakpoint* b = breakpoints_.numbered(number);
    if (b == nullptr) continue;
    const std::string commands = b->commands;
    if (outcome.breakpoint && !commands.empty())
      print("{}: {}, {}", number, timeText(machine_.now() - kPowerOn), nextInstruction(*this));
    if (b->temporary) breakpoints_.removeNumber(number);
    for (const std::string_view command : splitCommands(commands)) {
      const auto known = findCommand(command.substr(0, command.find(' ')));
      const bool on = known && (*known)->name == "continue";
      goOn = goOn || on;
      if (on || command == "print") continue;  // the event has been printed already
      if (const auto done = perform(command); !done) {
        print("break {}: {}", number, done.error().text());
        return false;
      }
    }
  }
  return goOn && !quitCode_;
}

}  // namespace utah10
