#include "experiments/report/spread.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace utah10 {
namespace {

TEST(Spread, OfFewValuesIsNotKnown) {
  EXPECT_EQ(spreadOf({}).n, 0u);
  const Spread one = spreadOf({5});
  EXPECT_DOUBLE_EQ(one.mean, 5);
  EXPECT_FALSE(one.deviation);
  EXPECT_FALSE(one.interval);
}

TEST(Spread, IntervalIsThatOfStudent) {
  const Spread two = spreadOf({1, 3});
  EXPECT_DOUBLE_EQ(*two.deviation, std::sqrt(2));
  EXPECT_NEAR(*two.interval, 12.706, 1e-9);
  // Quantiles from printed tables, by degrees of freedom.
  for (const auto& [freedom, quantile] : {std::pair{9u, 2.262}, {30u, 2.042}, {40u, 2.021}, {120u, 1.980}}) {
    std::vector<double> values(freedom + 1, 0);
    values[0] = 1;
    const Spread s = spreadOf(values);
    EXPECT_NEAR(*s.interval * std::sqrt(freedom + 1) / *s.deviation, quantile, 5e-4) << freedom;
  }
}

}  // namespace
}  // namespace utah10
