#include "command/host/stdio_terminal.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace utah10 {

bool standardInputIsTerminal() { return isatty(STDIN_FILENO) != 0; }

void complain(const Error& error) { fmt::print(stderr, "{}\n", error.text()); }

StdioTerminal::StdioTerminal(Interruption& interruption, char escapeKey)
    : interruption_(interruption), escapeKey_(escapeKey), outputIsTerminal_(isatty(STDOUT_FILENO) != 0) {}

StdioTerminal::~StdioTerminal() {
  if (cooked_) tcsetattr(STDIN_FILENO, TCSADRAIN, &*cooked_);
}

void StdioTerminal::write(std::string_view text) {
  if (middleOfLine_) std::fputc('\n', stdout);
  middleOfLine_ = false;
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

// Output to a file or pipe has the host's line ends and no control characters.
void StdioTerminal::guest(char character) {
  const char c = static_cast<char>(character & 0177);
  if (c == '\0' || c == '\177') return;
  if (!outputIsTerminal_ && c == '\r') return;
  std::fputc(c, stdout);
  middleOfLine_ = c != '\n' && (c != '\r' || middleOfLine_);
  if (keyboard_) std::fflush(stdout);
}

// ^C is held while the guest runs and asked for between slices. While the keyboard belongs to the guest, ^C is an
// ordinary key.
void StdioTerminal::guestBegins(bool keyboard) {
  interruption_.holdInterrupts(true);
  keyboard_ = keyboard && isatty(STDIN_FILENO) != 0;
  termios t{};
  if (!keyboard_ || tcgetattr(STDIN_FILENO, &t) != 0) return;
  cooked_ = t;
  cfmakeraw(&t);
  tcsetattr(STDIN_FILENO, TCSADRAIN, &t);
  escaping_ = false;
}

void StdioTerminal::guestEnds() {
  std::fflush(stdout);
  if (cooked_) tcsetattr(STDIN_FILENO, TCSADRAIN, &*cooked_);
  cooked_.reset();
  keyboard_ = false;
  interruption_.holdInterrupts(false);
  interruption_.takeInterrupt();
}

void StdioTerminal::takeKey(char c, Attention& a) {
  if (c != escapeKey_) {
    if (escaping_) a.stop = true;  // another key follows: stop, and drop that key
    if (!escaping_) a.keys += c;
    escaping_ = false;
    return;
  }
  if (escaping_) a.keys += c;
  escaping_ = !escaping_;
}

Terminal::Attention StdioTerminal::attention() {
  Attention a;
  a.stop = interruption_.takeInterrupt();
  if (!keyboard_) return a;
  pollfd in{STDIN_FILENO, POLLIN, 0};
  // A second press counts only if it follows the first within 300 ms.
  if (poll(&in, 1, escaping_ ? 300 : 0) <= 0) {
    a.stop = a.stop || escaping_;
    escaping_ = false;
    return a;
  }
  std::array<char, 256> keys{};
  const ssize_t n = read(STDIN_FILENO, keys.data(), keys.size());
  if (n <= 0) a.stop = true;
  for (ssize_t i = 0; i < n && !a.stop; ++i) takeKey(keys[static_cast<std::size_t>(i)], a);
  return a;
}

}  // namespace utah10
