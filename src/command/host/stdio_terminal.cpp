#include "command/host/stdio_terminal.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>

namespace utah10 {

bool standardInputIsTerminal() { return isatty(STDIN_FILENO) != 0; }

void complain(const Error& error) { fmt::print(stderr, "{}\n", error.text()); }

StdioTerminal::StdioTerminal(char escapeKey) : escapeKey_(escapeKey), outputIsTerminal_(isatty(STDOUT_FILENO) != 0) {}

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

// ^C is blocked while the guest runs and polled between slices, so there is no signal handler. While the keyboard
// belongs to the guest, ^C is an ordinary key.
void StdioTerminal::guestBegins(bool keyboard) {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupt, &before_);
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
  while (interruptPressed()) {
  }
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

bool StdioTerminal::interruptPressed() {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  const timespec now{};
  return sigtimedwait(&interrupt, nullptr, &now) == SIGINT;
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
  a.stop = interruptPressed();
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
