// Strings that a program sends to itself on a laboratory machine.
#include "experiments/rfc415/samples.hpp"

#include <gtest/gtest.h>

#include <array>

#include "experiments/lab_bench.hpp"
#include "experiments/rfc415/made_samples.hpp"

namespace utah10 {
namespace {

TEST(Rfc415, HasTwentyRowsAsPrinted) {
  const auto rows = rfc415Rows();
  ASSERT_EQ(rows.size(), 20u);
  EXPECT_EQ(rows.front().name(), "BIN 36 50");
  EXPECT_EQ(rows[11].name(), "BIN 8 3200");
  EXPECT_EQ(rows.back().name(), "SIN 8 400");
}

TEST(Rfc415, CountsABitTwiceAndAveragesTheHalves) {
  const StringResult r = test::madeSamples(100).front();  // 36 bits
  EXPECT_DOUBLE_EQ(r.usPerByteOut(), 100);
  EXPECT_DOUBLE_EQ(r.usPerByteIn(), 50);
  EXPECT_DOUBLE_EQ(r.usPerByte(), 75);
  EXPECT_DOUBLE_EQ(r.realRate(), 180);
  EXPECT_DOUBLE_EQ(r.cpuRate(), 480);
  EXPECT_DOUBLE_EQ(r.cpuPercent(), 37.5);
}

class Rfc415Test : public test::LabTest {};

TEST_F(Rfc415Test, StringsArriveAndTheirCostIsAccountedFor) {
  const std::vector<StringCondition> rows = {{"BIN", 8, 50}, {"SIN", 36, 100}};
  const Rfc415Settings settings{.machine = {}, .bits = 8'000};
  const auto made = sendStrings(settings, site("utah72"), rows, {});
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_EQ(made->size(), 2u);
  EXPECT_EQ((*made)[0].sent, 1000u);
  EXPECT_EQ((*made)[1].sent, 300u);
  for (const StringResult& r : *made) {
    SCOPED_TRACE(r.condition.name());
    EXPECT_TRUE(r.done) << r.trouble;
    EXPECT_EQ(r.trouble, "");
    EXPECT_EQ(r.received, r.sent);
    EXPECT_EQ(r.out.chargedMs, r.outMs) << "the meter agrees with the process's reading";
    EXPECT_EQ(r.in.chargedMs, r.inMs);
    for (const ChargedStretch* s : {&r.out, &r.in}) {
      EXPECT_EQ(s->takenMs, s->chargedMs);
      EXPECT_LT(s->worst, milliseconds(1) + milliseconds(1) / 5);
      EXPECT_GT(s->split[ChargePart::User], Duration{});
      EXPECT_GT(s->split[ChargePart::Monitor], s->split[ChargePart::User]);
    }
  }
  EXPECT_GT((*made)[1].usPerByteOut(), 2 * (*made)[0].usPerByteOut()) << "unbuffered: each byte passes through the NCP";
}

// The default monitor. Nothing is random: a changed figure needs a reason, such as another monitor, whose message
// storage is in another state.
TEST_F(Rfc415Test, OneProcessMakesWhatFitsOnTheWay) {
  const std::vector<StringCondition> rows = {{"BIN", 8, 50}, {"SIN", 8, 50}, {"BIN", 8, 50, 1}, {"SIN", 8, 50, 1}};
  const auto made = sendStrings({.bits = 8'000}, site("utah131"), rows, {});
  ASSERT_TRUE(made) << made.error().text();
  const auto ms = [&](std::size_t n) { return std::array{(*made)[n].outMs, (*made)[n].inMs}; };
  EXPECT_EQ(ms(0), (std::array<std::uint64_t, 2>{105, 82}));
  EXPECT_EQ(ms(1), (std::array<std::uint64_t, 2>{571, 311}));
  EXPECT_EQ(ms(2), (std::array<std::uint64_t, 2>{283, 0}));
  EXPECT_EQ((*made)[2].out.chargedMs, (*made)[2].outMs);
  EXPECT_EQ((*made)[2].out.calls[kBout], 1000u);
  EXPECT_FALSE((*made)[3].fits) << "each unbuffered byte may be a message, and two may be on the way";
  EXPECT_TRUE((*made)[3].whole());
  EXPECT_EQ((*made)[3].trouble, "does not fit");
}

}  // namespace
}  // namespace utah10
