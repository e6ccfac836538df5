// Random numbers: the same from the same seed, distributed as they should be.
#include "word/chance.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace utah10 {
namespace {

TEST(Chance, ExponentialNumbersHaveTheirDistribution) {
  Chance chance{1973};
  constexpr int kCount = 200'000;
  double sum = 0;
  int above[4] = {};
  for (int n = 0; n < kCount; ++n) {
    const double x = chance.exponential();
    ASSERT_GE(x, 0);
    sum += x;
    for (int limit = 0; limit < 4; ++limit)
      if (x > limit + 0.5) ++above[limit];
  }
  EXPECT_NEAR(sum / kCount, 1, 0.01);
  for (int limit = 0; limit < 4; ++limit)
    EXPECT_NEAR(static_cast<double>(above[limit]) / kCount, std::exp(-limit - 0.5), 0.005) << limit;
}

TEST(Chance, ExponentialNumbersComeFromTheSeed) {
  Chance a{7}, b{7}, other{8};
  bool different = false;
  for (int n = 0; n < 100; ++n) {
    const double x = a.exponential();
    EXPECT_EQ(x, b.exponential());
    different = different || x != other.exponential();
  }
  EXPECT_TRUE(different);
  EXPECT_EQ(a.state(), b.state());
}

}  // namespace
}  // namespace utah10
