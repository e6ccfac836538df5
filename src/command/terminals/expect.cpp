// The commands type and expect: a dialogue with the guest in virtual time.
#include <utility>

#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"
#include "command/terminals/terminal_lines.hpp"

namespace utah10 {

namespace {

constexpr Duration kPatience = seconds(60);

// The output of the guest on the console or on a terminal line.
struct Heard {
  std::string place;  // " on tty3"; empty for the console
  Transcript& transcript;
  std::size_t& expected;
};

// The last characters that the guest printed, for an error message.
std::string lastPrinted(const Heard& heard) {
  constexpr std::size_t shown = 40;
  const std::string_view all = heard.transcript.since(heard.expected);
  if (all.empty()) return "the guest printed nothing";
  return fmt::format("the guest printed \"{}\"", escaped(all.substr(all.size() < shown ? 0 : all.size() - shown)));
}

bool found(const Heard& heard, const std::string& text) {
  const std::size_t end = heard.transcript.find(text, heard.expected);
  if (end == Transcript::npos) return false;
  heard.expected = end;
  return true;
}

Expected<Duration> takePatience(Arguments& arguments) {
  if (!arguments.take("within")) return kPatience;
  if (arguments.atEnd()) return fail("", "a time is missing", "expect \"@\" within 5s");
  return parseDuration(arguments.next()->text);
}

// Takes the first word if it names a terminal line and is not the only one.
Expected<LineTap*> takeLine(Session& session, Arguments& arguments) {
  Arguments ahead = arguments;
  const auto first = ahead.next();
  if (!first || ahead.atEnd() || !looksLikeLine(*first)) return nullptr;
  arguments = ahead;
  return lineTap(session, first->text);
}

// Runs until the text has been printed; on a line, until its last character has been passed to the line.
RunOutcome runUntilHeard(Session& session, const Heard& heard, const std::string& text, Duration patience) {
  RunRequest request;
  request.until = session.machine().now() + patience;
  // The text may have begun before this run, so the search starts at the last expect.
  request.awaited = AwaitedText{&heard.transcript, text, heard.expected};
  return session.run(request);
}

}  // namespace

Expected<void> typeCommand(Session& session, Arguments& arguments) {
  const auto line = takeLine(session, arguments);
  if (!line) return tl::unexpected(line.error());
  const auto text = arguments.next();
  if (!text) return fail("", arguments.atEnd() ? "the text is missing" : text.error().what, "type \"login\\r\"");
  if (auto end = arguments.finish(); !end)
    return fail("", end.error().what, "put text with blanks in quotes: type \"two words\\r\"");
  if (*line != nullptr)
    (*line)->type(text->text);
  else
    session.recorder().input({RecordedInput::Kind::Keys, "tty", text->text});
  return {};
}

// Succeeds at once if the text has been printed since the last expect; runs the machine if not.
Expected<void> expectCommand(Session& session, Arguments& arguments) {
  const auto line = takeLine(session, arguments);
  if (!line) return tl::unexpected(line.error());
  const auto text = arguments.next();
  if (!text)
    return fail("", arguments.atEnd() ? "the text is missing" : text.error().what, "expect \"login\" within 5s");
  if (text->text.empty()) return fail("", "the text is empty");
  const auto patience = takePatience(arguments);
  if (!patience) return tl::unexpected(patience.error());
  if (auto end = arguments.finish(); !end) return end;
  const Heard heard = *line != nullptr
                          ? Heard{" on " + (*line)->port().port(), (*line)->transcript(), (*line)->expected()}
                          : Heard{"", session.transcript(), session.expected()};
  if (found(heard, text->text)) return {};
  const RunOutcome outcome = runUntilHeard(session, heard, text->text, *patience);
  if (found(heard, text->text)) return {};
  const std::string why = outcome.interrupted                       ? "stopped by the operator"
                          : outcome.breakpoint                      ? "breakpoint"
                          : outcome.reason == StopReason::TimeLimit ? timeText(*patience) + " passed"
                                                                    : std::string{describe(outcome.reason)};
  return fail("",
              fmt::format("\"{}\" was not printed{}: {} at {}", escaped(text->text), heard.place, why,
                          octal(session.cpu().pc())),
              lastPrinted(heard));
}

}  // namespace utah10
