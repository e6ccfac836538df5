// The help command, and finding a command by name or abbreviation.
#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/suggestion.hpp"
#include "command/prompt/command_groups.hpp"
#include "command/prompt/command_table.hpp"
#include "command/prompt/commands.hpp"
#include "command/prompt/foreign_names.hpp"

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

// The command that `word` seems to mean, by its own name even if an alias is nearer.
std::string_view meant(std::string_view word) {
  std::vector<std::string_view> names;
  for (const Command& c : commandTable()) {
    names.push_back(c.name);
    for (const std::string_view a : wordsOf(c.aliases)) names.push_back(a);
  }
  const std::string_view near = nearest(word, names);
  for (const Command& c : commandTable())
    if (!near.empty() && called(c, near)) return c.name;
  return {};
}

const CommandGroup* groupNamed(std::string_view name) {
  const auto all = commandGroups();
  const auto at = std::ranges::find_if(all, [&](const CommandGroup& g) { return sameWord(g.name, name); });
  return at == all.end() ? nullptr : &*at;
}

// The words in lines of at most `width` columns, behind `head` and below it.
std::string folded(std::string head, const std::vector<std::string_view>& words, std::size_t width) {
  const std::size_t margin = head.size();
  std::string text;
  for (const std::string_view w : words) {
    if (head.size() > margin && head.size() + 1 + w.size() > width) {
      text += head + "\n";
      head = std::string(margin, ' ');
    }
    head += fmt::format(" {}", w);
  }
  return text + head + "\n";
}

std::string linesOf(const CommandGroup& group) {
  std::string text = fmt::format("{}\n", group.title);
  for (const std::string_view name : wordsOf(group.commands))
    text += fmt::format("  {:<11} {}\n", name, (*findCommand(name))->brief);
  return text;
}

constexpr std::string_view kMoreHelp =
    "help COMMAND describes a command and gives an example; help GROUP lists the commands of a group\n";

// The names of all commands, by group.
std::string helpSummary() {
  constexpr std::size_t kWidth = 79;
  std::string text;
  for (const CommandGroup& group : commandGroups())
    text += folded(fmt::format("{:<11}", group.name), wordsOf(group.commands), kWidth);
  return text + std::string{kMoreHelp};
}

std::string helpForAll() {
  std::string text;
  for (const CommandGroup& group : commandGroups()) text += linesOf(group);
  return text + std::string{kMoreHelp};
}

}  // namespace

Expected<const Command*> findCommand(std::string_view word) {
  std::vector<std::string_view> fitting;
  const Command* only = nullptr;
  for (const Command& c : commandTable()) {
    if (called(c, word)) return &c;
    if (sameWord(c.name.substr(0, word.size()), word)) {
      fitting.push_back(c.name);
      only = &c;
    }
  }
  if (const std::string_view pointer = foreignPointer(word); !pointer.empty())
    return fail(std::string{word}, "not a command here", std::string{pointer});
  if (fitting.size() == 1) return only;
  if (fitting.size() > 1) return fail(std::string{word}, "is ambiguous: " + joined(fitting, ", "), "type more letters");
  const std::string_view near = meant(word);
  return fail(std::string{word}, "no such command",
              near.empty() ? "help lists the commands" : fmt::format("did you mean {}?", near));
}

CommandLine dividedCommand(std::string_view command) {
  const std::size_t end = std::min(command.find_first_of(" \t/", 1), command.size());
  return {command.substr(0, end), command.substr(end)};
}

namespace {

std::string helpFor(const Command& c) {
  std::string text = fmt::format("{}{}{}\n  {}\n", c.name, c.arguments.empty() ? "" : " ", c.arguments, c.brief);
  if (!c.detail.empty()) text += fmt::format("{}\n", c.detail);
  if (!c.aliases.empty()) text += fmt::format("also: {}\n", joined(wordsOf(c.aliases), ", "));
  text += "example:\n";
  for (const std::string_view line : splitCommands(c.example)) text += fmt::format("  {}\n", line);
  return text;
}

}  // namespace

Expected<void> helpCommand(Console& console, Arguments& arguments) {
  if (arguments.atEnd()) {
    console.write(helpSummary());
    return {};
  }
  const std::string_view topic = arguments.takeRest();
  if (sameWord(topic, "all")) {
    console.write(helpForAll());
    return {};
  }
  if (const CommandGroup* group = groupNamed(topic)) {
    console.write(linesOf(*group));
    return {};
  }
  const auto found = findCommand(topic);
  if (!found) return tl::unexpected(found.error());
  console.write(helpFor(**found));
  return {};
}

}  // namespace utah10
