// Means of several measurements, and how sure they are.
#include "experiments/report/spread.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace utah10 {
namespace {

TEST(Spread, OfSeveralOneOrNoValues) {
  EXPECT_FALSE(spreadOf({}));
  const Spread one = *spreadOf({7});
  EXPECT_EQ(one.count, 1u);
  EXPECT_EQ(one.mean, 7);
  EXPECT_FALSE(one.deviation);
  EXPECT_FALSE(one.confidence());
  const Spread four = *spreadOf({1, 2, 3, 6});
  EXPECT_DOUBLE_EQ(four.mean, 3);
  EXPECT_DOUBLE_EQ(*four.deviation, std::sqrt(14.0 / 3));
  EXPECT_EQ(four.least, 1);
  EXPECT_EQ(four.most, 6);
}

// Quantiles from tables of Student's distribution: 12.706 for 1 degree of freedom, 3.182 for 3, 2.262 for 9.
TEST(Spread, ConfidenceIsByStudentsDistribution) {
  const auto halfWidth = [](std::size_t n, double deviation) {
    return *Spread{.count = n, .mean = 0, .deviation = deviation}.confidence();
  };
  EXPECT_NEAR(halfWidth(2, std::sqrt(2.0)), 12.706, 5e-4);
  EXPECT_NEAR(halfWidth(4, 2), 3.182, 5e-4);
  EXPECT_NEAR(halfWidth(10, std::sqrt(10.0)), 2.262, 5e-4);
}

}  // namespace
}  // namespace utah10
