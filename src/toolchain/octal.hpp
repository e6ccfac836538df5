// Octal in messages and in octal text files; private to this layer.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include "utah10/word/address.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

inline std::string octalHalves(Word36 w) { return fmt::format("{:06o},,{:06o}", w.left().bits(), w.right().bits()); }
inline std::string octalAddress(VirtualAddress a) { return fmt::format("{:06o}", a.bits()); }
inline std::string octalCount(std::size_t n) { return fmt::format("{:o} word{}", n, n == 1 ? "" : "s"); }

// Accepts 1 to `most` octal digits and nothing else.
inline std::optional<std::uint64_t> parseOctal(std::string_view text, std::size_t most) {
  if (text.empty() || text.size() > most) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '7') return std::nullopt;
    value = value * 8 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

// Accepts up to twelve digits, or LH,,RH.
inline std::optional<Word36> parseOctalWord(std::string_view text) {
  const std::size_t commas = text.find(",,");
  if (commas == std::string_view::npos) {
    const auto whole = parseOctal(text, 12);
    return whole ? std::optional{Word36{*whole}} : std::nullopt;
  }
  const auto left = parseOctal(text.substr(0, commas), 6);
  const auto right = parseOctal(text.substr(commas + 2), 6);
  if (!left || !right) return std::nullopt;
  return Word36{(*left << 18) | *right};
}

}  // namespace utah10
