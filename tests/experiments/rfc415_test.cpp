// Strings that a program sends to itself on a laboratory machine, and the report on them.
#include "experiments/rfc415.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

#include "experiments/rfc415_report.hpp"
#include "lab_bench.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Rfc415, HasTwentyRowsAsPrinted) {
  const auto rows = rfc415Rows();
  ASSERT_EQ(rows.size(), 20u);
  EXPECT_EQ(rows.front().name(), "BIN 36 50");
  EXPECT_EQ(rows[11].name(), "BIN 8 3200");
  EXPECT_EQ(rows.back().name(), "SIN 8 400");
}

// Simulated results: `us` per byte out, half as much in.
std::vector<StringResult> results(std::uint64_t us) {
  std::vector<StringResult> all;
  for (const StringCondition& c : rfc415Rows()) {
    StringResult r;
    r.condition = c;
    r.done = true;
    r.sent = r.received = 10'000;
    r.real = seconds(4);
    r.outMs = us * 10;
    r.inMs = us * 5;
    all.push_back(r);
  }
  return all;
}

TEST(Rfc415, CountsABitTwiceAndAveragesTheHalves) {
  const StringResult r = results(100).front();  // 36 bits
  EXPECT_DOUBLE_EQ(r.usPerByteOut(), 100);
  EXPECT_DOUBLE_EQ(r.usPerByteIn(), 50);
  EXPECT_DOUBLE_EQ(r.usPerByte(), 75);
  EXPECT_DOUBLE_EQ(r.realRate(), 180);
  EXPECT_DOUBLE_EQ(r.cpuRate(), 480);
  EXPECT_DOUBLE_EQ(r.cpuPercent(), 37.5);
}

TEST(Rfc415, ReportStatesDisagreements) {
  const Seal whole{1};
  EXPECT_THROW(rfc415Report({}, results(150), whole), std::logic_error);
  Seal seal{1};
  seal.result();
  const std::string text = rfc415Report({}, results(150), seal).json();
  EXPECT_THAT(
      text, HasSubstr("BIN and BOUT, 8 bits: 112.5 us per byte, the mean of 150.0 out and 75.0 in; in the paper 111.8."
                      " They agree within 15 %."));
  EXPECT_THAT(
      text, HasSubstr("SIN and SOUT, 8 bits: 112.5 us per byte, the mean of 150.0 out and 75.0 in; in the paper 386.1."
                      " They disagree: ours is 273.6 us less."));
  const std::string dear = rfc415Report({}, results(600), seal).json();
  EXPECT_THAT(dear, HasSubstr("ours is 338.2 us more"));
  EXPECT_THAT(dear, Not(HasSubstr("They agree")));
}

class Rfc415Test : public test::LabTest {};

TEST_F(Rfc415Test, StringsArriveAndTheirCostIsAccountedFor) {
  const std::vector<StringCondition> rows = {{"BIN", 8, 50}, {"SIN", 36, 100}};
  const Rfc415Settings settings{.machine = {}, .bits = 8'000};
  const auto made = sendStrings(settings, files(72), rows, {});
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
