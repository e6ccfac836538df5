// src/word/floating.cpp compared with the literal model of float_reference.hpp: results, flags and step counts, on
// operands of every kind.
#include <gtest/gtest.h>

#include <functional>

#include "float_forms.hpp"
#include "float_reference.hpp"
#include "support/random.hpp"
#include "word/floating.hpp"
#include "word/format.hpp"

namespace utah10 {
namespace {

using test::FloatFlow;
using test::FloatOutcome;
using test::Random;

struct Operands {
  Word36 ac;
  Word36 acPlusOne;
  Word36 operand;
};

std::string show(const FloatFlags& f) {
  return fmt::format("{}{}{}", f.overflow ? " OV" : "", f.underflow ? " FXU" : "", f.noDivide ? " ND" : "");
}
std::string show(const FloatSteps& s) {
  return fmt::format("align {} far {} add {} normalise {} round {}", s.align, s.far, s.add, s.normalise, s.round);
}
bool sameSteps(const FloatSteps& a, const FloatSteps& b) {
  return a.align == b.align && a.far == b.far && a.add == b.add && a.normalise == b.normalise && a.round == b.round;
}

using Subject = std::function<FloatResult(const Operands&)>;
using Model = std::function<FloatOutcome(FloatFlow&, const Operands&)>;

// One comparison; true when equal.
bool agree(const Operands& o, const FloatResult& got, const FloatOutcome& want) {
  // Where the processor would loop for ever, ours gives zero.
  const bool result = want.flags.noDivide || (got.high == want.ac && got.low == want.acPlusOne);
  const bool steps = want.flags.noDivide || want.hangs || sameSteps(got.steps, want.steps);
  const bool ok = result && steps && got.flags == want.flags;
  EXPECT_TRUE(ok) << fmt::format("{} {} with {}\n got  {} {}{} {}\n want {} {}{} {}", o.ac, o.acPlusOne, o.operand,
                                 got.high, got.low, show(got.flags), show(got.steps), want.ac, want.acPlusOne,
                                 show(want.flags), show(want.steps));
  return ok;
}

// Draws operands until the wanted number of cases is done; stops at the fifth disagreement.
void compare(const Subject& subject, const Model& model) {
  Random random;
  FloatFlow flow;
  int disagreements = 0;
  for (std::uint64_t i = 0; i < test::caseCount() && disagreements < 5; ++i) {
    const int near = static_cast<int>(random.below(256));
    const Operands o{random.anyFloat(near), random.anyFloat(near), random.anyFloat(near)};
    if (!agree(o, subject(o), model(flow, o))) ++disagreements;
  }
}

class FloatFormTest : public testing::TestWithParam<FloatForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, FloatFormTest, test::floatForms(), test::floatFormName);

TEST_P(FloatFormTest, AddFollowsTheFlow) {
  compare([&](const Operands& o) { return floatAdd(o.ac, o.operand, GetParam()); },
          [&](FloatFlow& f, const Operands& o) { return f.add(o.ac, o.operand, GetParam()); });
}
TEST_P(FloatFormTest, SubtractFollowsTheFlow) {
  compare([&](const Operands& o) { return floatSubtract(o.ac, o.operand, GetParam()); },
          [&](FloatFlow& f, const Operands& o) { return f.subtract(o.ac, o.operand, GetParam()); });
}
TEST_P(FloatFormTest, MultiplyFollowsTheFlow) {
  compare([&](const Operands& o) { return floatMultiply(o.ac, o.operand, GetParam()); },
          [&](FloatFlow& f, const Operands& o) { return f.multiply(o.ac, o.operand, GetParam()); });
}

TEST(FloatFlowTest, DivideFollowsTheFlow) {
  for (const FloatForm form : {FloatForm::Plain, FloatForm::Rounded})
    compare([&](const Operands& o) { return floatDivide(o.ac, o.operand, form); },
            [&](FloatFlow& f, const Operands& o) { return f.divide(o.ac, o.operand, form); });
}
TEST(FloatFlowTest, DivideLongFollowsTheFlow) {
  compare(
      [](const Operands& o) {
        return floatDivideLong({o.ac, o.acPlusOne}, o.operand);
      },
      [](FloatFlow& f, const Operands& o) {
        return f.divideLong({o.ac, o.acPlusOne}, o.operand);
      });
}
// 400000,,0 is its own negative: a dividend of that word enters the steps negative.
TEST(FloatFlowTest, TheDividendWithoutMagnitudeFollowsTheFlow) {
  const Word36 sign{Word36::kSign};
  for (const FloatForm form : {FloatForm::Plain, FloatForm::Rounded})
    compare([&](const Operands& o) { return floatDivide(sign, o.operand, form); },
            [&](FloatFlow& f, const Operands& o) { return f.divide(sign, o.operand, form); });
  compare(
      [&](const Operands& o) {
        return floatDivideLong({sign, Word36{}}, o.operand);
      },
      [&](FloatFlow& f, const Operands& o) {
        return f.divideLong({sign, Word36{}}, o.operand);
      });
}
TEST(FloatFlowTest, UnnormalisedAddFollowsTheFlow) {
  compare([](const Operands& o) { return floatAddUnnormalised(o.ac, o.operand); },
          [](FloatFlow& f, const Operands& o) { return f.addUnnormalised(o.ac, o.operand); });
}
TEST(FloatFlowTest, ScaleFollowsTheFlow) {
  compare([](const Operands& o) { return floatScale(o.ac, o.operand.right()); },
          [](FloatFlow& f, const Operands& o) { return f.scale(o.ac, o.operand.right()); });
}

}  // namespace
}  // namespace utah10
