// The character sets of CCN's remote terminals and their translation to and from the EBCDIC of the 360/91.
//
// Source: RFC 189, 338, 599, 740 and the control codes of RFC 183 (docs/sources/netrjs.md 8). A code without a partner
// becomes a question mark, in either direction. Punched cards are never translated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "network/ccn/octets.hpp"

namespace utah10 {

enum class CcnCharset : std::uint8_t {
  Ebcdic,
  Ascii68,
  Ascii63,     // TTY terminals: RFC 599, 740
  Ascii63May,  // TTY terminals as defined in May 1972: RFC 338
  Ascii71      // ASCII before May 1972: RFC 189
};

inline constexpr std::uint8_t kEbcdicBlank = 0x40;
inline constexpr std::uint8_t kEbcdicQuestion = 0x6F;

// inferred: an octet above 177 octal is not ASCII and has no equivalent.
std::uint8_t toEbcdic(CcnCharset from, std::uint8_t c);
std::uint8_t fromEbcdic(CcnCharset to, std::uint8_t c);
Octets toEbcdic(CcnCharset from, const Octets& text);
Octets fromEbcdic(CcnCharset to, const Octets& text);
// The octet that represents a blank in data sent to or from a terminal with this set.
constexpr std::uint8_t blankOf(CcnCharset c) { return c == CcnCharset::Ebcdic ? kEbcdicBlank : std::uint8_t{0x20}; }

// Host text is ASCII-68.
Octets ebcdic(std::string_view text);
std::string hostText(const Octets& ebcdic);

std::string_view nameOf(CcnCharset c);  // "ebcdic", "ascii68", "ascii63", "ascii63may72", "ascii189"
std::optional<CcnCharset> charsetNamed(std::string_view name);

}  // namespace utah10
