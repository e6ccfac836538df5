#include "command/debug/time_travel.hpp"

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/finders.hpp"
#include "command/debug/run_request.hpp"

namespace utah10 {

namespace {

// Reports the position after back or forward.
Expected<void> arrived(Debugger& debugger, Console& console) {
  debugger.arrived();
  console.say("after {} at {}: {}", counted(debugger.recorder().position(), "instruction"),
              timeText(debugger.machine().now() - kPowerOn), nextInstruction(debugger));
  return {};
}

std::string reach(const Recorder& r) {
  return fmt::format("the recording begins {} earlier: {}", counted(r.position() - r.first(), "instruction"),
                     r.beginning());
}

}  // namespace

Expected<void> goBack(Debugger& debugger, Console& console, std::uint64_t instructions) {
  Recorder& r = debugger.recorder();
  if (instructions > r.position() || (r.first() != r.position() && r.position() - instructions < r.first()))
    return fail("", fmt::format("{} back is too far", counted(instructions, "instruction")), reach(r));
  if (auto done = r.goTo(r.position() - instructions); !done) return done;
  return arrived(debugger, console);
}

Expected<void> goBackFor(Debugger& debugger, Console& console, Duration d) {
  Recorder& r = debugger.recorder();
  const Instant at = debugger.machine().now() - d;
  if (!r.checkpoints().empty() && at < r.checkpoints().front().at)
    return fail("", fmt::format("{} back is too far", timeText(d)), reach(r));
  if (auto done = r.goToTime(at); !done) return done;
  return arrived(debugger, console);
}

Expected<void> goBackTo(Debugger& debugger, Console& console, PlacedFinder& finder, std::string_view what) {
  const auto found = debugger.recorder().goToLast(finder);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return fail("", fmt::format("no {} since the beginning", what), reach(debugger.recorder()));
  if (const std::string story = finder.story(); !story.empty()) console.print("{}", story);
  return arrived(debugger, console);
}

Expected<void> goForward(Debugger& debugger, Console& console, std::optional<std::uint64_t> instructions) {
  Recorder& r = debugger.recorder();
  const std::uint64_t target = instructions ? r.position() + *instructions : r.last();
  if (!r.ahead()) return fail("", "this is the end of the recorded history", "use run to go on");
  if (target > r.last())
    return fail("", fmt::format("the recorded history ends {} ahead", counted(r.last() - r.position(), "instruction")),
                "forward alone goes to its end");
  while (r.position() < target) {
    RunRequest request;
    request.instructions = target - r.position();
    request.breakpoints = false;
    const std::uint64_t before = r.position();
    const RunOutcome outcome = debugger.run(request);
    if (outcome.interrupted || (r.position() == before && r.toNext() != 0)) break;
  }
  return arrived(debugger, console);
}

}  // namespace utah10
