// Lists and ranges of a sweep, and its samples.
#include "command/sweep/sweep_values.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using Texts = std::vector<std::string>;

SweepVariable listOf(Texts values) { return {"option", "", std::move(values), {}}; }
SweepVariable anythingIn(SweepRange range) { return {"option", "", {}, std::move(range)}; }

TEST(SweepRange, StepsIncludeTheEnd) {
  EXPECT_THAT((SweepRange{.from = 96, .to = 256, .step = 32}).values(),
              ElementsAre("96", "128", "160", "192", "224", "256"));
  EXPECT_THAT((SweepRange{.from = 0, .to = 0.3, .step = 0.1, .whole = false}).values(),
              ElementsAre("0", "0.1", "0.2", "0.3"));
  EXPECT_THAT((SweepRange{.from = 1, .to = 6, .step = 2}).values(), ElementsAre("1", "3", "5"));
  EXPECT_THAT((SweepRange{.from = 5, .to = 15, .step = 5, .unit = "ms"}).values(), ElementsAre("5ms", "10ms", "15ms"));
}

TEST(SweepRange, CountsDivideItEvenlyOrByFactors) {
  EXPECT_THAT((SweepRange{.from = 0, .to = 1, .count = 3, .whole = false}).values(), ElementsAre("0", "0.5", "1"));
  EXPECT_THAT((SweepRange{.from = 1000, .to = 100'000, .count = 3, .logarithmic = true}).values(),
              ElementsAre("1000", "10000", "100000"));
  EXPECT_THAT((SweepRange{.from = 7, .to = 9, .count = 1}).values(), ElementsAre("7"));
  EXPECT_THAT((SweepRange{.from = 1, .to = 3, .count = 9}).values(), ElementsAre("1", "2", "3")) << "no value twice";
}

TEST(SweepRange, WholeNumbersAreEquallyLikelyUpToTheEnd) {
  const SweepRange range{.from = 1, .to = 4};
  EXPECT_EQ(range.at(0), "1");
  EXPECT_EQ(range.at(0.24), "1");
  EXPECT_EQ(range.at(0.26), "2");
  EXPECT_EQ(range.at(0.999), "4");
  EXPECT_EQ((SweepRange{.from = 0, .to = 1, .whole = false}).at(0.25), "0.25");
}

TEST(SweepSamples, AGridHasAllCombinationsAndItsFirstVariableChangesLast) {
  EXPECT_THAT(gridOf({listOf({"a", "b"}), listOf({"1", "2"})}),
              ElementsAre(Texts{"a", "1"}, Texts{"a", "2"}, Texts{"b", "1"}, Texts{"b", "2"}));
  EXPECT_THAT(gridOf({}), ElementsAre(Texts{}));
}

TEST(SweepSamples, ASeedGivesTheSameRandomSample) {
  const std::vector<SweepVariable> variables{anythingIn({.from = 0, .to = 1, .whole = false}), listOf({"a", "b"})};
  const auto sample = randomSample(variables, 50, Chance{3});
  EXPECT_EQ(sample, randomSample(variables, 50, Chance{3}));
  EXPECT_NE(sample, randomSample(variables, 50, Chance{4}));
  std::set<std::string> second;
  for (const SweepValues& point : sample) {
    EXPECT_GE(std::stod(point[0]), 0);
    EXPECT_LT(std::stod(point[0]), 1);
    second.insert(point[1]);
  }
  EXPECT_EQ(second.size(), 2U);
}

TEST(SweepSamples, ALatinHypercubeHasOneValueInEachPartOfEachRange) {
  constexpr std::size_t kPoints = 20;
  const auto sample = latinHypercube({anythingIn({.from = 0, .to = 20, .whole = false}), listOf({"a", "b", "c", "d"})},
                                     kPoints, Chance{1});
  std::set<int> parts;
  for (const SweepValues& point : sample) parts.insert(static_cast<int>(std::stod(point[0])));
  EXPECT_EQ(parts.size(), kPoints);
  for (const char* value : {"a", "b", "c", "d"})
    EXPECT_EQ(std::ranges::count(sample, value, [](const SweepValues& v) { return v[1]; }), 5) << value;
}

}  // namespace
}  // namespace utah10
