// What the analysis of RFC 415's samples finds in results made by hand.
#include "experiments/rfc415/analysis.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

StringResult sample(const char* calls, unsigned bits, unsigned length, std::uint64_t outUs, std::uint64_t inUs) {
  StringResult r;
  r.condition = {calls, bits, length};
  r.done = true;
  r.sent = r.received = 10'000;
  r.real = seconds(4);
  r.outMs = outUs * 10;
  r.inMs = inUs * 10;
  r.out.split[ChargePart::User] = milliseconds(100);
  r.out.split[ChargePart::Monitor] = milliseconds(500);
  r.in.split[ChargePart::User] = milliseconds(300);
  r.in.split[ChargePart::Monitor] = milliseconds(700);
  return r;
}

Rfc415PaperRow paperRow(double rate, double usPerByte) { return {"48.8", "291", "16", rate, usPerByte}; }

TEST(Rfc415Analysis, SamplesAreNextToThePapers) {
  const auto f = analyse({}, {sample("BIN", 36, 50, 100, 50)}, {paperRow(48.8, 150)});
  ASSERT_EQ(f.samples.size(), 1u);
  const SampleFindings& s = f.samples.front();
  EXPECT_EQ(s.paperCpuRate, "291");
  EXPECT_DOUBLE_EQ(s.usPerByte, 75);
  EXPECT_DOUBLE_EQ(s.overPaper, 0.5);
  ASSERT_EQ(f.split.size(), 2u);
  EXPECT_EQ(f.split[1].name, "BIN 36 50 in");
}

TEST(Rfc415Analysis, GroupsHaveMeansAndRanges) {
  StringResult failed = sample("BIN", 8, 200, 900, 900);
  failed.done = false;
  const auto f = analyse(
      {}, {sample("BIN", 8, 50, 100, 50), sample("BIN", 8, 100, 140, 70), failed, sample("SIN", 36, 50, 300, 100)},
      {paperRow(40, 100), paperRow(50, 120), paperRow(1, 1), paperRow(10, 400)});
  EXPECT_EQ(f.samples.size(), 4u);
  ASSERT_EQ(f.groups.size(), 2u);
  const StringGroup& g = f.groups.front();
  struct {
    const char* what;
    double found, expected;
  } const numbers[] = {{"least", g.range.least, 75},
                       {"mean", g.mean, 90},
                       {"most", g.range.most, 105},
                       {"paper, least", g.paperRange.least, 100},
                       {"paper, mean", g.paperMean, 110},
                       {"paper, most", g.paperRange.most, 120},
                       {"ours/paper", g.overPaper, 90. / 110},
                       {"rate", g.rate, 40},
                       {"paper, rate", g.paperRate, 45},
                       {"out", g.out.charged, 120},
                       {"in", g.in.charged, 60},
                       {"out, user", g.out.parts[0], 10},
                       {"in, monitor", g.in.parts[1], 70},
                       {"user", g.user, 20},
                       {"calls", g.inCalls, 60}};
  for (const auto& n : numbers) EXPECT_NEAR(n.found, n.expected, 1e-9) << n.what;
  EXPECT_EQ(f.groups[1].calls, "SIN");
}

TEST(Rfc415Analysis, GroupsAgreeWithinATolerance) {
  struct {
    std::uint64_t us;  // out and in
    StringAgreement agreement;
    double difference;
  } const cases[] = {{100, StringAgreement::Agrees, 0},
                     {115, StringAgreement::Agrees, 15},
                     {116, StringAgreement::More, 16},
                     {85, StringAgreement::Agrees, 15},
                     {84, StringAgreement::Less, 16}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.us);
    const auto f = analyse({}, {sample("BIN", 8, 50, c.us, c.us)}, {paperRow(40, 100)});
    ASSERT_EQ(f.groups.size(), 1u);
    EXPECT_EQ(f.groups[0].agreement, c.agreement);
    EXPECT_DOUBLE_EQ(f.groups[0].difference, c.difference);
  }
  const auto f = analyse({}, {sample("BIN", 8, 50, 40, 40)}, {paperRow(40, 100)});
  EXPECT_DOUBLE_EQ(f.groups[0].moreInstructions, 6) << "60 us less; a loop of two instructions takes 20 us";
}

// The paper's bytes become dearer from 100 to 130 us; ours cost 70 us and 2000 for each string at both ends.
TEST(Rfc415Analysis, RowsThatAreOffHaveAReason) {
  const auto f =
      analyse({},
              {sample("BIN", 8, 20, 120, 120), sample("BIN", 8, 100, 80, 80), sample("BIN", 8, 1000, 71, 71),
               sample("BIN", 36, 50, 150, 150), sample("BIN", 36, 100, 151, 151), sample("BIN", 8, 200, 101, 101)},
              {paperRow(40, 100), paperRow(40, 100), paperRow(40, 130), paperRow(40, 100), paperRow(40, 100),
               paperRow(40, 100)});
  const std::pair<std::size_t, SampleMiss> expected[] = {{0, SampleMiss::String}, {1, SampleMiss::Program},
                                                         {2, SampleMiss::Waits},  {3, SampleMiss::Calls},
                                                         {4, SampleMiss::Calls},  {5, SampleMiss::None}};
  for (const auto& [n, miss] : expected) EXPECT_EQ(f.samples[n].miss, miss) << n;
  EXPECT_EQ(f.made, 6u);
  EXPECT_EQ(f.near, 1u);
  EXPECT_NEAR(f.groups[0].usPerString, 2000, 400);
}

// With one process all of the run time is one number, and the rows are the paper's again.
TEST(Rfc415Analysis, OneProcessIsAGroupOfItsOwn) {
  StringResult one = sample("BIN", 8, 50, 180, 0), unfit = sample("BIN", 8, 50, 1, 1);
  one.condition.processes = unfit.condition.processes = 1;
  unfit.done = unfit.fits = false;
  EXPECT_TRUE(unfit.whole());
  const auto f = analyse({}, {sample("BIN", 8, 50, 100, 100), one}, {paperRow(40, 100)});
  ASSERT_EQ(f.groups.size(), 2u);
  EXPECT_EQ(f.groups[1].processes, 1u);
  EXPECT_DOUBLE_EQ(f.groups[1].mean, 90);
  EXPECT_DOUBLE_EQ(f.groups[1].overPaper, 0.9);
  EXPECT_FALSE(f.samples[1].usPerByteOut);
  EXPECT_EQ(f.apart, 1u);
  EXPECT_EQ(f.agree, 1u);
  EXPECT_EQ(f.alone.of, 1u);
  EXPECT_EQ(f.alone.rows, 0u);
  const auto none = analyse({}, {sample("BIN", 8, 50, 100, 100), unfit}, {paperRow(40, 100)});
  EXPECT_EQ(none.groups.size(), 1u);
  EXPECT_EQ(none.alone.rows, 1u);
}

TEST(Rfc415Analysis, LongStringsAreComparedWithShortOnes) {
  // Both rings hold 9216 bits.
  const auto make = [](std::uint64_t longUs) {
    return analyse({}, {sample("BIN", 8, 100, 100, 100), sample("BIN", 8, 3200, longUs, longUs)},
                   {paperRow(40, 100), paperRow(40, 150)});
  };
  const auto same = make(150), other = make(110);
  ASSERT_TRUE(same.groups[0].longStrings);
  EXPECT_DOUBLE_EQ(same.groups[0].longStrings->ours, 1.5);
  EXPECT_DOUBLE_EQ(same.groups[0].longStrings->paper, 1.5);
  EXPECT_TRUE(same.groups[0].longStrings->agrees);
  EXPECT_FALSE(other.groups[0].longStrings->agrees);
  EXPECT_FALSE(analyse({}, {sample("BIN", 8, 100, 1, 1)}, {paperRow(1, 1)}).groups[0].longStrings);
}

TEST(Rfc415Analysis, WidthsAreComparedThroughTheSameCalls) {
  const auto f =
      analyse({}, {sample("BIN", 36, 50, 120, 120), sample("BIN", 8, 50, 100, 100), sample("SIN", 36, 50, 1, 1)},
              {paperRow(1, 150), paperRow(1, 100), paperRow(1, 1)});
  ASSERT_EQ(f.widths.size(), 1u) << "SIN has no bytes of 8 bits";
  EXPECT_EQ(f.widths[0].calls, "BIN");
  EXPECT_DOUBLE_EQ(f.widths[0].ours, 1.2);
  EXPECT_DOUBLE_EQ(f.widths[0].paper, 1.5);
}

}  // namespace
}  // namespace utah10
