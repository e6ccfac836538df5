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

// Finds a command by name, alias or unambiguous abbreviation. The error suggests a similar name, or says what is used
// here in place of a command of another program (foreign_names.hpp).
Expected<const Command*> findCommand(std::string_view word);

// A command without comment as its name and its arguments. The name ends at a blank, or at a slash as in `x/8i 100`.
struct CommandLine {
  std::string_view name;
  std::string_view arguments;
};
CommandLine dividedCommand(std::string_view command);

}  // namespace utah10
