// Fixed-point arithmetic and shifts compared with wide integers and with step-by-step models.
#include <gtest/gtest.h>

#include <functional>

#include "integer_reference.hpp"
#include "support/random.hpp"
#include "word/arithmetic.hpp"
#include "word/format.hpp"

namespace utah10 {
namespace {

__extension__ typedef __int128 Wide;

using test::MultiplyFlow;
using test::Random;
using test::ShiftFlow;

const Word36 kMostNegative{Word36::kSign};

// Runs `body` for every case until five of them have failed.
void forCases(const std::function<void(Random&)>& body) {
  Random random;
  for (std::uint64_t i = 0; i < test::caseCount(); ++i) {
    body(random);
    const auto* result = testing::UnitTest::GetInstance()->current_test_info()->result();
    if (result->total_part_count() >= 5) return;
  }
}

bool fits(Wide v, int bits) { return v >= -(Wide{1} << (bits - 1)) && v < Wide{1} << (bits - 1); }

void expectSum(const Sum& got, Word36 a, Word36 b, Wide exact, Wide unsignedSum, Wide lowSum) {
  const bool carry0 = (unsignedSum >> 36) != 0;
  const bool carry1 = (lowSum >> 35) != 0;
  EXPECT_TRUE(got.word == Word36{static_cast<std::uint64_t>(exact)} && got.overflow() == !fits(exact, 36) &&
              got.carry0 == carry0 && got.carry1 == carry1)
      << fmt::format("{} {}: got {} {} {}", a, b, got.word, got.carry0, got.carry1);
}
Wide low35(Word36 w) { return static_cast<Wide>(w.bits() & (Word36::kMask >> 1)); }

TEST(Integer, AddSubtractNegateAreExact) {
  forCases([](Random& r) {
    const Word36 a = r.word();
    const Word36 b = r.oneIn(8) ? a : r.word();
    expectSum(add(a, b), a, b, Wide{a.value()} + b.value(), Wide{a.bits()} + b.bits(), low35(a) + low35(b));
    expectSum(subtract(a, b), a, b, Wide{a.value()} - b.value(), Wide{a.bits()} + (~b).bits() + 1,
              low35(a) + low35(~b) + 1);
    expectSum(negate(a), a, a, -Wide{a.value()}, Wide{(~a).bits()} + 1, low35(~a) + 1);
  });
}

TEST(Integer, MultiplyIsExact) {
  forCases([](Random& r) {
    const Word36 a = r.word();
    const Word36 b = r.word();
    if (a == kMostNegative) return;
    const Wide exact = Wide{a.value()} * b.value();
    const Product p = multiply(a, b);
    EXPECT_EQ(p.words.high.sign(), p.words.low.sign());
    EXPECT_TRUE(Wide{p.words.high.value()} * (Wide{1} << 35) + low35(p.words.low) == exact && !p.overflow)
        << fmt::format("MUL {} {}: {} {}", a, b, p.words.high, p.words.low);
    const SingleProduct s = multiplySingle(a, b);
    EXPECT_EQ(s.overflow, !fits(exact, 36)) << fmt::format("IMUL {} {}", a, b);
    if (!s.overflow) {
      EXPECT_EQ(Wide{s.word.value()} == exact, true) << fmt::format("IMUL {} {}: {}", a, b, s.word);
    }
  });
}

TEST(Integer, MultiplyFollowsTheFlow) {
  forCases([](Random& r) {
    const Word36 a = r.oneIn(16) ? kMostNegative : r.word();
    const Word36 b = r.oneIn(16) ? kMostNegative : r.word();
    MultiplyFlow flow;
    const Product want = flow.multiply(a, b);
    const Product got = multiply(a, b);
    EXPECT_TRUE(got.words == want.words && got.overflow == want.overflow && got.addSteps == want.addSteps)
        << fmt::format("MUL {} {}: got {} {} {} {}, want {} {} {} {}", a, b, got.words.high, got.words.low,
                       got.overflow, got.addSteps, want.words.high, want.words.low, want.overflow, want.addSteps);
    const SingleProduct single = flow.multiplySingle(a, b);
    const SingleProduct mine = multiplySingle(a, b);
    EXPECT_TRUE(mine.word == single.word && mine.overflow == single.overflow && mine.addSteps == single.addSteps)
        << fmt::format("IMUL {} {}: got {} {}, want {} {}", a, b, mine.word, mine.overflow, single.word,
                       single.overflow);
  });
}

// Truncation toward zero, remainder with the sign of the dividend; refused when the quotient's magnitude needs more
// than 35 bits.
void expectQuotient(const Quotient& got, Wide dividend, Word36 divisor, const std::string& what) {
  const Wide d = divisor.value();
  const Wide size = dividend < 0 ? -dividend : dividend;
  if (d == 0 && size == Wide{1} << 70) return;  // not refused: see the test of choices
  const bool refused = d == 0 || size / (d < 0 ? -d : d) >= (Wide{1} << 35);
  EXPECT_EQ(got.noDivide, refused) << what;
  if (refused || got.noDivide) return;
  EXPECT_TRUE(Wide{got.quotient.value()} == dividend / d && Wide{got.remainder.value()} == dividend % d)
      << fmt::format("{}: {} {}", what, got.quotient, got.remainder);
}

TEST(Integer, DivideIsExact) {
  forCases([](Random& r) {
    const Word36 a = r.word();
    const Word36 b = r.word();
    expectQuotient(divideSingle(a, b), a.value(), b, fmt::format("IDIV {} {}", a, b));
    // Half of the double dividends have a high word smaller than the divisor, so that they divide.
    Word36 high = r.word();
    if (r.oneIn(2)) high = Word36::fromSigned(b.value() >> r.below(36));
    if (r.oneIn(4)) high = negate(high).word;
    const Wide dividend = Wide{high.value()} * (Wide{1} << 35) + low35(a);
    const Quotient q = divide({high, a}, b);
    expectQuotient(q, dividend, b, fmt::format("DIV {} {} {}", high, a, b));
    EXPECT_EQ(q.negativeDividend, high.sign());
  });
}

using Step = void (ShiftFlow::*)(bool);

void expectShift(const std::string& name, DoubleWord before, HalfWord e, Step step, DoubleWord got, bool overflow) {
  const std::uint32_t low = e.bits() & 0377;
  const std::uint32_t steps = e.sign() ? 0400 - low : low;
  ShiftFlow flow{before.high.bits(), before.low.bits()};
  for (std::uint32_t i = 0; i < steps; ++i) (flow.*step)(e.sign());
  EXPECT_TRUE(got.high.bits() == flow.ac && got.low.bits() == flow.acPlusOne && overflow == flow.overflow)
      << fmt::format("{} {} {} by {}: got {} {} {}, want {} {} {}", name, before.high, before.low, e, got.high, got.low,
                     overflow, Word36{flow.ac}, Word36{flow.acPlusOne}, flow.overflow);
}

TEST(Integer, ShiftsAndRotatesGoPlaceByPlace) {
  forCases([](Random& r) {
    const DoubleWord w{r.word(), r.word()};
    std::uint32_t bits = static_cast<std::uint32_t>(r.bits());
    if (r.oneIn(2)) bits = static_cast<std::uint32_t>(r.below(80));
    if (r.oneIn(3)) bits = 0U - bits;
    const HalfWord e{bits};
    const ShiftCount n = shiftCount(e);
    EXPECT_EQ(n.right, e.sign());
    EXPECT_EQ(n.steps, static_cast<int>(e.sign() ? 0400 - (e.bits() & 0377) : e.bits() & 0377));
    const Shifted a = ash(w.high, n);
    expectShift("ASH", w, e, &ShiftFlow::ash, {a.word, w.low}, a.overflow);
    expectShift("LSH", w, e, &ShiftFlow::lsh, {lsh(w.high, n), w.low}, false);
    expectShift("ROT", w, e, &ShiftFlow::rot, {rot(w.high, n), w.low}, false);
    const ShiftedDouble c = ashc(w, n);
    expectShift("ASHC", w, e, &ShiftFlow::ashc, c.words, c.overflow);
    expectShift("LSHC", w, e, &ShiftFlow::lshc, lshc(w, n), false);
    expectShift("ROTC", w, e, &ShiftFlow::rotc, rotc(w, n), false);
  });
}

TEST(Integer, ArithmeticShiftMatchesExactArithmetic) {
  forCases([](Random& r) {
    const Word36 w = r.word();
    const int steps = static_cast<int>(r.below(60));
    const Shifted left = ash(w, {steps, false});
    const Wide exact = Wide{w.value()} * (Wide{1} << steps);
    EXPECT_EQ(left.overflow, !fits(exact, 36)) << fmt::format("{} left {}", w, steps);
    if (!left.overflow) {
      EXPECT_TRUE(Wide{left.word.value()} == exact);
    }
    EXPECT_TRUE(Wide{ash(w, {steps, true}).word.value()} == Wide{w.value()} >> steps);
  });
}

TEST(Integer, LeadingZerosAreCounted) {
  forCases([](Random& r) {
    const Word36 w = r.word();
    int zeros = 0;
    while (zeros < 36 && !w.bit(zeros)) ++zeros;
    EXPECT_EQ(leadingZeros(w), zeros) << fmt::format("{}", w);
  });
}

}  // namespace
}  // namespace utah10
