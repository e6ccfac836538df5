#include "trace/time_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace utah10 {
namespace {

constexpr Duration kLongest{std::numeric_limits<std::int64_t>::max()};
constexpr Duration kMostNegative{std::numeric_limits<std::int64_t>::min()};

TEST(TimeText, AlwaysToTheNanosecond) {
  EXPECT_EQ(microsecondsText(Duration{}), "0.000");
  EXPECT_EQ(microsecondsText(nanoseconds(2310)), "2.310");
  EXPECT_EQ(microsecondsText(kPowerOn + nanoseconds(16'666'666)), "16666.666");
  EXPECT_EQ(timeText(nanoseconds(1)), "0.000000001s");
  EXPECT_EQ(timeText(seconds(12) + nanoseconds(345'678'901)), "12.345678901s");
  EXPECT_EQ(timeText(kLongest), "9223372036.854775807s");
}

TEST(TimeText, ASignStandsBeforeTheWhole) {
  EXPECT_EQ(microsecondsText(nanoseconds(-5)), "-0.005");
  EXPECT_EQ(timeText(nanoseconds(-1'500'000'000)), "-1.500000000s");
  EXPECT_EQ(timeText(kMostNegative), "-9223372036.854775808s");
}

TEST(TimeText, EqualPartsAreRounded) {
  EXPECT_EQ(microsecondsEach(nanoseconds(10'000), 3), "3.333");
  EXPECT_EQ(microsecondsEach(nanoseconds(20'000), 3), "6.667");
  EXPECT_EQ(microsecondsEach(nanoseconds(20'000), 0), "0.000");
}

TEST(TimeText, SharesOfNothingAreNone) {
  EXPECT_EQ(percentText(nanoseconds(1), nanoseconds(3), 2), "33.33");
  EXPECT_EQ(percentText(nanoseconds(1), nanoseconds(8), 1), "12.5");
  EXPECT_EQ(percentText(Duration{}, nanoseconds(8), 1), "0.0");
  EXPECT_EQ(percentText(Duration{}, Duration{}, 2), "-");
}

}  // namespace
}  // namespace utah10
