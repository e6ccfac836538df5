// The commands start, continue, run, readin, execute, reset, step, next, finish, until and cycle.
#include "command/console/arguments.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"
#include "command/debug/run_request.hpp"
#include "command/debug/running.hpp"
#include "command/debug/step_goals.hpp"
#include "command/debug/stop_condition.hpp"

namespace utah10 {

namespace {

Expected<void> takeWithin(Debugger& debugger, Arguments& arguments, RunRequest& request) {
  if (!arguments.take("within")) return arguments.finish();
  if (arguments.atEnd()) return fail("", "a time is missing", "within 5s");
  const auto d = parseDuration(arguments.peek());
  if (!d) return tl::unexpected(d.error());
  arguments.take(arguments.peek());
  request.until = debugger.machine().now() + *d;
  return arguments.finish();
}

// Runs until `counters` has counted so many instructions in total.
Expected<void> takeInstructionNumber(Debugger& debugger, Arguments& arguments, RunRequest& request) {
  const auto n = parseCount(arguments.takeRest());
  if (!n) return tl::unexpected(n.error());
  const auto counted = [&debugger] {
    std::uint64_t sum = 0;
    for (const auto& mode : debugger.cpu().counters().instructions)
      for (const std::uint64_t count : mode) sum += count;
    return sum;
  };
  if (counted() >= *n) return fail("", fmt::format("{}. instructions have been counted already", counted()));
  request.goal = [counted, to = *n] { return counted() >= to; };
  return {};
}

// until TIME | until instruction N | until CONDITION [within TIME]
Expected<void> takeUntil(Debugger& debugger, Arguments& arguments, RunRequest& request) {
  if (looksLikeDuration(arguments.peek())) {
    const auto d = parseDuration(arguments.takeRest());
    if (!d) return tl::unexpected(d.error());
    request.until = kPowerOn + *d;
    if (request.until < debugger.machine().now())
      return fail("", fmt::format("the time is already {}", timeText(debugger.machine().now() - kPowerOn)),
                  "run for TIME counts from now");
    return {};
  }
  if (arguments.take("instruction")) return takeInstructionNumber(debugger, arguments, request);
  auto condition = parseStopCondition(debugger, arguments);
  if (!condition) return tl::unexpected(condition.error());
  request.condition = std::move(*condition);
  return takeWithin(debugger, arguments, request);
}

Expected<RunRequest> parseRun(Debugger& debugger, Arguments& arguments) {
  RunRequest request;
  if (arguments.take("until")) {
    if (auto ok = takeUntil(debugger, arguments, request); !ok) return tl::unexpected(ok.error());
    return request;
  }
  const bool forTime = arguments.take("for");
  if (arguments.atEnd() && !forTime) return request;
  if (forTime || looksLikeDuration(arguments.peek())) {
    const auto d = parseDuration(arguments.takeRest());
    if (!d) return tl::unexpected(d.error());
    request.until = debugger.machine().now() + *d;
    return request;
  }
  const auto n = parseCount(arguments.takeRest());
  if (!n) return tl::unexpected(n.error());
  request.instructions = *n;
  return request;
}

// Parses [COUNT] and repeats the step.
template <class Step>
Expected<void> repeat(Arguments& arguments, Step step) {
  std::uint64_t times = 1;
  if (!arguments.atEnd()) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    times = *n;
  }
  for (; times > 0; --times) step();
  return {};
}

}  // namespace

Expected<void> startCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  VirtualAddress address = debugger.cpu().switches().address;
  if (!arguments.atEnd()) {
    const auto a = evaluateAddress(debugger, arguments.takeRest());
    if (!a) return tl::unexpected(a.error());
    address = *a;
  } else if (debugger.startAddress) {
    address = *debugger.startAddress;
  } else {
    return fail("", "the program loaded last has no start address", "use start ADDRESS");
  }
  startAt(debugger, console, address);
  return {};
}

Expected<void> continueCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  runAndReport(debugger, console, {});
  return {};
}

Expected<void> runCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.take("to")) return untilCommand(debugger, console, arguments);
  const auto request = parseRun(debugger, arguments);
  if (!request) return tl::unexpected(request.error());
  runAndReport(debugger, console, *request);
  return {};
}

Expected<void> readInCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  DeviceCode code = debugger.cpu().switches().readInDevice;
  if (!arguments.atEnd()) {
    const auto name = arguments.next();
    if (!name) return tl::unexpected(name.error());
    const auto found = deviceCode(debugger, name->text);
    if (!found) return tl::unexpected(found.error());
    code = *found;
  }
  RunRequest request;
  if (auto ok = takeWithin(debugger, arguments, request); !ok) return ok;
  readIn(debugger, console, code, request.until);
  return {};
}

Expected<void> executeCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "an instruction is missing", "execute MOVEI 1,100");
  const auto w = instructionOrValue(debugger, arguments.takeRest(), debugger.cpu().pc());
  if (!w) return tl::unexpected(w.error());
  executeOnce(debugger, console, *w);
  return {};
}

Expected<void> resetCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  resetMachine(debugger, console);
  return {};
}

Expected<void> stepCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.take("line")) return repeat(arguments, [&] { stepLine(debugger, console); });
  std::uint64_t count = 1;
  if (!arguments.atEnd()) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    count = *n;
  }
  stepInstructions(debugger, console, count);
  return {};
}

Expected<void> nextCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  return repeat(arguments, [&] { stepOver(debugger, console); });
}

Expected<void> finishCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  AcNo stack = stackPointer(debugger);
  if (!arguments.atEnd()) {
    const auto n = evaluate(debugger, arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    if (n->bits() > 017) return fail("", fmt::format("there is no accumulator {:o}", n->bits()), "finish 17");
    stack = AcNo{static_cast<std::uint32_t>(n->bits())};
  }
  finishRoutine(debugger, console, stack);
  return {};
}

Expected<void> untilCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "an address is missing", "until 105");
  std::string_view text = arguments.takeRest();
  const auto space = takeSpace(text);
  if (!space) return tl::unexpected(space.error());
  const auto places = placesNamed(debugger, text, space->user());
  if (!places) return tl::unexpected(places.error());
  runTo(debugger, console, places->front(), space->spaceGiven ? std::optional{space->user()} : std::nullopt);
  return {};
}

Expected<void> cycleCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  return repeat(arguments, [&] { stepCycle(debugger, console); });
}

}  // namespace utah10
