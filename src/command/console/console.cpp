#include "command/console/console.hpp"

#include <algorithm>

namespace utah10 {

void Console::line(std::string text) {
  text += '\n';
  terminal_->write(text);
}

void Console::guest(char c) {
  transcript_.print(c);
  terminal_->guest(c);
}

void Console::shorten(std::size_t length) {
  transcript_.shorten(length);
  expected_ = std::min(expected_, transcript_.length());
}

}  // namespace utah10
