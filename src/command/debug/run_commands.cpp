// The commands start, continue, run, readin, execute and reset. Stepping is in stepping.cpp.
#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"

namespace utah10 {

// The instruction at PC as one line, `000105/ 254200000105  JRST 4,105`, followed by its source line if it is known.
std::string nextInstruction(Session& session) {
  const VirtualAddress pc = session.cpu().pc();
  const bool user = session.cpu().userMode();
  const std::string place = placeName(session, pc, user);
  const auto w = session.cpu().peek(user ? Space::User : Space::Exec, pc);
  if (!w) return place + "/ ??";
  const std::string source = sourceText(session, pc, user);
  return fmt::format("{}/ {}  {}{}", place, octal(*w), disassembled(session, *w, pc, user),
                     source.empty() ? "" : "\n" + source);
}

std::string whyStopped(const RunOutcome& outcome, const RunRequest& request, std::string_view reached) {
  if (outcome.interrupted) return "stopped by the operator";
  if (outcome.conditionMet) return request.goal ? std::string{reached} : request.condition->text;
  if (!outcome.stops.empty()) return "breakpoint";
  return std::string{describe(outcome.reason)};
}

namespace {

Expected<void> runAndTell(Session& session, const RunRequest& request) {
  const RunOutcome outcome = session.run(request);
  session.say("{} after {}: {}", whyStopped(outcome, request, "there"), timeText(outcome.elapsed),
              nextInstruction(session));
  return {};
}

Expected<void> takeWithin(Session& session, Arguments& arguments, RunRequest& request) {
  if (!arguments.take("within")) return arguments.finish();
  if (arguments.atEnd()) return fail("", "a time is missing", "within 5s");
  const auto d = parseDuration(arguments.peek());
  if (!d) return tl::unexpected(d.error());
  arguments.take(arguments.peek());
  request.until = session.machine().now() + *d;
  return arguments.finish();
}

// Runs until `counters` has counted so many instructions in total.
Expected<void> takeInstructionNumber(Session& session, Arguments& arguments, RunRequest& request) {
  const auto n = parseCount(arguments.takeRest());
  if (!n) return tl::unexpected(n.error());
  const auto counted = [&session] {
    std::uint64_t sum = 0;
    for (const auto& mode : session.cpu().counters().instructions)
      for (const std::uint64_t count : mode) sum += count;
    return sum;
  };
  if (counted() >= *n) return fail("", fmt::format("{}. instructions have been counted already", counted()));
  request.goal = [counted, to = *n] { return counted() >= to; };
  return {};
}

// until TIME | until instruction N | until CONDITION [within TIME]
Expected<void> takeUntil(Session& session, Arguments& arguments, RunRequest& request) {
  if (looksLikeDuration(arguments.peek())) {
    const auto d = parseDuration(arguments.takeRest());
    if (!d) return tl::unexpected(d.error());
    request.until = kPowerOn + *d;
    if (request.until < session.machine().now())
      return fail("", fmt::format("the time is already {}", timeText(session.machine().now() - kPowerOn)),
                  "run for TIME counts from now");
    return {};
  }
  if (arguments.take("instruction")) return takeInstructionNumber(session, arguments, request);
  auto condition = parseStopCondition(session, arguments);
  if (!condition) return tl::unexpected(condition.error());
  request.condition = std::move(*condition);
  return takeWithin(session, arguments, request);
}

Expected<RunRequest> parseRun(Session& session, Arguments& arguments) {
  RunRequest request;
  if (arguments.take("until")) {
    if (auto ok = takeUntil(session, arguments, request); !ok) return tl::unexpected(ok.error());
    return request;
  }
  const bool forTime = arguments.take("for");
  if (arguments.atEnd() && !forTime) return request;
  if (forTime || looksLikeDuration(arguments.peek())) {
    const auto d = parseDuration(arguments.takeRest());
    if (!d) return tl::unexpected(d.error());
    request.until = session.machine().now() + *d;
    return request;
  }
  const auto n = parseCount(arguments.takeRest());
  if (!n) return tl::unexpected(n.error());
  request.instructions = *n;
  return request;
}

}  // namespace

Expected<void> startCommand(Session& session, Arguments& arguments) {
  VirtualAddress address = session.cpu().switches().address;
  if (!arguments.atEnd()) {
    const auto a = evaluateAddress(session, arguments.takeRest());
    if (!a) return tl::unexpected(a.error());
    address = *a;
  } else if (session.startAddress) {
    address = *session.startAddress;
  } else {
    return fail("", "the program loaded last has no start address", "use start ADDRESS");
  }
  session.cpu().setStart(address);
  return runAndTell(session, {});
}

Expected<void> continueCommand(Session& session, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  return runAndTell(session, {});
}

Expected<void> runCommand(Session& session, Arguments& arguments) {
  if (arguments.take("to")) return untilCommand(session, arguments);
  const auto request = parseRun(session, arguments);
  if (!request) return tl::unexpected(request.error());
  return runAndTell(session, *request);
}

Expected<void> readInCommand(Session& session, Arguments& arguments) {
  DeviceCode code = session.cpu().switches().readInDevice;
  if (!arguments.atEnd()) {
    const auto name = arguments.next();
    if (!name) return tl::unexpected(name.error());
    const auto found = deviceCode(session, name->text);
    if (!found) return tl::unexpected(found.error());
    code = *found;
  }
  RunRequest request;
  request.key = RunRequest::Key::ReadIn;
  if (auto ok = takeWithin(session, arguments, request); !ok) return ok;
  session.cpu().switches().readInDevice = code;
  return runAndTell(session, request);
}

Expected<void> executeCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "an instruction is missing", "execute MOVEI 1,100");
  const auto w = instructionOrValue(session, arguments.takeRest(), session.cpu().pc());
  if (!w) return tl::unexpected(w.error());
  const StopReason why = session.cpu().execute(*w);
  if (why != StopReason::None && why != StopReason::InstructionLimit && why != StopReason::SingleInstruction)
    session.print("{}: {}", describe(why), nextInstruction(session));
  return {};
}

Expected<void> resetCommand(Session& session, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  session.cpu().reset();
  session.say("reset: processor, priority interrupts and devices; memory is unchanged");
  return {};
}

}  // namespace utah10
