// type and expect: talking to the guest, in virtual time.
#include "handlers.hpp"
#include "values.hpp"

namespace utah10 {

namespace {

constexpr Duration kPatience = seconds(60);

// The last characters the guest printed, for a message.
std::string lastPrinted(Session& session) {
  constexpr std::size_t shown = 40;
  const std::string_view all = session.transcript().since(session.expected());
  if (all.empty()) return "it printed nothing";
  return fmt::format("it printed \"{}\"", escaped(all.substr(all.size() < shown ? 0 : all.size() - shown)));
}

bool found(Session& session, const std::string& text) {
  const std::size_t end = session.transcript().find(text, session.expected());
  if (end == Transcript::npos) return false;
  session.expected() = end;
  return true;
}

Expected<Duration> takePatience(Arguments& arguments) {
  if (!arguments.take("within")) return kPatience;
  if (arguments.atEnd()) return fail("", "a time is missing", "expect \"@\" within 5s");
  return parseDuration(arguments.next()->text);
}

}  // namespace

Expected<void> typeCommand(Session& session, Arguments& arguments) {
  const auto text = arguments.next();
  if (!text) return fail("", arguments.atEnd() ? "the text is missing" : text.error().what, "type \"login\\r\"");
  if (auto end = arguments.finish(); !end)
    return fail("", end.error().what, "text with blanks goes in quotes: type \"two words\\r\"");
  session.recorder().input({RecordedInput::Kind::Keys, "tty", text->text});
  return {};
}

// The text may have been printed already, since the last expect; otherwise the machine runs until it is.
Expected<void> expectCommand(Session& session, Arguments& arguments) {
  const auto text = arguments.next();
  if (!text)
    return fail("", arguments.atEnd() ? "the text is missing" : text.error().what, "expect \"login\" within 5s");
  if (text->text.empty()) return fail("", "the text is empty");
  const auto patience = takePatience(arguments);
  if (!patience) return tl::unexpected(patience.error());
  if (auto end = arguments.finish(); !end) return end;
  if (found(session, text->text)) return {};
  RunRequest request;
  request.until = session.machine().now() + *patience;
  // What was printed before this run may be the beginning of the text: the search goes back that far.
  request.condition = StopCondition{};
  request.condition->output = text->text;
  request.outputFrom = session.expected();
  const RunOutcome outcome = session.run(request);
  if (found(session, text->text)) return {};
  const std::string why = outcome.interrupted                       ? "stopped by the operator"
                          : outcome.breakpoint                      ? "breakpoint"
                          : outcome.reason == StopReason::TimeLimit ? timeText(*patience) + " passed"
                                                                    : std::string{describe(outcome.reason)};
  return fail("", fmt::format("\"{}\" was not printed: {} at {}", escaped(text->text), why, octal(session.cpu().pc())),
              lastPrinted(session));
}

}  // namespace utah10
