// Completion with the tab key.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

struct Completion {
  std::size_t start = 0;                // offset of the word being completed
  std::vector<std::string> candidates;  // whole words, sorted
  // Characters common to all candidates after the typed ones; followed by a blank if there is only one candidate.
  std::string extension;
};

// Completes the word at the end of `line`: a command, one of its keywords, or a file name.
Completion complete(std::string_view line);

}  // namespace utah10
