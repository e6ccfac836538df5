#include "command/terminals/exec_user.hpp"

#include "command/console/arguments.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kPrompts = "@!*";
// How often the output is looked at, in the machine's time.
constexpr Duration kGlance = milliseconds(50);

// The lines after the first, which echoes what was typed, and before the last, which is the prompt.
std::string answerIn(std::string_view printed) {
  const std::size_t first = printed.find('\n');
  const std::size_t last = printed.rfind('\n');
  return first == std::string_view::npos || first >= last ? "" : std::string{printed.substr(first + 1, last - first)};
}

}  // namespace

ExecUser::ExecUser(Debugger& debugger, GuestOutput output, Type type)
    : debugger_(debugger), output_(std::move(output)), type_(std::move(type)) {}

bool ExecUser::endsWithPrompt(std::string_view prompts) const {
  const std::string_view all = output_.transcript.since(0);
  return all.size() >= 2 && prompts.find(all.back()) != std::string_view::npos && all[all.size() - 2] == '\n';
}

Expected<std::string> ExecUser::says(const std::string& keys, Duration patience) {
  const std::size_t from = output_.transcript.length();
  type_(keys);
  const Instant last = debugger_.machine().now() + patience;
  while (output_.transcript.length() == from || !endsWithPrompt(kPrompts)) {
    if (debugger_.machine().now() >= last)
      return fail("", fmt::format("TENEX did not answer within {}{}", timeText(patience), output_.place));
    RunRequest request;
    request.until = std::min(last, debugger_.machine().now() + kGlance);
    const RunOutcome outcome = debugger_.run(request);
    if (outcome.interrupted) return fail("", "stopped by the operator");
    if (outcome.reason != StopReason::TimeLimit)
      return fail("", fmt::format("the machine stopped: {}", whyStopped(outcome, request)));
  }
  output_.expected = output_.transcript.length();  // a script's next expect is for what comes later
  return answerIn(output_.transcript.since(from));
}

std::string oneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || (c >= '\a' && c <= '\r');
    if (!blank && (c < ' ' || c == 0177)) continue;
    if (!blank)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace utah10
