#include "command/host/stdio_terminal.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>

namespace utah10 {

bool standardInputIsTerminal() { return isatty(STDIN_FILENO) != 0; }

void complain(const Error& error) { fmt::print(stderr, "{}\n", error.text()); }

StdioTerminal::StdioTerminal(Interruption& interruption, char escapeKey)
    : interruption_(interruption), escapeKey_(escapeKey), outputIsTerminal_(isatty(STDOUT_FILENO) != 0) {
  interruption_.hold();
}

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
  interruption_.takeInterrupt();  // not one that comes from here on
  if (cooked_) tcsetattr(STDIN_FILENO, TCSADRAIN, &*cooked_);
  cooked_.reset();
  prompting_ = prompting_ || keyboard_;  // a prompt comes next, and a key may come before it
  keyboard_ = false;
  interruption_.holdInterrupts(prompting_);
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
  a.stop = interruption_.takeInterrupt() || (!leaving_ && gone());
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
  closed_ = closed_ || n == 0 || (n < 0 && errno == EIO);
  if (n <= 0) a.stop = true;
  for (ssize_t i = 0; i < n && !a.stop; ++i) takeKey(keys[static_cast<std::size_t>(i)], a);
  return a;
}

// From the first prompt on, the keys ^C and ^\ end nothing.
Terminal::Wake StdioTerminal::awaitKey(const std::function<Idle()>& idle) {
  constexpr int kRestMs = 200, kSoonMs = 10;
  int wait = kSoonMs;
  prompting_ = isatty(STDIN_FILENO) != 0;
  interruption_.holdInterrupts(prompting_);
  for (;;) {
    if (gone()) return Wake::Gone;
    if (interruption_.takeInterrupt()) return Wake::Interrupt;
    std::array<pollfd, 2> in{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{interruption_.descriptor(), POLLIN, 0}};
    const int n = poll(in.data(), in.size(), wait);
    closed_ = closed_ || (prompting_ && (in[0].revents & (POLLHUP | POLLERR)) != 0);
    if (n > 0 && !gone()) return Wake::Key;
    if (n != 0) continue;
    const Idle next = idle();
    if (next == Idle::Printed) return Wake::Printed;
    wait = next == Idle::Soon ? kSoonMs : kRestMs;
  }
}

std::optional<int> StdioTerminal::gone() const {
  if (const int signal = interruption_.asked(); signal != 0) return exitCodeOf(signal);
  return closed_ ? std::optional{exitCodeOf(SIGHUP)} : std::nullopt;
}

// Output that nobody can read any more must not end the program.
void StdioTerminal::leaving() {
  leaving_ = true;
  ::signal(SIGPIPE, SIG_IGN);
}

int StdioTerminal::inputDescriptor() const { return keyboard_ && !closed_ ? STDIN_FILENO : -1; }

}  // namespace utah10
