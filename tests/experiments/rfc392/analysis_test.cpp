// What the analysis of RFC 392's transfers finds in results made by hand.
#include "experiments/rfc392/analysis.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/rfc392/made_transfers.hpp"

namespace utah10 {
namespace {

using test::madeTransfer;

TEST(CostSummary, OfSendsAndReceives) {
  // Sends: 20 ms + 0.5 ms per byte; receives cost 1 and 3 us/bit.
  const CostSummary s = costSummary(
      {{true, 500, 300}, {true, 10'000, 5020}, {true, 20'000, 10'020}, {false, 10'000, 80}, {false, 20'000, 480}});
  struct {
    const char* what;
    double found, expected;
  } const numbers[] = {{"sends", static_cast<double>(s.sends.n), 3},
                       {"sends, aggregate", s.sends.aggregate, 15'340 * 1000.0 / (8 * 30'500)},
                       {"large sends", static_cast<double>(s.sends.large.count), 2},
                       {"large sends, mean", s.sends.large.mean, (62.75 + 62.625) / 2},
                       {"large sends, least", s.sends.large.least, 62.625},
                       {"large sends, most", s.sends.large.most, 62.75},
                       {"large receives, mean", s.receives.large.mean, 2},
                       {"large receives, deviation", s.receives.large.deviation.value_or(0), std::sqrt(2.0)},
                       {"receive / send", s.receiveOverSend, 2 / ((62.75 + 62.625) / 2)},
                       {"short sends, fixed part", s.shortSendsFixedMs->least, 300 - 500 * 8 * 62.6875 / 1000}};
  for (const auto& n : numbers) EXPECT_NEAR(n.found, n.expected, 1e-9) << n.what;
  ASSERT_TRUE(s.sends.fit);
  EXPECT_NEAR(s.sends.fit->fixedMs, 20, 1e-6);
  EXPECT_NEAR(s.sends.fit->msPerByte, 0.5, 1e-9);
}

TEST(CostSummary, WithoutLargeSendsTheFixedPartIsNotKnown) {
  EXPECT_FALSE(costSummary({{true, 500, 300}, {true, 2000, 1200}}).shortSendsFixedMs);
}

TEST(CostSummary, OfNothing) {
  const CostSummary s = costSummary({{true, 2000, 100}});
  EXPECT_FALSE(s.sends.fit) << "one size only";
  EXPECT_EQ(s.sends.large.count, 0u);
  EXPECT_EQ(s.receives.aggregate, 0);
  EXPECT_EQ(s.receiveOverSend, 0);
  EXPECT_FALSE(s.shortSendsFixedMs);
}

TEST(Rfc392Analysis, PartCostsArePerByte) {
  TransferResult r = madeTransfer(true, 1000, 10);
  r.stretch.split[ChargePart::User] = milliseconds(1);
  r.stretch.split[ChargePart::Monitor] = milliseconds(3);
  r.stretch.calls[kBin] = 500;
  r.stretch.calls[kBout] = 1000;
  r.stretch.slowBout = 250;
  TransferResult failed = r;
  failed.done = false;
  const PartCosts c = partCosts({r, failed, madeTransfer(false, 1000, 10)}, true);
  EXPECT_DOUBLE_EQ(c.usPerByte[static_cast<std::size_t>(ChargePart::User)], 1);
  EXPECT_DOUBLE_EQ(c.all, 4);
  EXPECT_DOUBLE_EQ(c.percent[static_cast<std::size_t>(ChargePart::Monitor)].value(), 75);
  EXPECT_DOUBLE_EQ(c.calls, 1.5);
  EXPECT_DOUBLE_EQ(c.slowCalls, 0.25);
  EXPECT_FALSE(partCosts({failed}, true).allPercent) << "nothing is done";
}

// A paper of one send and one receive.
Rfc392Paper madePaper() {
  Rfc392Paper p;
  p.rows = {{{1, 1, true, 10'000, 2.5}, "01:02", "6.40", "1300.000", "80.00", 80, 6400},
            {{1, 2, false, 10'000, 3}, "58", "6.64", "1379.310", "83.00", 83, 6640},
            {{1, 3, true, 500, 3}, "10", "0.50", "400.000", "125.00", 125, 500}};
  p.dollarsPerCpuHour = 360;
  p.dollarsPerMegabitLeast = 9;
  p.dollarsPerMegabitMost = 11;
  p.unloadedSend = {75, 85, "75", "85"};
  p.receiveOverSend = {1, 1.1, "1.0", "1.1"};
  p.fixedPart = {0.09, 0.19, "0.09", "0.19"};
  return p;
}

TEST(Rfc392Analysis, CriteriaAreMetOrMissedByAPercentage) {
  struct {
    const char* what;
    std::vector<TransferResult> results;
    CriterionKind kind;
    double measured;
    std::optional<double> below, above;
  } const cases[] = {
      {"met", {madeTransfer(true, 10'000, 6400)}, CriterionKind::UnloadedSend, 80, {}, {}},
      {"least", {madeTransfer(true, 10'000, 6000)}, CriterionKind::UnloadedSend, 75, {}, {}},
      {"below", {madeTransfer(true, 10'000, 3000)}, CriterionKind::UnloadedSend, 37.5, 50, {}},
      {"above", {madeTransfer(true, 10'000, 13'600)}, CriterionKind::UnloadedSend, 170, {}, 100},
      {"ratio",
       {madeTransfer(true, 10'000, 8000), madeTransfer(false, 10'000, 4000)},
       CriterionKind::ReceiveOverSend,
       0.5,
       50,
       {}},
      {"fixed",
       {madeTransfer(true, 10'000, 8000), madeTransfer(true, 500, 590)},
       CriterionKind::FixedPart,
       0.19,
       {},
       {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    const auto found = criteria(c.results, costsOf(c.results), madePaper());
    const auto at = std::ranges::find(found, c.kind, &Criterion::kind);
    ASSERT_NE(at, found.end());
    EXPECT_NEAR(at->measured, c.measured, 1e-9);
    EXPECT_EQ(at->percentBelow.has_value(), c.below.has_value());
    EXPECT_EQ(at->percentAbove.has_value(), c.above.has_value());
    EXPECT_NEAR(at->percentBelow.value_or(0), c.below.value_or(0), 1e-9);
    EXPECT_NEAR(at->percentAbove.value_or(0), c.above.value_or(0), 1e-9);
  }
}

TEST(Rfc392Analysis, LoadedSendsAreNoCriterion) {
  const std::vector<TransferResult> results = {madeTransfer({1, 1, true, 10'000, 2.5}, 6400)};
  EXPECT_TRUE(criteria(results, costsOf(results), madePaper()).empty());
}

TEST(Rfc392Analysis, NumbersOfATransferAreNextToThePapers) {
  std::vector<TransferResult> results = {madeTransfer({1, 1, true, 10'000, 2.5}, 6000),
                                         madeTransfer(false, 10'000, 640), madeTransfer(true, 700, 90)};
  results[0].stretch.to = results[0].stretch.from + seconds(40);
  results[0].commandMs = 6200;
  results[1].intact = false;
  const Rfc392Findings f = analyse({}, results, madePaper());
  ASSERT_EQ(f.transfers.size(), 3u);
  EXPECT_EQ(f.transfers[0].paper.clock, "01:02");
  EXPECT_EQ(f.transfers[0].paper.load, 2.5);
  EXPECT_FALSE(f.transfers[0].paper.costOfSize);
  EXPECT_DOUBLE_EQ(f.transfers[0].cpuSeconds, 6);
  EXPECT_DOUBLE_EQ(f.transfers[0].bitsPerSecond, 2000);
  EXPECT_DOUBLE_EQ(f.transfers[0].usPerBit, 75);
  EXPECT_DOUBLE_EQ(f.transfers[0].outsideMs, 200);
  EXPECT_EQ(f.transfers[1].paper.clock, "");
  EXPECT_EQ(f.transfers[1].paper.costOfSize.value().least, 83);
  EXPECT_EQ(f.transfers[1].bitsPerSecond, 0) << "no time";
  EXPECT_FALSE(f.transfers[2].paper.costOfSize) << "no such size";
  EXPECT_EQ(f.whole, 2u);
  EXPECT_EQ(f.split.size(), 3u);
  // 6090 ms of CPU time for 10700 bytes.
  EXPECT_DOUBLE_EQ(f.dollars.send, 6.090 / 85'600 * 1e6 / 3600 * 360);
  EXPECT_DOUBLE_EQ(f.dollars.receive, 0.8);
}

TEST(Rfc392Analysis, CallsOutsideTheIntervalAreSortedByCost) {
  TransferResult sent = madeTransfer(true, 500, 100), received = madeTransfer(false, 500, 100);
  sent.commandMs = 150;
  sent.job.besides[020] = milliseconds(2);
  sent.job.besides[021] = milliseconds(30);
  sent.job.calls[021] = 3;
  received.job.besides[JobCharge::kProgram] = milliseconds(5);
  received.job.besides[022] = microseconds(400);
  received.job.calls[022] = 7;
  const auto calls = outsideCalls({sent, received});
  ASSERT_EQ(calls.size(), 4u);
  EXPECT_EQ(calls[0].name, "OPENF");
  EXPECT_EQ(calls[0].send.ms, 30);
  EXPECT_EQ(calls[0].send.calls, 3);
  EXPECT_FALSE(calls[1].counted) << "the programs' own instructions";
  EXPECT_EQ(calls[1].receive.ms, 5);
  EXPECT_EQ(calls[2].send.ms, 2);
  EXPECT_EQ(calls[3].name, "others");
  EXPECT_DOUBLE_EQ(calls[3].receive.ms, 0.4);
  EXPECT_EQ(calls[3].receive.calls, 7);

  CostSummary ours, paper;
  ours.sends.large.mean = 12.5;  // us/bit: 50 ms for 500 bytes
  paper.sends.large.mean = 25;
  ours.shortSendsFixedMs = NumberRange{50, 50};
  EXPECT_FALSE(shortSends({sent}, ours, paper, madePaper())) << "none in the paper";
  paper.shortSendsFixedMs = NumberRange{100, 200};
  EXPECT_FALSE(shortSends({received}, ours, paper, madePaper()));
  sent.condition.table = 1;
  sent.condition.row = 3;
  const auto found = shortSends({sent, received}, ours, paper, madePaper());
  ASSERT_TRUE(found);
  ASSERT_EQ(found->sends.size(), 1u);
  EXPECT_DOUBLE_EQ(found->sends[0].ours, 50);
  EXPECT_DOUBLE_EQ(found->sends[0].paper.value(), 400) << "500 ms, 100 of them for the bytes";
  EXPECT_EQ(found->sends[0].outside, 50);
  EXPECT_EQ(found->sends[0].files, 32);
  ASSERT_EQ(found->mostExpensive.size(), 2u);
  EXPECT_EQ(found->mostExpensive[0].call, "OPENF");
  EXPECT_EQ(found->mostExpensive[1].ms, 2);
}

TEST(Rfc392Analysis, DisagreementsNameWhatWouldAccountForThem) {
  // Sends as in the paper, by slow calls; receives at half the cost, by fast ones.
  TransferResult sent = madeTransfer(true, 10'000, 6400), received = madeTransfer(false, 10'000, 3320);
  sent.stretch.split[ChargePart::Monitor] = seconds(4);
  sent.stretch.calls[kBout] = sent.stretch.slowBout = 10'000;
  received.stretch.split[ChargePart::User] = seconds(3);
  received.stretch.calls[kBin] = 10'000;
  const Rfc392Findings f = analyse({}, {sent, received}, madePaper());
  ASSERT_EQ(f.disagreements.size(), 1u);
  const CostDisagreement& d = f.disagreements.front();
  EXPECT_FALSE(d.send);
  EXPECT_TRUE(d.less);
  EXPECT_DOUBLE_EQ(d.ours, 41.5);
  EXPECT_DOUBLE_EQ(d.paper, 83);
  EXPECT_DOUBLE_EQ(d.usPerByte, 332);
  ASSERT_TRUE(d.slowCalls);
  EXPECT_DOUBLE_EQ(d.slowCalls->us, 400);
  EXPECT_DOUBLE_EQ(d.slowCalls->perByte, 0.83);

  received.stretch.slowBin = 10'000;  // slow already
  const Rfc392Findings slow = analyse({}, {sent, received}, madePaper());
  ASSERT_EQ(slow.disagreements.size(), 1u);
  EXPECT_FALSE(slow.disagreements.front().slowCalls);
  EXPECT_EQ(slow.disagreements.front().largestPart, static_cast<std::size_t>(ChargePart::User));
  EXPECT_DOUBLE_EQ(slow.disagreements.front().largestPartWouldBe, 300 + 332);
}

TEST(Rfc392Analysis, RangeFindsTheNearestVariants) {
  const auto cases = rangeCases({});
  std::vector<RangeResult> all;
  const std::uint64_t ms[] = {5600, 6000, 7000, 6800};
  for (std::size_t n = 0; n < std::size(ms); ++n)
    all.push_back({cases[n], {madeTransfer(true, 10'000, ms[n]), madeTransfer(false, 500, 10)}});
  all[3].results[1].done = false;
  all[3].results[0].stretch.pageTraps = 4;
  all[3].results[1].stretch.pageTraps = 5;
  const RangeFindings f = analyse(all, madePaper());
  ASSERT_EQ(f.sizes.size(), 2u);
  EXPECT_EQ(f.sizes[0].paper.value().least, 80);
  EXPECT_FALSE(f.sizes[1].paper);
  ASSERT_EQ(f.variants.size(), 4u);
  EXPECT_EQ(f.variants[0].name, "baseline");
  EXPECT_EQ(f.variants[0].coreK, 192u);
  EXPECT_EQ(f.variants[1].coreK, 96u);
  for (const RangeVariant& v : f.variants) EXPECT_TRUE(v.coreOnly) << v.name;
  EXPECT_EQ(f.variants[0].means.sends, 70);
  EXPECT_FALSE(f.variants[0].means.receives);
  EXPECT_TRUE(f.variants[0].whole);
  EXPECT_FALSE(f.variants[3].whole);
  EXPECT_FALSE(f.variants[3].usPerBit[1]);
  EXPECT_EQ(f.variants[3].pageFaults, 9u);
  ASSERT_EQ(f.nearest.size(), 1u) << "no large receives";
  EXPECT_EQ(f.nearest[0].below.value().usPerBit, 75);
  EXPECT_EQ(f.nearest[0].below.value().name, cases[1].change);
  EXPECT_EQ(f.nearest[0].above.value().usPerBit, 85);
}

}  // namespace
}  // namespace utah10
