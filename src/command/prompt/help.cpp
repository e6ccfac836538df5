// The help command, and finding a command by name or abbreviation.
#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/suggestion.hpp"
#include "command/prompt/command_groups.hpp"
#include "command/prompt/command_table.hpp"
#include "command/prompt/commands.hpp"

namespace utah10 {

namespace {

bool called(const Command& c, std::string_view word) {
  if (sameWord(c.name, word)) return true;
  const auto aliases = wordsOf(c.aliases);
  return std::any_of(aliases.begin(), aliases.end(), [&](std::string_view a) { return sameWord(a, word); });
}

std::string joined(const std::vector<std::string_view>& words, std::string_view between) {
  std::string s;
  for (const std::string_view w : words) {
    if (!s.empty()) s += between;
    s += w;
  }
  return s;
}

}  // namespace

Expected<const Command*> findCommand(std::string_view word) {
  std::vector<std::string_view> fitting;
  std::vector<std::string_view> names;
  const Command* only = nullptr;
  for (const Command& c : commandTable()) {
    if (called(c, word)) return &c;
    if (sameWord(c.name.substr(0, word.size()), word)) {
      fitting.push_back(c.name);
      only = &c;
    }
    names.push_back(c.name);
    for (const std::string_view a : wordsOf(c.aliases)) names.push_back(a);
  }
  if (fitting.size() == 1) return only;
  if (fitting.size() > 1) return fail(std::string{word}, "is ambiguous: " + joined(fitting, ", "), "type more letters");
  const std::string_view near = nearest(word, names);
  return fail(std::string{word}, "no such command",
              near.empty() ? "help lists the commands" : fmt::format("did you mean {}?", near));
}

std::string helpSummary() {
  std::string text;
  for (const CommandGroup& group : commandGroups()) {
    text += fmt::format("{}\n", group.title);
    for (const std::string_view name : wordsOf(group.commands))
      text += fmt::format("  {:<10} {}\n", name, (*findCommand(name))->brief);
  }
  text += "help COMMAND describes a command and gives an example\n";
  return text;
}

std::string helpFor(const Command& c) {
  std::string text = fmt::format("{}{}{}\n  {}\n", c.name, c.arguments.empty() ? "" : " ", c.arguments, c.brief);
  if (!c.detail.empty()) text += fmt::format("{}\n", c.detail);
  if (!c.aliases.empty()) text += fmt::format("also: {}\n", joined(wordsOf(c.aliases), ", "));
  text += "example:\n";
  for (const std::string_view line : splitCommands(c.example)) text += fmt::format("  {}\n", line);
  return text;
}

Expected<void> helpCommand(Console& console, Arguments& arguments) {
  if (arguments.atEnd()) {
    console.write(helpSummary());
    return {};
  }
  const auto found = findCommand(arguments.takeRest());
  if (!found) return tl::unexpected(found.error());
  console.write(helpFor(**found));
  return {};
}

}  // namespace utah10
