// The word that ends TENEX and 10/50 save files: JRST start, length,,entry vector, or 0. Private to this layer.
#pragma once

#include <string_view>

#include "toolchain/word_cursor.hpp"

namespace utah10 {

inline constexpr std::uint32_t kSsaveDirectory = 01000;  // TENEX GET: 1000 is a directory, 1001-7777 are refused
inline constexpr std::uint32_t kLongestVector = 0777;    // largest length of an entry vector, below kSsaveDirectory

// `word` is the one just taken from the cursor.
Expected<std::optional<StartWord>> readEntryWord(const WordCursor& in, Word36 word);
// Returns 0 for an image without a start.
Expected<Word36> entryWord(const CoreImage& image, std::string_view format);

}  // namespace utah10
