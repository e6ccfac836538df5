// The packings without a fixed number of bytes per word that need more than a loop; private to this layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// The bytes as one number, the first one lowest; at most eight.
inline std::uint64_t littleEndian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

// 72 bits little endian: the first word is the low half of the integer (KLH10's dld9 disks).
Expected<std::vector<Word36>> unpackDld9(std::span<const std::byte> bytes);
std::vector<std::byte> packDld9(std::span<const Word36> words);

// ITS evacuated files. A word whose bit 35 is 0 is five characters of text, stored as host text: CR LF is the byte 12,
// LF alone is 15, rubout with the character after it is one byte from 177 up. Any other word is 360 + b0-3 and four
// more bytes, and must begin on a word boundary. Characters missing from the last word are NULs.
struct ItsWords {
  std::vector<Word36> words;
  std::vector<std::size_t> offsets;  // of the byte that begins each word, then of the end
  std::size_t binary = 0;            // words in the five-byte form
  std::size_t evenBinary = 0;        // of these, words with bit 35 = 0: only writers that use no other form
};
Expected<ItsWords> unpackIts(std::span<const std::byte> bytes);
std::vector<std::byte> packIts(std::span<const Word36> words);

}  // namespace utah10
