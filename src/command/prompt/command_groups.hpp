// The commands by what a user does with them: the order of `help` and of the reference page.
#pragma once

#include <span>
#include <string_view>

namespace utah10 {

struct CommandGroup {
  std::string_view name;      // a word for `help NAME`
  std::string_view title;     // a heading
  std::string_view about;     // a sentence or two, in Markdown
  std::string_view commands;  // names, separated by blanks, in the order in which they are shown
};

// Every command of commandTable() is in exactly one group; the compiler checks it.
std::span<const CommandGroup> commandGroups();

}  // namespace utah10
