// type and expect: talking to the guest, in virtual time.
#include <utility>

#include "command/handlers.hpp"
#include "command/lines.hpp"
#include "command/values.hpp"

namespace utah10 {

namespace {

constexpr Duration kPatience = seconds(60);

// What the guest prints: on the console or on a line.
struct Heard {
  std::string place;  // " on tty3"; nothing for the console
  Transcript& transcript;
  std::size_t& expected;
};

// The last characters the guest printed, for a message.
std::string lastPrinted(const Heard& heard) {
  constexpr std::size_t shown = 40;
  const std::string_view all = heard.transcript.since(heard.expected);
  if (all.empty()) return "it printed nothing";
  return fmt::format("it printed \"{}\"", escaped(all.substr(all.size() < shown ? 0 : all.size() - shown)));
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

// Takes the name of a line, if the first of several words is one.
Expected<LineTap*> takeLine(Session& session, Arguments& arguments) {
  Arguments ahead = arguments;
  const auto first = ahead.next();
  if (!first || ahead.atEnd() || !looksLikeLine(*first)) return nullptr;
  arguments = ahead;
  return lineTap(session, first->text);
}

// Runs until the text is there; a line's is complete when its last character is handed to the line.
RunOutcome runUntilHeard(Session& session, const Heard& heard, const std::string& text, Duration patience) {
  RunRequest request;
  request.until = session.machine().now() + patience;
  // What was printed before this run may be the beginning of the text: the search goes back that far.
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
    return fail("", end.error().what, "text with blanks goes in quotes: type \"two words\\r\"");
  if (*line != nullptr)
    (*line)->type(text->text);
  else
    session.recorder().input({RecordedInput::Kind::Keys, "tty", text->text});
  return {};
}

// The text may have been printed already, since the last expect; otherwise the machine runs until it is.
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
