// Numbers: integers, scale suffixes, floating point and binary fractions.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/macro10/nesting.hpp"
#include "toolchain/macro10/shifted.hpp"
#include "word/floating.hpp"

namespace utah10::macro10 {

void Assembly::numberAtom(int firstDigit) {
  std::vector<unsigned> digits;
  std::uint64_t high = 0;  // overflow beyond 35 bits
  std::uint64_t low = 0;
  bool radixError = false;
  int digit = firstDigit;
  for (;;) {
    if (high != 0) raise(kQ, "the number does not fit in a word");
    digits.push_back(static_cast<unsigned>(digit));
    const std::uint64_t next = low * radix_ + static_cast<unsigned>(digit);
    high = next >> 35;
    low = next & ((std::uint64_t{1} << 35) - 1);
    radixError = radixError || static_cast<unsigned>(digit) >= radix_;
    reader_.scan();
    if (!reader_.cls.digit) break;
    digit = reader_.code - six('0');
  }
  if (reader_.code == six('.') || decimalFraction_) {
    const std::size_t whole = digits.size();
    floatAtom(std::move(digits), whole, decimalFraction_);
    return;
  }
  atom_.word = Word36{high << 35 | low};
  finishInteger(radixError, static_cast<unsigned>(digits.size()));
}

void Assembly::finishInteger(bool radixError, unsigned digits) {
  scaleSuffix();
  if (digits > 1 && radixError) raise(kN, fmt::format("a digit is too large for radix {}", radix_));
  delimiterFrom();
}

// 1K, 1M, 1G: appends three, six or nine zeros in the current radix.
void Assembly::scaleSuffix() {
  int places = 0;
  if (reader_.code == six('K')) places = 3;
  if (reader_.code == six('M')) places = 6;
  if (reader_.code == six('G')) places = 9;
  if (places == 0) return;
  std::uint64_t v = atom_.word.bits();
  for (; places > 0; --places) v = (v * radix_) & Word36::kMask;
  atom_.word = Word36{v};
  reader_.scan();
}

// A point begins a symbol or a number, or is the location counter.
void Assembly::pointAtom() {
  reader_.scan();
  if (reader_.cls.letter) {
    letterAtom(true);
    return;
  }
  if (reader_.cls.digit) {
    floatAtom({static_cast<unsigned>(reader_.code - six('0'))}, 0, false);
    return;
  }
  atom_ = {Word36{at_.assembly}, Word36{at_.assemblyMode}, -1};
  delimiterFrom();
}

// The digits before the point have been read (`whole` of them, or none and one after it); the present code is the point
// or the first fraction digit. `fraction` selects ^F; without it the number is floating point.
void Assembly::floatAtom(std::vector<unsigned> digits, std::size_t whole, bool fraction) {
  if (reader_.code != six('B')) {
    reader_.scan();
    while (reader_.cls.digit) {
      digits.push_back(static_cast<unsigned>(reader_.code - six('0')));
      reader_.scan();
    }
  }
  std::int64_t exponent = 0;
  if (reader_.code == six('E')) {
    const Signs signs{*this};
    const Nesting nesting{depth_};  // 1.E1.E1.E...
    radix_ = 10;
    cell();
    exponent = numeric_ ? atom_.word.value() : 0;
    if (!numeric_ || !atom_.reloc.zero()) raise(kQ, "the exponent should be a number");
    atom_ = {};
    atomName_ = 0;
  }
  const std::int64_t point = static_cast<std::int64_t>(whole) + exponent;
  if (point > 200 || point < -200) {
    atom_ = {};
    badNumber("the exponent is too large");
    return;
  }
  if (fraction) {
    fractionAtom(digits, point);
    return;
  }
  floatValue(digits, point);
}

// Accumulates digits in rounded single-precision steps, as MACRO does, so the result is not always the nearest number.
void Assembly::floatValue(const std::vector<unsigned>& digits, std::int64_t point) {
  const Word36 ten{0204500000000};
  const auto unnormalised = [](unsigned digit) { return Word36{std::uint64_t{0233} << 27 | digit}; };
  bool overflow = false;
  const auto keep = [&](const FloatResult& r) {
    overflow = overflow || r.flags.overflow;
    return r.high;
  };
  const auto size = static_cast<std::int64_t>(digits.size());
  Word36 whole;
  for (std::int64_t i = 0; i < point; ++i) {
    whole = keep(floatMultiply(whole, ten, FloatForm::Rounded));
    const unsigned digit = i < size ? digits[static_cast<std::size_t>(i)] : 0;
    whole = keep(floatAdd(whole, unnormalised(digit), FloatForm::Rounded));
  }
  Word36 part;
  for (std::int64_t i = size - 1; i >= point; --i) {
    const unsigned digit = i >= 0 ? digits[static_cast<std::size_t>(i)] : 0;
    if (digit != 0) part = keep(floatAdd(part, unnormalised(digit), FloatForm::Rounded));
    part = keep(floatDivide(part, ten, FloatForm::Rounded));
  }
  atom_.word = keep(floatAdd(whole, part, FloatForm::Rounded));
  atom_.reloc = {};
  if (overflow) {
    atom_.word = {};
    badNumber("the floating-point number is out of range");
    return;
  }
  delimiterFrom();
}

// ^F: integer part in one word, fraction in the next, the binary point after bit 35 of the first.
void Assembly::fractionAtom(const std::vector<unsigned>& digits, std::int64_t point) {
  const auto size = static_cast<std::int64_t>(digits.size());
  std::uint64_t whole = 0;
  for (std::int64_t i = 0; i < point; ++i)
    whole = (whole * 10 + (i < size ? digits[static_cast<std::size_t>(i)] : 0)) & Word36::kMask;
  std::uint64_t part = 0;  // 35 bits
  for (std::int64_t i = size - 1; i >= point; --i) {
    const std::uint64_t digit = i >= 0 ? digits[static_cast<std::size_t>(i)] : 0;
    part = ((digit << 35) + part) / 10;
  }
  reader_.skipBlanks();
  atom_ = {Word36{whole}, {}, -1};
  atomLow_ = Word36{part << 1};
  negateAtom();
}

}  // namespace utah10::macro10
