// The values of decimal numbers, computed in the steps that MACRO takes.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "utah10/word/word36.hpp"

namespace utah10::macro10 {

// Digits of a number; the decimal point stands behind the first `point` of them, which may be negative or beyond them.
struct DecimalDigits {
  std::vector<unsigned> digits;
  std::int64_t point = 0;

  unsigned at(std::int64_t n) const {  // zero outside the digits
    return n >= 0 && n < static_cast<std::int64_t>(digits.size()) ? digits[static_cast<std::size_t>(n)] : 0;
  }
};

// Accumulates digits in rounded single-precision steps, so the result is not always the nearest number. Empty if it is
// out of range.
std::optional<Word36> floatingValue(const DecimalDigits& number);

// ^F: integer part in one word, fraction in the next, the binary point after bit 35 of the first.
std::pair<Word36, Word36> fractionValue(const DecimalDigits& number);

}  // namespace utah10::macro10
