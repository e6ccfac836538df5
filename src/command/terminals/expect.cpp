#include "command/terminals/expect.hpp"

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/run_request.hpp"
#include "command/terminals/line_tap.hpp"

namespace utah10 {

namespace {

// The last characters that the guest printed, for an error message.
std::string lastPrinted(const GuestOutput& output) {
  constexpr std::size_t shown = 40;
  const std::string_view all = output.transcript.since(output.expected);
  if (all.empty()) return "the guest printed nothing";
  return fmt::format("the guest printed \"{}\"", escaped(all.substr(all.size() < shown ? 0 : all.size() - shown)));
}

bool hasPrinted(const GuestOutput& output, const std::string& text) {
  const std::size_t end = output.transcript.find(text, output.expected);
  if (end == Transcript::npos) return false;
  output.expected = end;
  return true;
}

// Runs until the text has been printed; on a line, until its last character has been passed to the line.
RunOutcome runUntilPrinted(Debugger& debugger, const GuestOutput& output, const std::string& text, Duration patience) {
  RunRequest request;
  request.until = debugger.machine().now() + patience;
  // The text may have begun before this run, so the search starts at the last expect.
  request.awaited = AwaitedText{&output.transcript, text, output.expected};
  return debugger.run(request);
}

}  // namespace

GuestOutput outputOn(Console& console) { return {"", console.transcript(), console.expected()}; }

GuestOutput outputOn(LineTap& line) { return {" on " + line.port().port(), line.transcript(), line.expected()}; }

void typeKeys(Debugger& debugger, const std::string& keys) {
  debugger.recorder().input({RecordedInputKind::Keys, "tty", keys});
}

Expected<void> expectText(Debugger& debugger, const GuestOutput& output, const std::string& text, Duration patience) {
  if (hasPrinted(output, text)) return {};
  const RunOutcome outcome = runUntilPrinted(debugger, output, text, patience);
  if (hasPrinted(output, text)) return {};
  const std::string why = outcome.interrupted                       ? "stopped by the operator"
                          : outcome.breakpoint                      ? "breakpoint"
                          : outcome.reason == StopReason::TimeLimit ? timeText(patience) + " passed"
                                                                    : std::string{describe(outcome.reason)};
  return fail(
      "",
      fmt::format("\"{}\" was not printed{}: {} at {}", escaped(text), output.place, why, octal(debugger.cpu().pc())),
      lastPrinted(output));
}

}  // namespace utah10
