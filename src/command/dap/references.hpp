// What a client refers to by number until the machine moves on: frames of the stack and lists of variables.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "command/dap/variables.hpp"
#include "trace/call_chain.hpp"

namespace utah10 {

struct EditorFrame {
  CodePlace at;
  std::optional<SavedProcess> saved;
};

// Numbers begin with 1; 0 is no list.
class References {
 public:
  void clear() {
    frames_.clear();
    lists_.clear();
  }
  std::size_t keep(EditorFrame frame) {
    frames_.push_back(frame);
    return frames_.size();
  }
  int keep(VariableList list) {
    if (!list) return 0;
    lists_.push_back(std::move(list));
    return static_cast<int>(lists_.size());
  }
  // Null, or an empty function: there is none with that number.
  const EditorFrame* frame(std::size_t id) const { return id < 1 || id > frames_.size() ? nullptr : &frames_[id - 1]; }
  VariableList list(std::size_t reference) const {
    return reference < 1 || reference > lists_.size() ? VariableList{} : lists_[reference - 1];
  }

 private:
  std::vector<EditorFrame> frames_;
  std::vector<VariableList> lists_;
};

}  // namespace utah10
