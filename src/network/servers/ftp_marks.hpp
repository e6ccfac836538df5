// Codes of the framing of data connections (RFC 354).
#pragma once

#include <cstdint>

namespace utah10 {

inline constexpr std::uint8_t kEndOfRecord = 192;  // 300 octal, text mode
inline constexpr std::uint8_t kEndOfFile = 193;    // 301 octal

inline constexpr unsigned kData = 0;
inline constexpr unsigned kRecordEnds = 1;
inline constexpr unsigned kFileEnds = 2;
inline constexpr unsigned kSuspect = 3;
inline constexpr unsigned kMarker = 4;

// A block's header: the least number of bytes that has 24 bits.
constexpr unsigned headerBits(unsigned byteSize) { return (24 + byteSize - 1) / byteSize * byteSize; }

}  // namespace utah10
