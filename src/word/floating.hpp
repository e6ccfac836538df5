// Floating point of the KA10, with the number of alignment, normalisation and rounding steps its flow takes.
//
// Sources: SRM, Floating Point Arithmetic; the gate-level flow (steps named in the comments of floating.cpp).
// Pure functions; no host floating point is used. Format: sign, exponent excess 200, 27-bit fraction; a negative number
// is the two's complement of the whole word; a KA10 long number keeps its low fraction in bits 9-35 of AC+1 with an
// exponent 33 (octal) lower than the high word's.
#pragma once

#include "utah10/word/word36.hpp"
#include "word/arithmetic.hpp"

namespace utah10 {

enum class FloatForm {
  Plain,    // FAD, FADM, FADB: one word, truncated
  Long,     // FADL: two words
  Rounded,  // FADR, RI, RM, RB: one word, rounded
};

struct FloatFlags {
  bool overflow = false;   // OV and FOV (set for underflow too)
  bool underflow = false;  // FXU
  bool noDivide = false;   // NDV; nothing may be stored
  constexpr bool operator==(const FloatFlags&) const = default;
};

// The number of passes through each of the processor's floating loops.
struct FloatSteps {
  int align = 0;       // right shifts of the smaller operand, 0-64 decimal
  bool far = false;    // exponents differ by more than 100 octal: operand replaced by zero, no shifting
  int add = 0;         // add or subtract steps of the multiplier recoding (FMP)
  int normalise = 0;   // left shifts
  bool round = false;  // the rounding pass was taken
};

struct FloatResult {
  Word36 high;
  Word36 low;  // AC+1, Long form only
  FloatFlags flags;
  FloatSteps steps;
};

FloatResult floatAdd(Word36 ac, Word36 operand, FloatForm form);       // FAD..
FloatResult floatSubtract(Word36 ac, Word36 operand, FloatForm form);  // FSB..
FloatResult floatMultiply(Word36 ac, Word36 operand, FloatForm form);  // FMP..
// FDV, FDVR (form Plain or Rounded).
FloatResult floatDivide(Word36 ac, Word36 operand, FloatForm form);
// FDVL: quotient in high, remainder in low.
FloatResult floatDivideLong(DoubleWord dividend, Word36 divisor);
FloatResult floatAddUnnormalised(Word36 ac, Word36 operand);  // UFA: result for AC+1 in high
FloatResult floatScale(Word36 ac, HalfWord e);                // FSC
// DFN: negate the long number whose high word is in AC and low word at E.
DoubleWord doubleNegate(DoubleWord number);

}  // namespace utah10
