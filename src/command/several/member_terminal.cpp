#include "command/several/member_terminal.hpp"

namespace utah10 {

void MemberTerminal::select(bool selected) {
  selected_ = selected;
  if (!selected) return;
  for (const char c : kept_) shared_.guest(c);
  kept_.clear();
}

void MemberTerminal::write(std::string_view text) {
  if (selected_) return shared_.write(text);
  std::string named;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    named += name_ + ": ";
    named += text.substr(0, end);
    text.remove_prefix(end);
  }
  shared_.write(named);
}

void MemberTerminal::guest(char character) {
  if (selected_) return shared_.guest(character);
  kept_ += character;
  if (kept_.size() > kMostKept) kept_.erase(0, kMostKept / 2);
}

void MemberTerminal::guestBegins(bool keyboard) {
  if (selected_) shared_.guestBegins(keyboard);
}

void MemberTerminal::guestEnds() {
  if (selected_) shared_.guestEnds();
}

Terminal::Attention MemberTerminal::attention() { return selected_ ? shared_.attention() : Attention{}; }

}  // namespace utah10
