// Standard input, output and error; and a terminal on the first two.
#pragma once

#include <termios.h>

#include <functional>
#include <optional>

#include "command/console/terminal.hpp"
#include "command/host/interruption.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// The key that stops the guest; two presses send it to the guest once.
inline constexpr char kEscapeKey = '\034';  // ^\ .

bool standardInputIsTerminal();
// Prints an error as one line on standard error.
void complain(const Error& error);

class StdioTerminal final : public Terminal {
 public:
  explicit StdioTerminal(Interruption& interruption, char escapeKey = kEscapeKey);
  ~StdioTerminal() override;
  StdioTerminal(const StdioTerminal&) = delete;
  StdioTerminal& operator=(const StdioTerminal&) = delete;

  void write(std::string_view text) override;
  void guest(char character) override;
  void guestBegins(bool keyboard) override;
  void guestEnds() override;
  Attention attention() override;
  Wake awaitKey(const std::function<Idle()>& idle) override;
  std::optional<int> gone() const override;
  void leaving() override;
  int inputDescriptor() const override;

 private:
  void takeKey(char c, Attention& a);

  Interruption& interruption_;
  char escapeKey_;
  bool escaping_ = false;      // the escape key was pressed once
  bool middleOfLine_ = false;  // the guest's last output did not end a line
  bool keyboard_ = false;      // the keyboard belongs to the guest
  bool prompting_ = false;     // the user has a prompt while the guest does not run
  bool closed_ = false;        // the terminal has been closed
  bool leaving_ = false;
  bool outputIsTerminal_;
  std::optional<termios> cooked_;
};

}  // namespace utah10
