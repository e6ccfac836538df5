#include "toolchain/radix50.hpp"

#include <algorithm>

namespace utah10 {

namespace {
constexpr std::string_view kCharacters = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.$%";
constexpr std::uint32_t kBase = 050;
constexpr std::size_t kLongest = 6;
static_assert(kCharacters.size() == kBase);

constexpr char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
}  // namespace

std::uint32_t packRadix50(std::string_view name) {
  std::uint32_t value = 0;
  for (const char c : name.substr(0, kLongest)) {
    const std::size_t code = kCharacters.find(capital(c));
    value = value * kBase + (code == std::string_view::npos ? 0 : static_cast<std::uint32_t>(code));
  }
  return value;
}

std::string radix50Name(std::uint32_t value) {
  std::string name;
  for (; value != 0; value /= kBase) name.insert(name.begin(), kCharacters[value % kBase]);
  return name;
}

bool isRadix50Name(std::string_view name) {
  return !name.empty() && name.size() <= kLongest && std::all_of(name.begin(), name.end(), [](char c) {
    return c != ' ' && kCharacters.find(capital(c)) != std::string_view::npos;
  });
}

}  // namespace utah10
