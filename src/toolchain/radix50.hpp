// RADIX-50: names of up to six characters in 32 bits, with a 4-bit code above them, as in REL files and DDT.
//
// Characters: blank 0, 0-9 1-12, A-Z 13-44, . 45, $ 46, % 47 (octal). The value of a name folds v*50+c over the
// characters present, so names are right-justified. Codes are written as in the manuals, as the top six bits of the
// word with the last two zero: 04 global, 10 local, 60 request. Errors: none; an unknown character counts as a blank.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "word/field.hpp"

namespace utah10 {

// Uses at most six characters; lower case counts as upper case.
std::uint32_t packRadix50(std::string_view name);
// Without leading blanks. A value too large for six characters prints as seven.
std::string radix50Name(std::uint32_t value);
// Whether the name has one to six characters and all of them are in the RADIX-50 set.
bool isRadix50Name(std::string_view name);

// 00 04 10 14 ... 74 octal; the name must fit in 32 bits.
constexpr Word36 radix50Word(unsigned code6, std::uint32_t value) {
  return Word36{(std::uint64_t{code6} & 074) << 30 | value};
}
inline Word36 radix50Word(unsigned code6, std::string_view name) { return radix50Word(code6, packRadix50(name)); }
constexpr unsigned radix50Code(Word36 w) {
  constexpr Field kCode{0, 3};
  return kCode.of(w) << 2;
}
constexpr std::uint32_t radix50Value(Word36 w) { return static_cast<std::uint32_t>(w.bits()); }
inline std::string radix50Name(Word36 w) { return radix50Name(radix50Value(w)); }

}  // namespace utah10
