// The packings without a constant number of bytes a word that need more than a loop; private to this layer.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// 72 bits little endian: the first word is the low half of the integer (KLH10's dld9 disks).
Expected<std::vector<Word36>> unpackDld9(std::span<const std::byte> bytes);
std::vector<std::byte> packDld9(std::span<const Word36> words);

// ITS evacuated files. A word whose bit 35 is 0 is five characters of text, and text is kept as host text: CR LF is one
// byte 12, LF alone is 15, rubout and the character after it are one byte from 177 up. Any other word is 360 + b0-3 and
// four bytes more, and begins where a word ends. The last word may lack characters: they are NULs.
struct ItsWords {
  std::vector<Word36> words;
  std::vector<std::size_t> offsets;  // of the byte that began each word, then of the end
  std::size_t binary = 0;            // words in the form of five bytes
  std::size_t evenBinary = 0;        // of these, the ones with bit 35 = 0, which no writer makes
};
Expected<ItsWords> unpackIts(std::span<const std::byte> bytes);
std::vector<std::byte> packIts(std::span<const Word36> words);

}  // namespace utah10
