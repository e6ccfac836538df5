#include "command/machine_file/dialogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/numbers.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

using Verb = DialogueLine::Verb;

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
  const bool runs = arguments.take("run"), expects = !runs && arguments.take("expect");
  if (!runs && !expects && !arguments.take("type"))
    return fail("", fmt::format("a dialogue has no command \"{}\"", arguments.peek()), "type, expect or run");
  DialogueLine line{runs ? Verb::Run : expects ? Verb::Expect : Verb::Type, {}, {}};
  const auto word = arguments.next();
  if (runs && !word) return fail("", "a time is missing", "as in 10s");
  if (!runs && (!word || !word->quoted)) return fail("", "a text in quotes is missing");
  if (!runs) line.text = word->text;
  if (runs || expects) {
    const auto time = runs ? parseDuration(word->text) : takePatience(arguments);
    if (!time) return tl::unexpected(time.error());
    line.time = *time;
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
