// Cases in which the known models of the KA10 differ (docs/sources/processor.md 5), a test for each. The gate flow
// decides, except where its answer rests on a word that is no number.
#include <gtest/gtest.h>

#include "utah10/word/isa.hpp"
#include "word/arithmetic.hpp"
#include "word/floating.hpp"
#include "word/format.hpp"

namespace utah10 {
namespace {

const Word36 kMostNegative{0400000000000};
const Word36 kMinusOne{0777777777777};
const DoubleWord kPair{Word36{0412345670123}, Word36{0312345670123}};

// A right count whose eight bits are zero is 400 octal places, not none.
TEST(Choices, RightShiftByMinusZeroIs256Places) {
  for (const std::uint32_t e : {0400000U, 0777400U}) {
    const ShiftCount n = shiftCount(HalfWord{e});
    EXPECT_TRUE(n.right);
    EXPECT_EQ(n.steps, 256);
    EXPECT_EQ(lsh(kPair.high, n), Word36{});
    EXPECT_EQ(ash(kPair.high, n).word, kMinusOne);
    EXPECT_EQ(ash(kPair.low, n).word, Word36{});
    EXPECT_EQ(lshc(kPair, n), DoubleWord{});
    EXPECT_EQ(ashc(kPair, n).words, (DoubleWord{kMinusOne, kMinusOne}));
    EXPECT_EQ(rot(kPair.high, n), rot(kPair.high, {4, true}));
    EXPECT_EQ(rotc(kPair, n), rotc(kPair, {050, true}));
  }
}

// Long left shifts leave zeros after the sign; no bit re-enters, and the overflow is detected.
TEST(Choices, LongArithmeticLeftShiftLeavesZeros) {
  for (const int steps : {36, 63, 64, 65, 100, 255}) {
    EXPECT_EQ(ash(Word36{5}, {steps, false}).word, Word36{}) << steps;
    EXPECT_TRUE(ash(Word36{5}, {steps, false}).overflow) << steps;
    EXPECT_EQ(ash(kMinusOne, {steps, false}).word, kMostNegative) << steps;
    EXPECT_TRUE(ash(kMinusOne, {steps, false}).overflow) << steps;
    EXPECT_FALSE(ash(Word36{}, {steps, false}).overflow) << steps;
  }
  EXPECT_EQ(shiftCount(HalfWord{0377}).steps, 255);
}

// -1 keeps its sign until the first zero from the right reaches bit 1.
TEST(Choices, MinusOneOverflowsWhenItsLastBitHasLeft) {
  EXPECT_FALSE(ash(kMinusOne, {35, false}).overflow);
  EXPECT_TRUE(ash(kMinusOne, {36, false}).overflow);
  EXPECT_FALSE(ashc({kMinusOne, kMinusOne}, {70, false}).overflow);
  EXPECT_TRUE(ashc({kMinusOne, kMinusOne}, {71, false}).overflow);
  EXPECT_EQ(ashc({kMinusOne, kMinusOne}, {71, false}).words, (DoubleWord{kMostNegative, kMostNegative}));
}

TEST(Choices, Opcode247IsANoOperation) {
  EXPECT_EQ(kInsnTable[0247].group, Group::NoOp);
  EXPECT_EQ(kInsnTable[0257].group, Group::NoOp);
}

TEST(Choices, MostNegativeTimesMinusOneOverflows) {
  const SingleProduct p = multiplySingle(kMostNegative, kMinusOne);
  EXPECT_EQ(p.word, kMostNegative);
  EXPECT_TRUE(p.overflow);
}

// 400000,,0 is its own negative in the adder, so that multiplicand gives products of the wrong sign.
TEST(Choices, MostNegativeMultiplicandHasTheWrongSign) {
  struct Row {
    Word36 ac, operand, high, low;
    bool mulOverflow;
    Word36 single;
    bool imulOverflow;
  };
  const Word36 max{0377777777777};
  const Row rows[] = {{kMostNegative, kMostNegative, kMostNegative, kMostNegative, true, kMostNegative, true},
                      {kMostNegative, Word36{1}, Word36{1}, Word36{}, false, Word36{}, true},
                      {kMostNegative, kMinusOne, kMinusOne, kMostNegative, true, kMostNegative, true},
                      {Word36{1}, kMostNegative, kMinusOne, kMostNegative, false, kMostNegative, false},
                      {kMinusOne, kMostNegative, Word36{1}, Word36{}, false, Word36{}, true},
                      {max, max, Word36{0377777777776}, Word36{1}, false, Word36{1}, true}};
  for (const Row& r : rows) {
    const Product p = multiply(r.ac, r.operand);
    EXPECT_EQ(p.words, (DoubleWord{r.high, r.low})) << fmt::format("{} {}", r.ac, r.operand);
    EXPECT_EQ(p.overflow, r.mulOverflow) << fmt::format("{} {}", r.ac, r.operand);
    const SingleProduct s = multiplySingle(r.ac, r.operand);
    EXPECT_EQ(s.word, r.single) << fmt::format("{} {}", r.ac, r.operand);
    EXPECT_EQ(s.overflow, r.imulOverflow) << fmt::format("{} {}", r.ac, r.operand);
  }
}

// The one dividend that zero divides: its high part is negative before the first subtraction. No flag is set.
TEST(Choices, TheLongestNegativeDividendIsDividedByZero) {
  for (const std::uint64_t low : {std::uint64_t{0}, Word36::kSign}) {
    const Quotient q = divide({kMostNegative, Word36{low}}, Word36{});
    EXPECT_FALSE(q.noDivide);
    EXPECT_EQ(q.quotient, Word36{0400000000001});
    EXPECT_EQ(q.remainder, Word36{});
  }
  EXPECT_TRUE(divide({kMostNegative, Word36{}}, Word36{1}).noDivide);
  EXPECT_TRUE(divide({kMostNegative, Word36{}}, kMostNegative).noDivide);
  EXPECT_TRUE(divide({kMostNegative, Word36{1}}, Word36{}).noDivide);
  EXPECT_TRUE(divideSingle(kMostNegative, Word36{}).noDivide);
}

// A dividend of 400000,,0 is its own negative and enters the steps as -1 (the words are the gates').
TEST(Choices, FloatingDividendWithoutMagnitude) {
  EXPECT_EQ(floatDivide(kMostNegative, Word36{0201400000000}, FloatForm::Plain).high, Word36{0410377377400});
  EXPECT_EQ(floatDivide(kMostNegative, Word36{0201400000000}, FloatForm::Rounded).high, Word36{0410377377400});
  const FloatResult both = floatDivideLong({kMostNegative, Word36{}}, Word36{0201400000000});
  EXPECT_EQ(both.high, Word36{0410377377400});
  EXPECT_EQ(both.low, Word36{});
}

// 400000,,0 as a floating operand: sign and exponent by the normal rules, fraction -1.
TEST(Choices, SumOfTwoMostNegativeWordsIsMinusTwoToTheTop) {
  for (const FloatForm form : {FloatForm::Plain, FloatForm::Rounded, FloatForm::Long}) {
    const FloatResult sum = floatAdd(kMostNegative, kMostNegative, form);
    EXPECT_EQ(sum.high, Word36{0777000000000});
    EXPECT_EQ(sum.flags, (FloatFlags{true, false, false}));
    // Its negative is itself.
    EXPECT_EQ(floatSubtract(kMostNegative, kMostNegative, form).high, sum.high);
  }
}

TEST(Choices, UnnormalisedAddOfMostNegativeFollowsTheNormalRule) {
  const FloatResult twice = floatAddUnnormalised(kMostNegative, kMostNegative);
  EXPECT_EQ(twice.high, Word36{0777000000000});
  EXPECT_EQ(twice.flags, (FloatFlags{true, false, false}));
  // -1 alone is shifted right once, which takes the exponent over the top.
  const FloatResult once = floatAddUnnormalised(kMostNegative, Word36{});
  EXPECT_EQ(once.high, Word36{0777400000000});
  EXPECT_EQ(once.flags, (FloatFlags{true, false, false}));
}

TEST(Choices, SquareOfMostNegativeOverflowsWithoutUnderflow) {
  const FloatResult square = floatMultiply(kMostNegative, kMostNegative, FloatForm::Plain);
  EXPECT_EQ(square.flags, (FloatFlags{true, false, false}));
}

// 0 / x leaves the low fraction of the dividend in AC+1, without an exponent and with the sign of the dividend.
TEST(Choices, LongDivideOfAZeroHighWordKeepsTheLowFraction) {
  const FloatResult r = floatDivideLong({Word36{}, Word36{0147000000123}}, Word36{0201400000000});
  EXPECT_EQ(r.high, Word36{});
  EXPECT_EQ(r.low, Word36{0123});
  EXPECT_EQ(r.flags, FloatFlags{});
  const FloatResult negative = floatDivideLong({kMinusOne, Word36{0777777655}}, Word36{0201400000000});
  EXPECT_EQ(negative.high, Word36{});
  EXPECT_EQ(negative.low, Word36::fromSigned(-0123));
}

// The dividend is negated as one number of 54 bits: the carry into the high word depends only on the low fraction,
// not on the exponent next to it.
TEST(Choices, NegativeLongDividendWithAZeroLowFraction) {
  const Word36 minusOne = negate(Word36{0201400000000}).word;
  for (const Word36 low : {Word36{}, Word36{0147000000000}, Word36{0146000000000}}) {
    const FloatResult r = floatDivideLong({minusOne, low}, Word36{0201400000000});
    EXPECT_EQ(r.high, minusOne) << fmt::format("{}", low);
    EXPECT_EQ(r.low, Word36{}) << fmt::format("{}", low);
  }
}

// A sum of which only the last bit of the extension is left (a zero fraction with an exponent, plus something far to
// the right) makes the processor loop for ever in normalising. Here the result is zero.
TEST(Choices, SumThatNeverNormalisesIsZero) {
  const FloatResult r = floatAdd(Word36{0240000000000}, Word36{0204000000001}, FloatForm::Plain);
  EXPECT_EQ(r.high, Word36{});
  EXPECT_EQ(r.flags, FloatFlags{});
  // One place further left there is something to normalise.
  EXPECT_EQ(floatAdd(Word36{0240000000000}, Word36{0205000000001}, FloatForm::Plain).high, Word36{0153400000000});
}

TEST(Choices, DividingByZeroIsRefused) {
  const FloatFlags noDivide{true, false, true};
  EXPECT_EQ(floatDivide(Word36{0201400000000}, Word36{}, FloatForm::Plain).flags, noDivide);
  EXPECT_EQ(floatDivide(Word36{}, Word36{}, FloatForm::Rounded).flags, noDivide);
  EXPECT_EQ(floatDivideLong({Word36{0201400000000}, Word36{}}, Word36{}).flags, noDivide);
  EXPECT_TRUE(divideSingle(kMostNegative, kMinusOne).noDivide);
  EXPECT_TRUE(divideSingle(kMostNegative, Word36{1}).noDivide);
  EXPECT_EQ(divideSingle(kMostNegative, kMostNegative).quotient, Word36{1});
}

}  // namespace
}  // namespace utah10
