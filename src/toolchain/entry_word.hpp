// The word that ends TENEX and 10/50 save files: JRST start, length,,entry vector, or nothing. Private to this layer.
#pragma once

#include <string_view>

#include "toolchain/word_cursor.hpp"

namespace utah10 {

inline constexpr std::uint32_t kSsaveDirectory = 01000;  // TENEX GET: 1000 a directory, 1001-7777 refused
inline constexpr std::uint32_t kLongestVector = 0777;    // so an entry vector's length stays below

// `word` is the one the cursor has just taken.
Expected<std::optional<StartWord>> readEntryWord(const WordCursor& in, Word36 word);
// 0 for an image without a start.
Expected<Word36> entryWord(const CoreImage& image, std::string_view format);

}  // namespace utah10
