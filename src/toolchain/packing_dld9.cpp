#include <fmt/format.h>

#include "toolchain/packing_special.hpp"

namespace utah10 {

Expected<std::vector<Word36>> unpackDld9(std::span<const std::byte> bytes) {
  const std::size_t tail = bytes.size() % 9;
  if (tail != 0 && tail != 5) {
    return fail(fmt::format("byte {}", bytes.size()),
                "the file ends inside a word: dld9 packing has 9 bytes for 2 words");
  }
  std::vector<Word36> words;
  words.reserve(bytes.size() / 9 * 2 + 1);
  for (std::size_t i = 0; i < bytes.size(); i += 9) {
    words.emplace_back(littleEndian(bytes.subspan(i, 5)));
    if (i + 9 <= bytes.size()) {
      words.emplace_back(littleEndian(bytes.subspan(i + 4, 5)) >> 4);
    } else if (std::to_integer<unsigned>(bytes[i + 4]) > 017) {
      return fail(fmt::format("byte {}", i + 4), "the file ends inside a word: the last four bits begin another");
    }
  }
  return words;
}

std::vector<std::byte> packDld9(std::span<const Word36> words) {
  std::vector<std::byte> out;
  const auto append = [&](std::uint64_t value) { out.push_back(static_cast<std::byte>(value & 0377)); };
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::uint64_t first = words[i].bits();
    const bool odd = i + 1 == words.size();
    const std::uint64_t second = odd ? 0 : words[i + 1].bits();
    for (int shift = 0; shift < 32; shift += 8) append(first >> shift);
    append(first >> 32 | (second & 017) << 4);
    if (odd) break;
    for (int shift = 4; shift < 36; shift += 8) append(second >> shift);
  }
  return out;
}

}  // namespace utah10
