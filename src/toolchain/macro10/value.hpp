// An intermediate value: 36 bits and the relocation of each half.
//
// Each half of the relocation word is a count: 0 absolute, 1 relocatable. A half that refers to an external symbol has
// that symbol's handle (kFirstExternal and up) instead of a count. Adding values adds their relocation words, so that
// an expression no loader block can express is recognised by a half other than 0, 1 or the expected handle.
#pragma once

#include <cstdint>

#include "utah10/word/word36.hpp"

namespace utah10::macro10 {

inline constexpr std::uint32_t kFirstExternal = 01000;

struct Value {
  Word36 word;
  Word36 reloc;
  int node = -1;  // expression that the loader must compute (polish); -1: none
};

constexpr std::uint32_t leftOf(Word36 w) { return w.left().bits(); }
constexpr std::uint32_t rightOf(Word36 w) { return w.right().bits(); }
// Neither 0 nor 1: an external, or a sum that cannot be relocated.
constexpr bool complexHalf(std::uint32_t half) { return (half & ~1U) != 0; }
constexpr bool complexReloc(Word36 r) { return complexHalf(leftOf(r)) || complexHalf(rightOf(r)); }
constexpr Word36 withRight(Word36 w, std::uint32_t right) { return Word36::halves(leftOf(w), right); }
constexpr Word36 withLeft(Word36 w, std::uint32_t left) { return Word36::halves(left, rightOf(w)); }
constexpr Word36 halfAdd(Word36 w, std::uint32_t toRight) { return withRight(w, rightOf(w) + toRight); }
// All zeros or all ones: the left halves allowed with an 18-bit address.
constexpr bool plainLeft(Word36 w) { return leftOf(w) == 0 || leftOf(w) == 0777777; }

}  // namespace utah10::macro10
