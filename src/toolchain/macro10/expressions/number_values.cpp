#include "toolchain/macro10/expressions/number_values.hpp"

#include "word/floating.hpp"

namespace utah10::macro10 {

std::optional<Word36> floatingValue(const DecimalDigits& number) {
  const Word36 ten{0204500000000};
  // A floating-point number whose fraction ends at bit 35: the digit as a whole number, not normalised.
  const auto unnormalised = [](unsigned digit) { return Word36{0233000000000} | Word36{digit}; };
  bool overflow = false;
  const auto keep = [&](const FloatResult& r) {
    overflow = overflow || r.flags.overflow;
    return r.high;
  };
  Word36 whole;
  for (std::int64_t i = 0; i < number.point; ++i) {
    whole = keep(floatMultiply(whole, ten, FloatForm::Rounded));
    whole = keep(floatAdd(whole, unnormalised(number.at(i)), FloatForm::Rounded));
  }
  Word36 part;
  for (auto i = static_cast<std::int64_t>(number.digits.size()) - 1; i >= number.point; --i) {
    const unsigned digit = number.at(i);
    if (digit != 0) part = keep(floatAdd(part, unnormalised(digit), FloatForm::Rounded));
    part = keep(floatDivide(part, ten, FloatForm::Rounded));
  }
  const Word36 sum = keep(floatAdd(whole, part, FloatForm::Rounded));
  return overflow ? std::nullopt : std::optional{sum};
}

std::pair<Word36, Word36> fractionValue(const DecimalDigits& number) {
  std::uint64_t whole = 0;
  for (std::int64_t i = 0; i < number.point; ++i) whole = (whole * 10 + number.at(i)) & Word36::kMask;
  std::uint64_t part = 0;  // 35 bits
  for (auto i = static_cast<std::int64_t>(number.digits.size()) - 1; i >= number.point; --i)
    part = ((std::uint64_t{number.at(i)} << 35) + part) / 10;
  return {Word36{whole}, Word36{part << 1}};
}

}  // namespace utah10::macro10
