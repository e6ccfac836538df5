// What the tab key offers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

struct Completion {
  std::size_t start = 0;                // offset of the word being completed
  std::vector<std::string> candidates;  // whole words, sorted
  // What all candidates begin with beyond what is typed; a blank is added when only one is left.
  std::string extension;
};

// Completes the word at the end of `line`: a command, a word the command knows, or a file name.
Completion complete(std::string_view line);

}  // namespace utah10
