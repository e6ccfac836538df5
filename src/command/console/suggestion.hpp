// Lists of words, and the name that a misspelt word was meant to be.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace utah10 {

// The word of `candidates` nearest to `typed`; empty if none is near enough to be a misspelling.
std::string_view nearest(std::string_view typed, std::span<const std::string_view> candidates);
std::vector<std::string_view> wordsOf(std::string_view blankSeparated);

}  // namespace utah10
