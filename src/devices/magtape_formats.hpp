// Host formats of magnetic tapes, read whole. Private to the devices layer. The formats: magtape_image.hpp.
#pragma once

#include "devices/magtape_image.hpp"

namespace utah10 {

constexpr std::uint32_t kTapeMark = 0;
constexpr std::uint32_t kErased = 0xFFFFFFFE;
constexpr std::uint32_t kHalfErased = 0xFFFEFFFF;
constexpr std::uint32_t kEndOfMedium = 0xFFFFFFFF;
constexpr std::uint32_t kErrorFlag = 0x80000000;

struct ParsedTape {
  std::vector<TapeObject> objects;
  std::vector<std::uint64_t> offsets{0};
  bool padded = true;  // frames filled up to an even number
};

// `where` begins the message. Parses the whole file or fails.
Expected<ParsedTape> parseTap(const std::string& where, const std::vector<std::byte>& bytes);
Expected<ParsedTape> parseTpc(const std::string& where, const std::vector<std::byte>& bytes);

}  // namespace utah10
