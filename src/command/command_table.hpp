// The one table of commands: names, arguments, help, example and handler. Help, completion, abbreviation and the
// suggestion of a near name all read it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "command/arguments.hpp"

namespace utah10 {

class Session;

struct Command {
  std::string_view name;
  std::string_view aliases;    // other names, separated by blanks; the shortest abbreviations are here
  std::string_view arguments;  // as help shows them
  std::string_view brief;      // one line
  std::string_view detail;     // more lines, or empty
  std::string_view example;    // lines that can be typed as they are
  std::string_view words;      // first arguments that completion offers; "FILE" for file names
  Expected<void> (*handler)(Session&, Arguments&);
  // Leaves the machine as it is, but for running it and for input, both of which the recorder sees by itself. After any
  // other command the recorder looks whether the machine is still what it was.
  bool readOnly = false;
};

std::span<const Command> commandTable();

// By name, alias or an abbreviation that fits only one command. Otherwise an error that names the near ones.
Expected<const Command*> findCommand(std::string_view word);

// The word of `candidates` nearest to `typed`, or nothing if none is near enough to be a slip of the finger.
std::string_view nearest(std::string_view typed, std::span<const std::string_view> candidates);
std::vector<std::string_view> wordsOf(std::string_view blankSeparated);

// One line a command, or everything about one.
std::string helpSummary();
std::string helpFor(const Command& command);

}  // namespace utah10
