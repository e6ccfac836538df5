// Fixed-point arithmetic and shifts of the KA10, with the number of steps its flow takes.
//
// Sources: SRM, Fixed Point Arithmetic; the gate-level flow of the KA10 (multiply recoding, non-restoring divide).
// Every function is pure. Step counts exist because time is spent per step in the processor, not to be added later.
#pragma once

#include "utah10/word/word36.hpp"

namespace utah10 {

// A sum and its carries. Overflow: carry out of bit 0 differs from carry out of bit 1.
struct Sum {
  Word36 word;
  bool carry0 = false;
  bool carry1 = false;
  constexpr bool overflow() const { return carry0 != carry1; }
};

constexpr Sum addWithCarry(Word36 a, Word36 b, std::uint64_t carryIn) {
  const std::uint64_t sum = a.bits() + b.bits() + carryIn;
  const std::uint64_t low = (a.bits() & (Word36::kMask >> 1)) + (b.bits() & (Word36::kMask >> 1)) + carryIn;
  return {Word36{sum}, ((sum >> 36) & 1) != 0, ((low >> 35) & 1) != 0};
}
constexpr Sum add(Word36 a, Word36 b) { return addWithCarry(a, b, 0); }
// a - b, formed as a + ~b + 1 (so 0 - 0 carries out of both places).
constexpr Sum subtract(Word36 a, Word36 b) { return addWithCarry(a, ~b, 1); }
// -a, formed as ~a + 1.
constexpr Sum negate(Word36 a) { return addWithCarry(Word36{0}, ~a, 1); }

// Two words: `high` in AC, `low` in AC+1.
struct DoubleWord {
  Word36 high;
  Word36 low;
  constexpr bool operator==(const DoubleWord&) const = default;
};

struct Product {
  DoubleWord words;       // MUL result
  bool overflow = false;  // of MUL
  int addSteps = 0;       // add or subtract steps of the recoded multiplier (T in the timing table)
};
// MUL: the multiplicand is AC, the multiplier is the memory operand (for a multiplicand of 400000,,0 the KA10's
// product has the wrong sign, and so has ours).
Product multiply(Word36 ac, Word36 operand);

struct SingleProduct {
  Word36 word;
  bool overflow = false;
  int addSteps = 0;
};
// IMUL: stored even on overflow.
SingleProduct multiplySingle(Word36 ac, Word36 operand);

struct Quotient {
  Word36 quotient;
  Word36 remainder;
  bool noDivide = false;          // nothing may be stored
  bool negativeDividend = false;  // one more step on the gate model (DIV only)
};
Quotient divide(DoubleWord dividend, Word36 divisor);    // DIV
Quotient divideSingle(Word36 dividend, Word36 divisor);  // IDIV

// Steps and direction of a shift by effective address E: bit 18 is the direction (1 = right), the count is bits 28-35,
// and a right count whose low bits are zero is 400 octal steps.
struct ShiftCount {
  int steps = 0;
  bool right = false;
};
constexpr ShiftCount shiftCount(HalfWord e) {
  const std::uint32_t low = e.bits() & 0377;
  if (!e.sign()) return {static_cast<int>(low), false};
  return {static_cast<int>(0400 - low), true};
}

struct Shifted {
  Word36 word;
  bool overflow = false;  // ASH left only
};
Shifted ash(Word36 w, ShiftCount n);
Word36 lsh(Word36 w, ShiftCount n);
Word36 rot(Word36 w, ShiftCount n);

struct ShiftedDouble {
  DoubleWord words;
  bool overflow = false;  // ASHC left only
};
ShiftedDouble ashc(DoubleWord w, ShiftCount n);
DoubleWord lshc(DoubleWord w, ShiftCount n);
DoubleWord rotc(DoubleWord w, ShiftCount n);

// Leading zeros, 0-36 decimal (JFFO).
int leadingZeros(Word36 w);

}  // namespace utah10
