#include "command/machine_file/dialogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/numbers.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr Duration kPatience = seconds(60);  // as that of the command expect

using Verb = DialogueLine::Verb;

Expected<Duration> time(Arguments& arguments) {
  const auto word = arguments.next();
  if (!word) return fail("", "a time is missing", "as in 10s");
  const auto d = parseDuration(word->text);
  if (!d) return tl::unexpected(d.error());
  return *d;
}

// The name in braces at `at`, if there is one.
std::string_view bracedName(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('}', at);
  return end == std::string_view::npos ? std::string_view{} : text.substr(at + 1, end - at - 1);
}

Expected<void> checkNames(std::string_view text, const std::vector<std::string_view>& names) {
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    const std::string_view name = bracedName(text, at);
    if (std::ranges::find(names, name) == names.end())
      return fail("", fmt::format("{{{}}} stands for nothing here", name),
                  names.empty() ? "" : fmt::format("names: {}", fmt::join(names, ", ")));
  }
  return {};
}

Expected<DialogueLine> lineOf(std::string_view text) {
  Arguments arguments{text};
  DialogueLine line;
  if (arguments.take("run")) {
    const auto d = time(arguments);
    if (!d) return tl::unexpected(d.error());
    line = {Verb::Run, {}, *d};
  } else {
    if (arguments.take("expect"))
      line = {Verb::Expect, {}, kPatience};
    else if (!arguments.take("type"))
      return fail("", fmt::format("a dialogue has no command \"{}\"", arguments.peek()), "type, expect or run");
    const auto words = arguments.next();
    if (!words || !words->quoted) return fail("", "a text in quotes is missing");
    line.text = words->text;
    if (line.verb == Verb::Expect && arguments.take("within")) {
      const auto d = time(arguments);
      if (!d) return tl::unexpected(d.error());
      line.time = *d;
    }
  }
  if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
  return line;
}

}  // namespace

Expected<Dialogue> parseDialogue(std::string_view text, const std::vector<std::string_view>& names) {
  Dialogue dialogue;
  for (unsigned n = 1; !text.empty(); ++n) {
    const std::size_t end = text.find('\n');
    const std::string_view line = withoutComment(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.empty()) continue;
    const auto at = [n](Error e) {
      e.where = fmt::format("line {}", n);
      return tl::unexpected(std::move(e));
    };
    auto one = lineOf(line);
    if (!one) return at(one.error());
    if (const auto ok = checkNames(one->text, names); !ok) return at(ok.error());
    dialogue.push_back(std::move(*one));
  }
  return dialogue;
}

}  // namespace utah10
