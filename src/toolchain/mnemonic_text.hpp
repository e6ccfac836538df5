// Compares names without regard to case. Private to the toolchain layer.
#pragma once

#include <string>
#include <string_view>

namespace utah10 {

constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

constexpr bool sameName(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (upper(a[i]) != upper(b[i])) return false;
  return true;
}

// Letters, digits and . $ %: the characters allowed in a symbol.
constexpr bool isSymbolChar(char c) {
  const char u = upper(c);
  return (u >= 'A' && u <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '$' || c == '%';
}

constexpr std::string_view trimmed(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

}  // namespace utah10
