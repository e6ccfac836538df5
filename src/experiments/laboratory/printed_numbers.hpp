// Extracts numbers from lines that programs print.
#pragma once

#include <cstdint>
#include <string_view>

#include "word/whole_number.hpp"

namespace utah10 {

// The number after the word, `... SENT 2800 ...`; 0 if there is none.
inline std::uint64_t numberBehind(std::string_view line, std::string_view word) {
  const std::string_view digits = "0123456789";
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    if (at != 0 && line[at - 1] != ' ') continue;  // the end of a longer word
    const std::size_t from = at + word.size() + 1;
    if (from >= line.size() || line[from - 1] != ' ') continue;
    const std::string_view number = line.substr(from, line.find_first_not_of(digits, from) - from);
    if (const auto value = wholeNumber<std::uint64_t>(number)) return *value;
  }
  return 0;
}

// The number before the word, `... 109 MS USED`; 0 if there is none.
inline std::uint64_t numberBefore(std::string_view line, std::string_view word) {
  const std::size_t at = line.find(word);
  if (at == std::string_view::npos || at < 2) return 0;
  const std::size_t from = line.find_last_not_of("0123456789", at - 2) + 1;
  return wholeNumber<std::uint64_t>(line.substr(from, at - 1 - from)).value_or(0);
}

}  // namespace utah10
