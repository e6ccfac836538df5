// What the user sees of a session: the output of commands, and what the guest prints on its console.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <utility>

#include "command/console/terminal.hpp"
#include "command/console/transcript.hpp"

namespace utah10 {

class Console {
 public:
  // The terminal must outlive the console.
  explicit Console(Terminal& terminal) : terminal_(&terminal) {}

  // Prints the output of a command, or a warning: a line.
  template <class... T>
  void print(fmt::format_string<T...> f, T&&... args) {
    line(fmt::format(f, std::forward<T>(args)...));
  }
  // Prints a message about what was done; suppressed by `quiet`.
  template <class... T>
  void say(fmt::format_string<T...> f, T&&... args) {
    if (!quiet) line(fmt::format(f, std::forward<T>(args)...));
  }
  // Prints whole lines, each with its newline.
  void write(std::string_view lines) { terminal_->write(lines); }

  // The guest has printed a character.
  void guest(char c);
  // The machine has gone back to where the guest had printed only `length` characters.
  void shorten(std::size_t length);
  Transcript& transcript() { return transcript_; }
  // Position in the transcript where the last expect stopped reading.
  std::size_t& expected() { return expected_; }
  Terminal& terminal() { return *terminal_; }
  // Another terminal from now on; it must outlive the console, or be replaced in its turn. Returns the one before.
  Terminal& moveTo(Terminal& terminal) { return *std::exchange(terminal_, &terminal); }

  bool quiet = false;
  bool interactive = false;  // the keyboard belongs to the guest while it runs

 private:
  void line(std::string text);

  Terminal* terminal_;
  Transcript transcript_;
  std::size_t expected_ = 0;
};

}  // namespace utah10
