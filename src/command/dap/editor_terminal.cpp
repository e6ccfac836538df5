#include "command/dap/editor_terminal.hpp"

#include <nlohmann/json.hpp>

namespace utah10 {

void EditorTerminal::tell(std::string_view category, std::string_view text) {
  if (!text.empty()) wire_.event("output", {{"category", category}, {"output", text}});
}

void EditorTerminal::write(std::string_view text) {
  if (below_ != nullptr) below_->write(text);
  if (keeping_) {
    kept_ += text;
    return;
  }
  flush();
  tell("console", text);
}

// Editors show lines of text: no control characters but new line and tab.
void EditorTerminal::guest(char character) {
  if (below_ != nullptr) below_->guest(character);
  const char c = static_cast<char>(character & 0177);
  if ((c >= ' ' && c != 0177) || c == '\n' || c == '\t') printed_ += c;
}

void EditorTerminal::guestBegins(bool keyboard) {
  if (below_ != nullptr) below_->guestBegins(keyboard);
}

void EditorTerminal::guestEnds() {
  if (below_ != nullptr) below_->guestEnds();
  flush();
}

void EditorTerminal::flush() { tell("stdout", std::exchange(printed_, {})); }

Terminal::Attention EditorTerminal::attention() {
  flush();
  Attention a;
  if (below_ != nullptr) a = below_->attention();
  stopped_ = stopped_ || a.stop;
  a.stop = a.stop || wire_.pending();
  return a;
}

void EditorTerminal::leaving() {
  if (below_ != nullptr) below_->leaving();
}

}  // namespace utah10
