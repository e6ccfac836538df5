// Numbers: integers, scale suffixes, floating point and binary fractions.
#include <fmt/format.h>

#include "toolchain/macro10/expressions/atoms.hpp"
#include "toolchain/macro10/expressions/nesting.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::int64_t kFarthestPoint = 200;

}  // namespace

unsigned Atoms::presentDigit() const { return static_cast<unsigned>(scanner_.code - six('0')); }

void Atoms::numberAtom(int firstDigit) {
  std::vector<unsigned> digits;
  std::uint64_t high = 0;  // overflow beyond 35 bits
  std::uint64_t low = 0;
  bool radixError = false;
  auto digit = static_cast<unsigned>(firstDigit);
  for (;;) {
    if (high != 0) errors_.raise(kQ, "the number does not fit in a word");
    digits.push_back(digit);
    const std::uint64_t next = low * radix + digit;
    high = next >> 35;
    low = next & ((std::uint64_t{1} << 35) - 1);
    radixError = radixError || digit >= radix;
    scanner_.scan();
    if (!scanner_.cls.digit) break;
    digit = presentDigit();
  }
  if (scanner_.code == six('.') || present.decimalFraction) {
    const std::size_t whole = digits.size();
    floatAtom(std::move(digits), whole, present.decimalFraction);
    return;
  }
  present.value.word = Word36{high << 35 | low};
  finishInteger(radixError, static_cast<unsigned>(digits.size()));
}

void Atoms::finishInteger(bool radixError, unsigned digits) {
  scaleSuffix();
  if (digits > 1 && radixError) errors_.raise(kN, fmt::format("a digit is too large for radix {}", radix));
  finishAtDelimiter();
}

// 1K, 1M, 1G: appends three, six or nine zeros in the current radix.
void Atoms::scaleSuffix() {
  int places = 0;
  if (scanner_.code == six('K')) places = 3;
  if (scanner_.code == six('M')) places = 6;
  if (scanner_.code == six('G')) places = 9;
  if (places == 0) return;
  std::uint64_t v = present.value.word.bits();
  for (; places > 0; --places) v = (v * radix) & Word36::kMask;
  present.value.word = Word36{v};
  scanner_.scan();
}

void Atoms::fractionPrefix() {
  present.decimalFraction = true;
  scanner_.scan();
  if (scanner_.cls.digit) {
    numberAtom(scanner_.code - six('0'));
  } else {
    floatAtom({}, 0, true);
  }
}

// The digits before the point have been read (`whole` of them, or none and one after it); the present code is the point
// or the first fraction digit. `fraction` selects ^F; without it the number is floating point.
void Atoms::floatAtom(std::vector<unsigned> digits, std::size_t whole, bool fraction) {
  if (scanner_.code != six('B')) {
    scanner_.scan();
    while (scanner_.cls.digit) {
      digits.push_back(presentDigit());
      scanner_.scan();
    }
  }
  const std::int64_t point = static_cast<std::int64_t>(whole) + exponent();
  if (point > kFarthestPoint || point < -kFarthestPoint) {
    present.value = {};
    badNumber("the exponent is too large");
    return;
  }
  const DecimalDigits number{std::move(digits), point};
  if (fraction) {
    fractionAtom(number);
  } else {
    floatingAtom(number);
  }
}

// The number after E, or zero.
std::int64_t Atoms::exponent() {
  if (scanner_.code != six('E')) return 0;
  const OuterSigns signs{*this};
  const Nesting nesting{statement_.depth};  // 1.E1.E1.E...
  radix = 10;
  readCell();
  const std::int64_t value = present.numeric ? present.value.word.value() : 0;
  if (!present.numeric || !present.value.reloc.zero()) errors_.raise(kQ, "the exponent should be a number");
  present.value = {};
  present.name = 0;
  return value;
}

void Atoms::floatingAtom(const DecimalDigits& number) {
  const std::optional<Word36> value = floatingValue(number);
  present.value.word = value.value_or(Word36{});
  present.value.reloc = {};
  if (!value) {
    badNumber("the floating-point number is out of range");
    return;
  }
  finishAtDelimiter();
}

void Atoms::fractionAtom(const DecimalDigits& number) {
  const auto [whole, part] = fractionValue(number);
  scanner_.skipBlanks();
  present.value = {whole, {}, -1};
  present.low = part;
  finishValue();
}

}  // namespace utah10::macro10
