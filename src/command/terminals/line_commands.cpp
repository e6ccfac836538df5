// The commands type, expect, log and hangup.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/transcript.hpp"
#include "command/terminals/commands.hpp"
#include "command/terminals/expect.hpp"
#include "command/terminals/line_tap.hpp"
#include "command/terminals/terminal_lines.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kPrefix = "tty";

// The word has the form of a line's name, such as "tty3"; the line need not exist.
bool looksLikeLine(const Argument& word) {
  if (word.quoted || word.text.size() <= kPrefix.size() || word.text.size() > kPrefix.size() + 2) return false;
  if (!sameWord(std::string_view{word.text}.substr(0, kPrefix.size()), kPrefix)) return false;
  return std::all_of(word.text.begin() + kPrefix.size(), word.text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Takes the first word if it names a terminal line and is not the only one.
Expected<LineTap*> takeLine(TerminalLines& lines, Arguments& arguments) {
  Arguments ahead = arguments;
  const auto first = ahead.next();
  if (!first || ahead.atEnd() || !looksLikeLine(*first)) return nullptr;
  arguments = ahead;
  return lines.tap(first->text);
}

void listTaps(Console& console, const TerminalLines& lines) {
  for (const auto& [name, tap] : lines.taps())
    console.print("{}  {}", name, counted(tap->transcript().length(), "character"));
  if (lines.taps().empty()) console.print("no script is connected to a line");
}

}  // namespace

Expected<void> typeCommand(Debugger& debugger, TerminalLines& lines, Arguments& arguments) {
  const auto line = takeLine(lines, arguments);
  if (!line) return tl::unexpected(line.error());
  const auto text = arguments.next();
  if (!text) return fail("", arguments.atEnd() ? "the text is missing" : text.error().what, "type \"login\\r\"");
  if (auto end = arguments.finish(); !end)
    return fail("", end.error().what, "put text with blanks in quotes: type \"two words\\r\"");
  if (*line != nullptr)
    (*line)->type(text->text);
  else
    typeKeys(debugger, text->text);
  return {};
}

Expected<void> expectCommand(Debugger& debugger, Console& console, TerminalLines& lines, Arguments& arguments) {
  const auto line = takeLine(lines, arguments);
  if (!line) return tl::unexpected(line.error());
  const auto text = arguments.next();
  if (!text)
    return fail("", arguments.atEnd() ? "the text is missing" : text.error().what, "expect \"login\" within 5s");
  if (text->text.empty()) return fail("", "the text is empty");
  const auto patience = takePatience(arguments);
  if (!patience) return tl::unexpected(patience.error());
  if (auto end = arguments.finish(); !end) return end;
  return expectText(debugger, *line != nullptr ? outputOn(**line) : outputOn(console), text->text, *patience);
}

Expected<void> logCommand(Console& console, TerminalLines& lines, Arguments& arguments) {
  if (arguments.atEnd()) {
    listTaps(console, lines);
    return {};
  }
  const auto name = arguments.next();
  if (!name) return fail("", "the line is missing", "log tty3 user3.log");
  const bool off = arguments.take("off");
  std::string file;
  if (!off && !arguments.atEnd()) file = arguments.next()->text;
  if (auto end = arguments.finish(); !end) return end;
  if (!file.empty()) return lines.log(name->text, file);
  const auto tap = lines.tap(name->text);
  if (!tap) return tl::unexpected(tap.error());
  if (off)
    (*tap)->log({});
  else
    console.print("{}", (*tap)->transcript().since(0));
  return {};
}

Expected<void> hangUpCommand(TerminalLines& lines, Arguments& arguments) {
  if (arguments.atEnd()) {
    lines.hangUpAll();
    return {};
  }
  const auto name = arguments.next();
  if (!name) return fail("", "the line is missing", "hangup tty3");
  if (auto end = arguments.finish(); !end) return end;
  return lines.hangUp(name->text);
}

}  // namespace utah10
