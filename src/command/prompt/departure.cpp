#include "command/prompt/departure.hpp"

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/terminal.hpp"
#include "command/console/transcript.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"
#include "command/debug/run_request.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "command/net/connections.hpp"
#include "command/prompt/conversation.hpp"
#include "command/prompt/session.hpp"

namespace utah10 {

namespace {

// A run that no breakpoint stops and in which nobody has the keyboard.
RunOutcome runOn(Session& session, Duration time, std::optional<AwaitedText> awaited = std::nullopt) {
  RunRequest request;
  request.until = session.debugger().machine().now() + time;
  request.breakpoints = false;
  request.awaited = std::move(awaited);
  return session.debugger().run(request);
}

void giveGrace(Session& session) {
  const std::size_t callers = session.connections().callers();
  const Duration grace = session.leave().grace.value_or(callers == 0 ? Duration{} : kGraceOfCallers);
  if (grace <= Duration{}) return;
  const std::string when = writtenDuration(grace);
  session.console().say("{} in {}; ^C: at once", callers == 0 ? "utah10 ends" : "callers are told that TENEX stops",
                        when);
  session.connections().tellCallers(fmt::format("the machine stops in {}; save your work and log out", when));
  session.connections().inRealTime([&] { runOn(session, grace); });
}

Expected<void> depositAll(Debugger& debugger, const StopDescription& stop) {
  debugger.recorder().touched();
  for (const auto& [cell, value] : stop.deposits) {
    const auto place = parsePlace(debugger, cell);
    if (!place) return tl::unexpected(place.error());
    const auto word = evaluate(debugger, value);
    if (!word) return tl::unexpected(word.error());
    if (auto done = deposit(debugger.machine(), *place, {*word}); !done) return done;
  }
  return {};
}

// Orders the system to stop and waits until it says that its files are on the disk, and halts.
Expected<void> stopSystem(Session& session, const StopDescription& stop) {
  Transcript& printed = session.console().transcript();
  const std::size_t from = printed.length();
  if (auto ordered = depositAll(session.debugger(), stop); !ordered) return ordered;
  if (auto ordered = holdDialogue(session, stop.dialogue); !ordered) return ordered;
  if (stop.says.empty()) return {};
  if (printed.find(stop.says, from) == Transcript::npos)
    runOn(session, stop.within, AwaitedText{&printed, stop.says, from});
  if (printed.find(stop.says, from) == Transcript::npos)
    return fail("", fmt::format("it did not say \"{}\" within {}", stop.says, writtenDuration(stop.within)));
  constexpr Duration kUntilHalt = seconds(30);  // while its last lines are printed
  runOn(session, kUntilHalt);
  return {};
}

bool systemRuns(Session& session) {
  return session.inOperation() && session.debugger().cpu().lastStop() != StopReason::Halt;
}

}  // namespace

void depart(Session& session, const Departure& departure) {
  Connections& connections = session.connections();
  session.console().terminal().leaving();
  session.console().interactive = false;
  const bool told = departure.keeps || connections.callers() != 0;
  if (!session.leave().now && told && departure.stop && systemRuns(session)) {
    giveGrace(session);
    connections.pacer().set({PaceSetting::Mode::Off, 1});  // nobody waits any more but who wants to leave
    if (const auto stopped = stopSystem(session, *departure.stop); !stopped)
      session.console().print(
          "TENEX was not stopped in order: {}; what it wrote in its last half minute may be missing",
          stopped.error().text());
    else if (departure.keeps)
      session.console().say("TENEX has stopped; its files are on the pack");
  }
  connections.hangUpCallers("utah10: the machine is switched off; goodbye");
}

}  // namespace utah10
