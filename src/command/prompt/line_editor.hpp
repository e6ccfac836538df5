// The prompt's line editing, history and completion. Private to the command layer.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "command/console/terminal.hpp"

namespace utah10 {

class LineEditor {
 public:
  // `wait` is called before each key is read; ^C drops the line and ^\ does nothing.
  explicit LineEditor(std::function<Terminal::Wake()> wait);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // The next line without its newline; nothing at the end of input.
  std::optional<std::string> line();

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace utah10
