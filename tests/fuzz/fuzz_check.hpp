// Shared by all fuzz targets: a check that stays in optimised builds, and conversions of raw bytes to words and images.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "utah10/word/word36.hpp"

#define FUZZ_CHECK(condition)                                                             \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "%s(%d): %s does not hold\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace utah10::fuzz {

inline std::span<const std::byte> asBytes(const std::uint8_t* data, std::size_t size) {
  return std::as_bytes(std::span{data, size});
}

// Any bytes are words: five bytes per word, big endian, the top four bits dropped. Seeds are files in alto packing.
inline std::vector<Word36> asWords(const std::uint8_t* data, std::size_t size) {
  std::vector<Word36> words;
  for (std::size_t i = 0; i + 5 <= size; i += 5) {
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < 5; ++k) value = value << 8 | data[i + k];
    words.emplace_back(value);
  }
  return words;
}

}  // namespace utah10::fuzz
