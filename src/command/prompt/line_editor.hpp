// The prompt's line editing, history and completion. Private to the command layer.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace utah10 {

class LineEditor {
 public:
  LineEditor();
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
