// Floating point on normalised operands compared with exact wide integers: the values, not the steps.
#include <gtest/gtest.h>

#include "float_forms.hpp"
#include "support/random.hpp"
#include "word/floating.hpp"
#include "word/format.hpp"

namespace utah10 {
namespace {

__extension__ typedef __int128 Wide;

using test::Random;

constexpr int kBits = 27;
constexpr std::int64_t kTwo27 = std::int64_t{1} << kBits;
constexpr int kExtensionBits = 28;  // to the right of AR while adding

Wide floorShift(Wide v, int right) { return right >= 0 ? v >> right : v * (Wide{1} << -right); }

// fraction * 2^(exponent - 200 - 33 octal), fraction signed.
struct Number {
  std::int64_t fraction = 0;
  int exponent = 0;
};
Number decoded(Word36 w) {
  const Word36 m = w.sign() ? negate(w).word : w;
  const auto f = static_cast<std::int64_t>(m.bits() % static_cast<std::uint64_t>(kTwo27));
  return {w.sign() ? -f : f, static_cast<int>(m.bits() >> kBits)};
}
// The word of a normalised fraction: a negative number is the two's complement of the positive one's word.
Word36 encoded(std::int64_t fraction, int exponent) {
  const std::int64_t magnitude = fraction < 0 ? -fraction : fraction;
  const std::int64_t w = (static_cast<std::int64_t>(exponent & 0377) << kBits) + magnitude;
  return Word36::fromSigned(fraction < 0 ? -w : w);
}

struct Expected27 {
  Word36 high;
  Word36 low;
  FloatFlags flags;
};

FloatFlags rangeFlags(int exponent) {
  FloatFlags f;
  f.overflow = exponent < 0 || exponent > 0377;
  f.underflow = exponent < 0;
  return f;
}

// The word(s) for the value num * 2^-shift in units of the last place at `exponent`: truncated toward minus infinity,
// or rounded to nearest with halves away from zero; the place of the last bit is the one truncation would choose.
Expected27 result(Wide num, int shift, int exponent, FloatForm form) {
  Expected27 r;
  if (num == 0) return r;
  // One place right if the sum is too large; else left until the truncated fraction is at least one half. Minus one
  // half and a little already is: its last bit is lost.
  int s = shift;
  const auto truncated = [&] { return floorShift(num, s); };
  if (truncated() >= kTwo27 || truncated() <= -kTwo27) ++s;
  while (truncated() < kTwo27 / 2 && truncated() > -kTwo27 / 2) --s;
  exponent += s - shift;
  auto f = static_cast<std::int64_t>(floorShift(num, s));
  const Wide rest = s > 0 ? num - floorShift(num, s) * (Wide{1} << s) : 0;
  const Wide half = s > 0 ? Wide{1} << (s - 1) : 1;
  if (form == FloatForm::Rounded && (rest > half || (rest == half && f >= 0))) {
    ++f;
    if (f == kTwo27) f /= 2, ++exponent;
    if (f == -kTwo27 / 2 + 1) f *= 2, --exponent;
  }
  r.high = encoded(f, exponent);
  r.flags = rangeFlags(exponent);
  const Wide low = floorShift(rest, s - kBits);
  const int lowExponent = exponent - kBits;
  if (form == FloatForm::Long && low != 0 && lowExponent >= 0 && lowExponent <= 0377)
    r.low = Word36{static_cast<std::uint64_t>((Wide{lowExponent} << kBits) + low)};
  return r;
}

// Bits of the smaller operand further right than the extension are lost; beyond 100 octal places all of it is.
Expected27 sum(Number a, Number b, FloatForm form) {
  if (a.exponent < b.exponent) std::swap(a, b);
  const int distance = a.exponent - b.exponent;
  const Wide small = distance > 64 ? Wide{0} : floorShift(Wide{b.fraction} * (Wide{1} << kExtensionBits), distance);
  return result(Wide{a.fraction} * (Wide{1} << kExtensionBits) + small, kExtensionBits, a.exponent, form);
}
Expected27 product(Number a, Number b, FloatForm form) {
  return result(Wide{a.fraction} * b.fraction, kBits, a.exponent + b.exponent - 0200, form);
}
// Truncated (or rounded with halves up) as magnitudes.
Expected27 quotient(Number a, Number b, FloatForm form) {
  Expected27 r;
  if (b.fraction == 0) {
    r.flags = {true, false, true};
    return r;
  }
  if (a.fraction == 0) return r;
  const std::int64_t n = a.fraction < 0 ? -a.fraction : a.fraction;
  const std::int64_t d = b.fraction < 0 ? -b.fraction : b.fraction;
  int exponent = a.exponent - b.exponent + 0200 + (n >= d ? 1 : 0);
  const Wide scaled = Wide{n} * (Wide{1} << (kBits - (n >= d ? 1 : 0)));
  auto q = static_cast<std::int64_t>(form == FloatForm::Rounded ? (2 * scaled + d) / (2 * Wide{d}) : scaled / d);
  if (q == kTwo27) q /= 2, ++exponent;
  r.high = encoded((a.fraction < 0) != (b.fraction < 0) ? -q : q, exponent);
  r.flags = rangeFlags(exponent);
  return r;
}

void expectEqual(const char* name, Word36 a, Word36 b, FloatForm form, const FloatResult& got, const Expected27& want) {
  const bool value = want.flags.noDivide || (got.high == want.high && got.low == want.low);
  EXPECT_TRUE(value && got.flags == want.flags)
      << fmt::format("{} form {}: {} {}\n got  {} {} {}{}{}\n want {} {} {}{}{}", name, static_cast<int>(form), a, b,
                     got.high, got.low, got.flags.overflow, got.flags.underflow, got.flags.noDivide, want.high,
                     want.low, want.flags.overflow, want.flags.underflow, want.flags.noDivide);
}

template <class Body>
void forOperands(Body body) {
  Random r;
  for (std::uint64_t i = 0; i < test::caseCount() && !testing::Test::HasFailure(); ++i) {
    const int near = static_cast<int>(r.below(256));
    const Word36 a = r.normalisedFloat(near);
    body(a, r.oneIn(20) ? negate(a).word : r.normalisedFloat(near));
  }
}

class ExactFloat : public testing::TestWithParam<FloatForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, ExactFloat, test::floatForms(), test::floatFormName);

TEST_P(ExactFloat, Sum) {
  forOperands([](Word36 a, Word36 b) {
    expectEqual("FAD", a, b, GetParam(), floatAdd(a, b, GetParam()), sum(decoded(a), decoded(b), GetParam()));
  });
}
TEST_P(ExactFloat, Difference) {
  forOperands([](Word36 a, Word36 b) {
    Number n = decoded(b);
    n.fraction = -n.fraction;
    expectEqual("FSB", a, b, GetParam(), floatSubtract(a, b, GetParam()), sum(decoded(a), n, GetParam()));
  });
}
TEST_P(ExactFloat, Product) {
  forOperands([](Word36 a, Word36 b) {
    expectEqual("FMP", a, b, GetParam(), floatMultiply(a, b, GetParam()), product(decoded(a), decoded(b), GetParam()));
  });
}
TEST(ExactFloatTest, Quotient) {
  for (const FloatForm form : {FloatForm::Plain, FloatForm::Rounded})
    forOperands([form](Word36 a, Word36 b) {
      expectEqual("FDV", a, b, form, floatDivide(a, b, form), quotient(decoded(a), decoded(b), form));
    });
}

// A rounded product is the nearest number, except in the one case where the KA10 rounds one bit too high up: a
// negative product just inside a power of two.
TEST(ExactFloatTest, RoundedProductsAreWithinHalfAUnit) {
  Random r;
  for (std::uint64_t i = 0; i < test::caseCount() && !testing::Test::HasFailure(); ++i) {
    const Word36 a = r.normalisedFloat(128);
    const Word36 b = r.normalisedFloat(128);
    const FloatResult p = floatMultiply(a, b, FloatForm::Rounded);
    if (a.zero() || b.zero() || p.flags.overflow) continue;
    const Number x = decoded(a);
    const Number y = decoded(b);
    const Number z = decoded(p.high);
    const int shift = z.exponent - (x.exponent + y.exponent - 0200) + kBits;
    const Wide error = Wide{x.fraction} * y.fraction * 4 - Wide{z.fraction} * (Wide{1} << (shift + 2));
    const Wide unit = Wide{1} << (shift + 2);
    const bool power = z.fraction == -kTwo27 + 2;
    EXPECT_TRUE((error < 0 ? -error : error) <= (power ? unit : unit / 2)) << fmt::format("{} {} {}", a, b, p.high);
  }
}

TEST(ExactFloatTest, LongQuotientTimesDivisorPlusRemainderIsTheDividend) {
  Random r;
  std::uint64_t remainders = 0;
  for (std::uint64_t i = 0; i < test::caseCount() && !testing::Test::HasFailure(); ++i) {
    const int near = static_cast<int>(r.below(256));
    const Word36 high = r.normalisedFloat(near);
    const Word36 divisor = r.normalisedFloat(near);
    if (high.zero() || divisor.zero()) continue;
    const Number a = decoded(high);
    const Number b = decoded(divisor);
    const auto low = static_cast<std::int64_t>(r.bits() % static_cast<std::uint64_t>(kTwo27));
    // The long number whose magnitude is |a| and `low`: built positive, negated as DFN does.
    const std::uint64_t positive = a.fraction < 0 ? negate(high).word.bits() : high.bits();
    DoubleWord dividend{Word36{positive}, Word36{static_cast<std::uint64_t>(low)}};
    if (a.fraction < 0) dividend = doubleNegate(dividend);
    const std::int64_t n = a.fraction < 0 ? -a.fraction : a.fraction;
    const std::int64_t d = b.fraction < 0 ? -b.fraction : b.fraction;
    const bool shifted = n >= d;
    const Wide whole = (Wide{n} * kTwo27 + low) >> (shifted ? 1 : 0);
    const FloatResult q = floatDivideLong(dividend, divisor);
    ASSERT_FALSE(q.flags.noDivide);
    const int exponent = a.exponent - b.exponent + 0200 + (shifted ? 1 : 0);
    EXPECT_EQ(q.flags, rangeFlags(exponent));
    const Number quotient = decoded(q.high);
    EXPECT_EQ(quotient.exponent, exponent & 0377);
    EXPECT_EQ(quotient.fraction < 0, (a.fraction < 0) != (b.fraction < 0));
    const Number rest = decoded(q.low);
    const Wide expected = whole - Wide{quotient.fraction < 0 ? -quotient.fraction : quotient.fraction} * d;
    EXPECT_TRUE(expected >= 0 && expected < d) << fmt::format("{} {} / {}", dividend.high, dividend.low, divisor);
    const int restExponent = a.exponent - kBits + (shifted ? 1 : 0);
    if (restExponent < 0 || expected == 0) {
      EXPECT_EQ(q.low, Word36{});
      continue;
    }
    EXPECT_TRUE((rest.fraction < 0 ? -rest.fraction : rest.fraction) == expected);
    EXPECT_EQ(rest.fraction < 0, a.fraction < 0);
    EXPECT_EQ(rest.exponent, restExponent);
    ++remainders;
  }
  EXPECT_GT(remainders, test::caseCount() / 2);
}

TEST(ExactFloatTest, ScalingByAPowerOfTwoIsExact) {
  Random r;
  for (std::uint64_t i = 0; i < test::caseCount() && !testing::Test::HasFailure(); ++i) {
    const Word36 a = r.normalisedFloat(static_cast<int>(r.below(256)));
    const int count = static_cast<int>(r.below(512)) - 256;
    const FloatResult got = floatScale(a, HalfWord{static_cast<std::uint32_t>(count)});
    const Number n = decoded(a);
    // Counts beyond the exponent's nine bits wrap, so only results they can reach are compared.
    if (a.zero()) {
      EXPECT_EQ(got.high, Word36{});
      EXPECT_EQ(got.flags, FloatFlags{});
    } else if (n.exponent + count >= -0200 && n.exponent + count < 0600) {
      EXPECT_EQ(got.high, encoded(n.fraction, n.exponent + count)) << fmt::format("{} by {}", a, count);
      EXPECT_EQ(got.flags, rangeFlags(n.exponent + count)) << fmt::format("{} by {}", a, count);
    }
  }
}

// DFN negates the 63-bit number of a high word and a 27-bit low fraction, and leaves the low exponent.
TEST(ExactFloatTest, DoubleNegate) {
  Random r;
  for (std::uint64_t i = 0; i < test::caseCount() && !testing::Test::HasFailure(); ++i) {
    const DoubleWord w{r.word(), r.word()};
    const auto low = static_cast<std::int64_t>(w.low.bits() % static_cast<std::uint64_t>(kTwo27));
    const Wide value = -(Wide{w.high.value()} * kTwo27 + low);
    const auto lowBits = static_cast<std::uint64_t>(value & (kTwo27 - 1));
    const DoubleWord want{
        Word36{static_cast<std::uint64_t>(value >> kBits)},
        Word36{(w.low.bits() / static_cast<std::uint64_t>(kTwo27)) * static_cast<std::uint64_t>(kTwo27) + lowBits}};
    EXPECT_EQ(doubleNegate(w), want) << fmt::format("{} {}", w.high, w.low);
  }
}

}  // namespace
}  // namespace utah10
