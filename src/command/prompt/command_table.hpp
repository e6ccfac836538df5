// The one table of commands: names, arguments, help, example and handler. Help, completion, abbreviations and
// suggestions for misspelt names all use it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "command/console/arguments.hpp"

namespace utah10 {

class Session;

struct Command {
  std::string_view name;
  std::string_view aliases;    // other names and short abbreviations, separated by blanks
  std::string_view arguments;  // syntax, as help shows it
  std::string_view brief;      // one line
  std::string_view detail;     // more lines, or empty
  std::string_view example;    // commands that can be typed unchanged, one per line
  std::string_view words;      // first arguments for completion; "FILE" stands for file names
  Expected<void> (*handler)(Session&, Arguments&);
  // The command does not change the machine except by running it and by input, which the recorder sees itself. After
  // any other command the recorder checks whether the machine's state has changed.
  bool readOnly = false;
};

std::span<const Command> commandTable();

// Finds a command by name, alias or unambiguous abbreviation. The error suggests similar names.
Expected<const Command*> findCommand(std::string_view word);

// One line per command; everything about one command.
std::string helpSummary();
std::string helpFor(const Command& command);

}  // namespace utah10
