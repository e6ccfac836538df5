// Strings that a program sends to itself on a laboratory machine.
#include "experiments/rfc415/samples.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace utah10
