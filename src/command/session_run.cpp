// Running a session's machine: slices between looks at the terminal, and the watch that knows where to stop.
#include "utah10/command/session.hpp"

#include "io_trace.hpp"

namespace utah10 {

namespace {

// Instructions between looks at the terminal: a fraction of a second of virtual time, a millisecond of the host's.
constexpr std::uint64_t kSlice = 20000;
// And an end in virtual time, for instructions that never end.
constexpr Duration kSliceTime = seconds(1);

}  // namespace

// Asked before each instruction when there is a breakpoint or a condition.
class Session::Stops final : public Watch {
 public:
  Stops(Session& session, const RunRequest& request) : s_(session), breakpoints_(request.breakpoints) {
    standing_ = std::exchange(s_.stoppedBefore_, std::nullopt);
    if (!request.condition || request.condition->halt) return;
    condition_ = request.condition;
    condition_->begin(s_.cpu());
    printed_ = s_.transcript_.length();
    printedBefore_ = request.outputFrom.value_or(printed_);
  }

  bool needed() const { return condition_ || (breakpoints_ && !s_.breakpoints_.empty()); }
  bool conditionMet() const { return met_; }
  const std::optional<VirtualAddress>& breakpoint() const { return at_; }

  bool stopBefore(VirtualAddress pc) override {
    const bool first = std::exchange(first_, false);
    if (condition_ && (met_ = holds(first))) return true;
    if (!breakpoints_ || (first && standing_ == pc)) return false;
    if (!s_.breakpoints_.stopsAt(pc, s_.cpu())) return false;
    at_ = pc;
    return true;
  }

 private:
  // A comparison that is true to begin with counts only after an instruction: `run until pc = 100` at 100 goes round.
  bool holds(bool first) {
    if (condition_->output.empty()) return !first && condition_->holds(s_.cpu());
    if (s_.transcript_.length() == printed_) return false;
    printed_ = s_.transcript_.length();
    return s_.transcript_.find(condition_->output, printedBefore_) != Transcript::npos;
  }

  Session& s_;
  bool breakpoints_;
  std::optional<StopCondition> condition_;
  std::optional<VirtualAddress> standing_;
  std::optional<VirtualAddress> at_;
  std::size_t printedBefore_ = 0;
  std::size_t printed_ = 0;
  bool first_ = true;
  bool met_ = false;
};

// READ IN is a run of its own, so that the recorder sees the machine between the last word read and what it begins.
StopReason Session::readIn(const RunRequest& request) {
  const StopReason why = cpu().readIn({0, request.until, nullptr});
  recorder_.keyPressed();
  return why;
}

StopReason Session::runSlices(const RunRequest& request, Watch* watch, RunOutcome& outcome) {
  std::uint64_t left = request.instructions;
  if (request.key == RunRequest::Key::ReadIn)
    if (const StopReason why = readIn(request); why != StopReason::InstructionLimit) return why;
  for (;;) {
    recorder_.giveDue();
    const std::uint64_t toInput = replayDue();
    const Instant until = std::min(request.until, machine_.now() + kSliceTime);
    const StopReason why = cpu().run({std::min({left, kSlice, recorder_.toNext(), toInput}), until, watch});
    left -= std::min(left, cpu().executed());
    recorder_.ran(cpu().executed());
    const bool sliceEnded = why == StopReason::InstructionLimit || why == StopReason::TimeLimit;
    if (!sliceEnded || left == 0 || machine_.now() >= request.until) return why;
    // Who calls meanwhile waits until what is shown again has been shown.
    if (telnet_ && !recorder_.ahead()) telnet_->poll();
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
  const Instant began = machine_.now();
  terminal_.guestBegins(interactive);
  recorder_.beginRun();
  outcome.reason = runSlices(request, stops.needed() ? &stops : nullptr, outcome);
  recorder_.giveDue();
  recorder_.endRun(outcome.reason);
  terminal_.guestEnds();
  if (ioTrace_) ioTrace_->settle();
  outcome.elapsed = machine_.now() - began;
  if (outcome.reason == StopReason::Watch) {
    outcome.conditionMet = stops.conditionMet();
    outcome.breakpoint = stops.breakpoint();
    stoppedBefore_ = outcome.breakpoint;
  }
  return outcome;
}

}  // namespace utah10
