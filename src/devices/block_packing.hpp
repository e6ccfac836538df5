// The packing of words in a host file. Private to the devices layer.
#pragma once

#include <cstddef>
#include <span>

#include "utah10/word/word36.hpp"

namespace utah10 {

enum class BlockPacking : std::uint8_t {
  Data8,  // a 64-bit little-endian integer a word
  Dbd9,   // nine bytes for two words, most significant bit first
};

constexpr std::uint64_t packedBytes(BlockPacking p, std::uint64_t words) {
  return p == BlockPacking::Data8 ? words * 8 : words / 2 * 9;
}

// `bytes` holds packedBytes(words.size()); the number of words is even.
void pack(BlockPacking p, std::span<const Word36> words, std::span<std::byte> bytes);
void unpack(BlockPacking p, std::span<const std::byte> bytes, std::span<Word36> words);
// Whether every word of data8 has its upper 28 bits clear.
bool fitsData8(std::span<const std::byte> bytes);

}  // namespace utah10
