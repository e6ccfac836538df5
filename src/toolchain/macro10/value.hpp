// A value in the making: 36 bits and how each half of it moves.
//
// The relocation word has a count in either half: 0 absolute, 1 relocatable. A half that asks for an external symbol
// has that symbol's handle (kFirstExternal and up) in place of a count. Sums of values add relocation words as they
// stand, so that an expression no loader block can express shows as a half that is no longer 0, 1 or the expected
// handle.
#pragma once

#include <cstdint>

#include "utah10/word/word36.hpp"

namespace utah10::macro10 {

inline constexpr std::uint32_t kFirstExternal = 01000;

struct Value {
  Word36 word;
  Word36 reloc;
  int node = -1;  // expression the loader has to compute (polish), or none
};

constexpr std::uint32_t leftOf(Word36 w) { return w.left().bits(); }
constexpr std::uint32_t rightOf(Word36 w) { return w.right().bits(); }
// Neither 0 nor 1: an external, or a sum that went wrong.
constexpr bool complexHalf(std::uint32_t half) { return (half & ~1U) != 0; }
constexpr bool complexReloc(Word36 r) { return complexHalf(leftOf(r)) || complexHalf(rightOf(r)); }
constexpr Word36 withRight(Word36 w, std::uint32_t right) { return Word36::halves(leftOf(w), right); }
constexpr Word36 withLeft(Word36 w, std::uint32_t left) { return Word36::halves(left, rightOf(w)); }
constexpr Word36 halfAdd(Word36 w, std::uint32_t toRight) { return withRight(w, rightOf(w) + toRight); }
// All zeros or all ones: what may stand left of an 18-bit address.
constexpr bool plainLeft(Word36 w) { return leftOf(w) == 0 || leftOf(w) == 0777777; }

}  // namespace utah10::macro10
