// Runs, steps and going back; and what has stopped them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/console/console.hpp"
#include "command/dap/adapter.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/step_goals.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kHaltf = "HALTF";

bool byInstruction(const JsonValue& arguments) { return arguments.value("granularity", "statement") == "instruction"; }

bool hasLine(Debugger& debugger) {
  return debugger.symbols().of(debugger.cpu().userMode()).line(debugger.cpu().pc()).has_value();
}

}  // namespace

void Adapter::start(RunRequest request, std::string reached) {
  request.passHere = true;
  pause_ = false;
  run_ = Run{std::move(request), std::move(reached)};
}

// A message of the client's ends the run; afterwards it goes on, unless the message was about that.
void Adapter::runOn() {
  RunRequest& request = run_->request;
  const RunOutcome outcome = debugger().run(request);
  if (request.instructions != ~std::uint64_t{0}) request.instructions -= outcome.executed;
  if (outcome.executed != 0) request.passHere = false;
  terminal_.flush();
  if (!outcome.interrupted) return stopped(outcome);
  pause_ = pause_ || terminal_.takeStop();
  while (run_ && !pause_ && wire_.pending()) {
    const auto message = wire_.receive(std::chrono::milliseconds{0});
    if (!message) break;
    handle(*message);
  }
  if (!run_ || done_) return;
  if (pause_) {
    run_.reset();
    return tellStopped("pause", "paused");
  }
  // The run asks for its goal before each instruction but its first.
  if (outcome.executed == 0 || !run_->request.goal || !run_->request.goal()) return;
  const std::string reached = run_->reached;
  run_.reset();
  tellStopped(reached, "");
}

void Adapter::stopped(const RunOutcome& outcome) {
  const std::string reached = run_->reached;
  run_.reset();
  if (session().quitCode()) return end(*session().quitCode());
  if (!outcome.stops.empty()) {
    const auto ofProgram = [&](unsigned n) { return breakpoints_->kindOf(n) == EditorBreakpoints::Kind::Internal; };
    if (std::ranges::any_of(outcome.stops, ofProgram)) return ended(kHaltf);
    const Breakpoint* b = debugger().breakpoints().numbered(outcome.stops.front());
    std::string what = !outcome.event.empty() ? outcome.event : b != nullptr ? b->what : "breakpoint";
    what.resize(std::min(what.find(", by "), what.size()));  // the stack says by whom
    const bool failed = b != nullptr && b->trigger == Breakpoint::Trigger::JsysError && !debugger().cpu().userMode();
    tellStopped(reasonOf(outcome.stops), what, outcome.stops);
    if (failed) within_ = Within::FailedCall;
    return;
  }
  if (outcome.conditionMet || outcome.reason == StopReason::InstructionLimit)
    return tellStopped(reached.empty() ? "step" : reached, "");
  if (outcome.reason == StopReason::Halt) return ended("HALT");
  tellStopped("exception", describe(outcome.reason));
}

// The program has come to its end, where the user may still look at it and go back, or not.
void Adapter::ended(std::string_view what) {
  if (!breakpoints_->stopsAtHalt()) return end(0);
  tellStopped("exception", fmt::format("{}: the program has ended", what));
  if (what == kHaltf) within_ = Within::Haltf;
}

std::string Adapter::reasonOf(const std::vector<unsigned>& numbers) const {
  using Kind = EditorBreakpoints::Kind;
  const auto kind = numbers.empty() ? std::nullopt : breakpoints_->kindOf(numbers.front());
  switch (kind.value_or(Kind::Line)) {
    case Kind::Function:
      return "function breakpoint";
    case Kind::Instruction:
      return "instruction breakpoint";
    case Kind::Data:
      return "data breakpoint";
    case Kind::Exception:
    case Kind::Internal:
      return "exception";
    default:
      return "breakpoint";
  }
}

void Adapter::tellStopped(std::string_view reason, std::string_view description, const std::vector<unsigned>& numbers) {
  references_.clear();
  within_ = Within::Itself;
  stopReason_ = reason;
  stopText_ = description;
  JsonValue body{{"reason", reason}, {"threadId", currentThread()}, {"allThreadsStopped", true}};
  if (!description.empty()) body["description"] = body["text"] = description;
  if (!numbers.empty()) body["hitBreakpointIds"] = numbers;
  wire_.event("stopped", body);
}

Expected<JsonValue> Adapter::continueRun(const JsonValue&) {
  start({}, "");
  return JsonValue{{"allThreadsContinued", true}};
}

Expected<JsonValue> Adapter::stepIn(const JsonValue& a) {
  start(within_ == Within::FailedCall              ? programStep(debugger())
        : byInstruction(a) || !hasLine(debugger()) ? instructionStep()
                                                   : lineStepHere(debugger(), false),
        "step");
  return JsonValue{};
}

Expected<JsonValue> Adapter::next(const JsonValue& a) {
  start(within_ == Within::FailedCall              ? programStep(debugger())
        : byInstruction(a) || !hasLine(debugger()) ? overStep(debugger())
                                                   : lineStepHere(debugger(), true),
        "step");
  return JsonValue{};
}

Expected<JsonValue> Adapter::stepOut(const JsonValue&) {
  start(returnStep(debugger(), stackPointer(debugger())), "step");
  return JsonValue{};
}

void Adapter::arrivedBack(const Expected<Reversed>& arrived, std::string_view reason) {
  if (!arrived) {
    terminal_.tell("stderr", arrived.error().text() + "\n");
    return tellStopped(reason, arrived.error().what);
  }
  if (arrived->interrupted) return tellStopped("pause", "paused on the way back");
  if (arrived->atBeginning) return tellStopped("entry", "the beginning of what is recorded");
  if (arrived->stops.empty()) return tellStopped(reason, "");
  const Breakpoint* b = debugger().breakpoints().numbered(arrived->stops.front());
  tellStopped(reasonOf(arrived->stops), b != nullptr ? b->what : "", arrived->stops);
}

// Other requests wait until the machine has arrived.
void Adapter::goBack(Expected<Reversed> (*to)(Debugger&), std::string_view reason) {
  debugger().recorder().interruptedBy([this] { return wire_.awaits({"pause", "disconnect", "terminate"}); });
  const auto arrived = to(debugger());
  debugger().recorder().interruptedBy(nullptr);
  arrivedBack(arrived, reason);
}

Expected<JsonValue> Adapter::stepBack(const JsonValue& a) {
  // The monitor has begun the call HALTF; the line before is that of the program's call.
  const bool instruction = byInstruction(a) || within_ == Within::Haltf;
  const auto to = within_ == Within::FailedCall ? backToProgram : instruction ? backOneInstruction : backOneLine;
  after_ = [this, to] { goBack(to, "step"); };
  return JsonValue{};
}

Expected<JsonValue> Adapter::reverseContinue(const JsonValue&) {
  after_ = [this] { goBack(backToBreakpoint, "pause"); };
  return JsonValue{};
}

Expected<JsonValue> Adapter::pause(const JsonValue&) {
  pause_ = run_.has_value();
  return JsonValue{};
}

Expected<JsonValue> Adapter::gotoTargets(const JsonValue& a) {
  const JsonValue& source = a.at("source");
  const auto line = client_.lineOfFile(a.at("line").get<int>());
  const int reference = source.value("sourceReference", 0);
  JsonValue targets = JsonValue::array();
  const auto add = [&](VirtualAddress to, bool inUser) {
    targets_.push_back({inUser, to.bits()});
    targets.push_back({{"id", targets_.size()},
                       {"label", placeName(debugger(), to, inUser)},
                       {"line", a["line"]},
                       {"instructionPointerReference", fmt::format("{}:{:06o}", inUser ? 'u' : 'e', to.bits())}});
  };
  bool user = false;
  if (const auto at = sources_->listed(reference, line, user)) {
    add(*at, user);
  } else if (const auto file = sources_->fileOf(source.value("path", ""), reference)) {
    const bool present = debugger().cpu().userMode();
    for (const VirtualAddress word : debugger().symbols().of(present).addresses(*file, line)) add(word, present);
  }
  return JsonValue{{"targets", std::move(targets)}};
}

Expected<JsonValue> Adapter::goTo(const JsonValue& a) {
  const auto id = a.at("targetId").get<std::size_t>();
  if (id < 1 || id > targets_.size()) return fail("goto", fmt::format("there is no target {}", id));
  const CodePlace target = targets_[id - 1];
  if (target.user != debugger().cpu().userMode())
    return fail("goto", "the processor is not in that mode", "set the flag \"user\" first");
  debugger().recorder().touched();
  debugger().cpu().setPc(VirtualAddress{target.address});
  after_ = [this] { tellStopped("goto", ""); };
  return JsonValue{};
}

}  // namespace utah10
