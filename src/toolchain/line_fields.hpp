// Reads text files of blank-separated fields line by line and gives errors their position. Private to this layer.
#pragma once

#include <fmt/format.h>
#include <cstdint>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

class LineFields {
 public:
  LineFields(std::string_view name, std::string_view text) : name_(name), left_(text) {}

  // Advances to the next line; false at the end of the text.
  bool nextLine() {
    if (left_.empty()) return false;
    const std::size_t end = std::min(left_.find('\n'), left_.size());
    line_ = left_.substr(0, end);
    while (line_.ends_with('\r')) line_.remove_suffix(1);
    left_.remove_prefix(std::min(end + 1, left_.size()));
    ++number_;
    return true;
  }
  std::string_view line() const { return line_; }
  // The next field of the line; empty at its end.
  std::string_view field() {
    line_.remove_prefix(std::min(line_.find_first_not_of(' '), line_.size()));
    const std::string_view word = line_.substr(0, line_.find(' '));
    line_.remove_prefix(word.size());
    return word;
  }
  // The remainder of the line, without leading blanks.
  std::string_view rest() {
    line_.remove_prefix(std::min(line_.find_first_not_of(' '), line_.size()));
    return line_;
  }
  std::optional<std::uint32_t> decimal() {
    const std::string_view word = field();
    std::uint32_t n = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return n;
  }
  bool atEnd() { return rest().empty(); }
  tl::unexpected<Error> damaged(std::string what, std::string hint = {}) const {
    return fail(fmt::format("{}({})", name_, std::max<std::size_t>(number_, 1)), std::move(what), std::move(hint));
  }

 private:
  std::string_view name_;
  std::string_view left_;
  std::string_view line_;
  std::size_t number_ = 0;
};

}  // namespace utah10
