// Digits as a number: all of the text, or nothing. A sign only where T has one.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace utah10 {

template <std::integral T = std::uint64_t>
std::optional<T> wholeNumber(std::string_view text, int radix = 10) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, radix);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace utah10
