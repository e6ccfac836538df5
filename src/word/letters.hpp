// Letters of ASCII in either case. Nothing here depends on a locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace utah10 {

constexpr char upperCase(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string upperCase(std::string_view s) {
  std::string out{s};
  std::ranges::transform(out, out.begin(), [](char c) { return upperCase(c); });
  return out;
}
inline std::string lowerCase(std::string_view s) {
  std::string out{s};
  std::ranges::transform(out, out.begin(), [](char c) { return lowerCase(c); });
  return out;
}

// The same letters, in any case.
constexpr bool sameWord(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return upperCase(x) == upperCase(y); });
}

}  // namespace utah10
