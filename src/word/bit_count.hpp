// How many bits of a word are 1. std::popcount is a call into the compiler's library on x86-64 before 2008, for which
// distributions compile; multiplications count bits to know their time.
#pragma once

#include <cstdint>

namespace utah10 {

constexpr int bitCount(std::uint64_t w) {
  constexpr std::uint64_t kPairs = 0x5555555555555555, kFours = 0x3333333333333333, kBytes = 0x0f0f0f0f0f0f0f0f;
  w -= (w >> 1) & kPairs;
  w = (w & kFours) + ((w >> 2) & kFours);
  w = (w + (w >> 4)) & kBytes;
  return static_cast<int>((w * 0x0101010101010101) >> 56);
}

}  // namespace utah10
