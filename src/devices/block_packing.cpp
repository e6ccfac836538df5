#include "devices/block_packing.hpp"

#include <cstring>

namespace utah10 {

namespace {
std::uint64_t byteAt(std::span<const std::byte> b, std::size_t i) { return std::to_integer<std::uint64_t>(b[i]); }

void packPair(Word36 first, Word36 second, std::span<std::byte> to) {
  const std::uint64_t high = (first.bits() << 4) | (second.bits() >> 32);  // 40 bits
  for (std::size_t i = 0; i < 5; ++i) to[i] = static_cast<std::byte>(high >> (8 * (4 - i)));
  for (std::size_t i = 0; i < 4; ++i) to[5 + i] = static_cast<std::byte>(second.bits() >> (8 * (3 - i)));
}

void unpackPair(std::span<const std::byte> from, Word36& first, Word36& second) {
  std::uint64_t high = 0;
  for (std::size_t i = 0; i < 5; ++i) high = (high << 8) | byteAt(from, i);
  std::uint64_t low = 0;
  for (std::size_t i = 5; i < 9; ++i) low = (low << 8) | byteAt(from, i);
  first = Word36{high >> 4};
  second = Word36{((high & 017) << 32) | low};
}
}  // namespace

void pack(BlockPacking p, std::span<const Word36> words, std::span<std::byte> bytes) {
  if (p == BlockPacking::Dbd9) {
    for (std::size_t i = 0; i < words.size(); i += 2) packPair(words[i], words[i + 1], bytes.subspan(i / 2 * 9, 9));
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t b = 0; b < 8; ++b) bytes[i * 8 + b] = static_cast<std::byte>(words[i].bits() >> (8 * b));
}

void unpack(BlockPacking p, std::span<const std::byte> bytes, std::span<Word36> words) {
  if (p == BlockPacking::Dbd9) {
    for (std::size_t i = 0; i < words.size(); i += 2) unpackPair(bytes.subspan(i / 2 * 9, 9), words[i], words[i + 1]);
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t v = 0;
    for (std::size_t b = 0; b < 8; ++b) v |= byteAt(bytes, i * 8 + b) << (8 * b);
    words[i] = Word36{v};
  }
}

bool fitsData8(std::span<const std::byte> bytes) {
  std::uint64_t all = 0;  // the words together, in the host's order of bytes
  for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t w = 0;
    std::memcpy(&w, bytes.data() + i, 8);
    all |= w;
  }
  std::byte b[8];
  std::memcpy(b, &all, 8);
  return ((b[4] & std::byte{0xf0}) | b[5] | b[6] | b[7]) == std::byte{};
}

}  // namespace utah10
