#include "command/dap/memory_reference.hpp"

#include <fmt/format.h>

#include "command/debug/expressions.hpp"
#include "utah10/word/address.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

constexpr std::uint64_t kUserSpace = 02000000;  // words
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

Expected<Place> referredPlace(Debugger& debugger, std::string_view reference) {
  if (!reference.starts_with("0x")) return parsePlace(debugger, reference);
  const auto byte = wholeNumber<std::uint64_t>(reference.substr(2), 16);
  const std::uint64_t word = byte.value_or(~std::uint64_t{0}) / kBytesOfWord;
  if (!byte || word > kUserSpace + VirtualAddress::kMask)
    return fail("", fmt::format("{} is no memory reference", reference));
  const auto a = static_cast<std::uint32_t>(word & VirtualAddress::kMask);
  return Place{.kind = word >= kUserSpace ? PlaceKind::User : PlaceKind::Exec, .first = a, .last = a};
}

std::optional<Place> movedBy(Place place, std::int64_t words) {
  const std::int64_t most = place.kind == PlaceKind::Physical ? PhysicalAddress::kMask
                            : place.kind == PlaceKind::Ac     ? 017
                                                              : VirtualAddress::kMask;
  const std::int64_t a = std::int64_t{place.first} + words;
  if (a < 0 || a > most) return std::nullopt;
  place.first = place.last = static_cast<std::uint32_t>(a);
  return place;
}

std::string byteAddress(const Place& place) {
  return fmt::format("{:#x}", (place.first + (place.user() ? kUserSpace : 0)) * kBytesOfWord);
}

std::string base64(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (std::size_t n = 0; n < bytes.size(); n += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (n + k < bytes.size() ? bytes[n + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= bytes.size() - n ? kDigits[group >> (18 - 6 * k) & 077] : '=';
  }
  return text;
}

Expected<std::vector<std::uint8_t>> fromBase64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return fail("", "the data is not in base64");
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push_back(static_cast<std::uint8_t>(bits >> held & 0377));
  }
  return bytes;
}

}  // namespace utah10
