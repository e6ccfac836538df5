// What the analysis of RFC 508's streams finds in results made by hand.
#include "experiments/rfc508/analysis.hpp"

#include <gtest/gtest.h>

#include "experiments/rfc508/made_streams.hpp"

namespace utah10 {
namespace {

using test::condition;
using test::madeStream;
using test::withGaps;

Rfc508Paper paper(std::vector<Rfc508PaperTest> tests) { return {std::move(tests), 37, 37.5}; }

Rfc508PaperTest printed(std::int64_t rate, std::size_t bits, std::uint64_t buffers, std::uint64_t gaps = 0) {
  return {.rate = rate, .bits = bits, .buffers = buffers, .gaps = gaps, .longest = gaps == 0 ? 0. : 500, .remark = {}};
}

TEST(Rfc508Analysis, TablesHaveThePapersLayout) {
  const auto f =
      analyse({},
              {madeStream(condition(StreamPart::Grid, 6000, 1008)), madeStream(condition(StreamPart::Grid, 9600, 1008)),
               withGaps(madeStream(condition(StreamPart::Grid, 9600, 2016)), 2, 90, 100, 10)},
              paper({printed(6000, 1008, 180), printed(9600, 1008, 287), printed(9600, 2016, 83, 1)}));
  EXPECT_EQ(f.grid.rates, (std::vector<std::int64_t>{6000, 9600}));
  EXPECT_EQ(f.grid.buffers, (std::vector<std::size_t>{1008, 2016}));
  EXPECT_FALSE(f.grid.cells[0][1]) << "no such test";
  ASSERT_TRUE(f.grid.cells[1][1]);
  EXPECT_EQ(f.grid.cells[1][1]->gaps, 2u);
  EXPECT_DOUBLE_EQ(f.grid.cells[1][1]->mean, 50);
  EXPECT_DOUBLE_EQ(f.grid.cells[1][1]->longest, 90);
  EXPECT_DOUBLE_EQ(f.grid.cells[1][1]->shortest, 10);
  EXPECT_EQ(f.paper.cells[0][0]->buffers, 180u);
  EXPECT_EQ(f.total.tests, 3u);
  EXPECT_EQ(f.total.withGaps, 1u);
  EXPECT_EQ(f.total.gaps, 2u);
  EXPECT_EQ(f.total.firstRate, 9600);
  EXPECT_NEAR(f.total.percentWithout, 66.67, 0.01);
  EXPECT_DOUBLE_EQ(f.totalPaper.longest, 500);
}

TEST(Rfc508Analysis, CountsAreComparedWhereNeitherHasGaps) {
  const auto f = analyse(
      {},
      {madeStream(condition(StreamPart::Grid, 6000, 1008)),   // 178 and 180: two buffers
       madeStream(condition(StreamPart::Grid, 9600, 1008)),   // 285 and 291: 0.63 s
       madeStream(condition(StreamPart::Grid, 5300, 3024)),   // 52 and 45
       madeStream(condition(StreamPart::Grid, 9600, 2016)),   // gaps in the paper
       madeStream(condition(StreamPart::Grid, 9600, 5040))},  // not in the paper
      paper({printed(6000, 1008, 180), printed(9600, 1008, 291), printed(5300, 3024, 45), printed(9600, 2016, 83, 1)}));
  EXPECT_EQ(f.counts.cells, 3u);
  EXPECT_EQ(f.counts.within, 2u);
  EXPECT_NEAR(f.counts.mean, (-2 - 6 + 7) / 3., 1e-9);
  EXPECT_NEAR(f.counts.deviation, 5.437, 0.001);
  ASSERT_EQ(f.differences.size(), 2u);
  EXPECT_EQ(f.differences[0].bits, 3024u);
  EXPECT_DOUBLE_EQ(f.differences[0].buffers, 7);
  EXPECT_NEAR(f.differences[0].expected, 52.58, 0.01);
  EXPECT_EQ(f.differences[1].paper.gaps, 1u);
}

TEST(Rfc508Analysis, ShorterTestsAreComparedInTheirGapsOnly) {
  StreamResult brief = madeStream(condition(StreamPart::Grid, 6000, 1008));
  brief.condition.test.length = seconds(10);
  brief.buffers = 59;
  const auto f = analyse({.quick = true}, {brief}, paper({printed(6000, 1008, 180)}));
  EXPECT_EQ(f.counts.cells, 0u);
  EXPECT_TRUE(f.differences.empty());
  EXPECT_DOUBLE_EQ(f.seconds, 10);
}

TEST(Rfc508Analysis, PathHasThroughputDelaysAndTheFirstGaps) {
  StreamResult full = madeStream(condition(StreamPart::Full, 100'000, 1008));
  full.bits = 1'098'000;
  StreamResult fast = madeStream(condition(StreamPart::Grid, 9600, 1008));
  fast.times.delay = milliseconds(130);
  fast.times.rfnm = milliseconds(110);
  StreamResult kept = madeStream(condition(StreamPart::Full, 100'000, 1008));
  kept.condition.path.ncp = StreamNcp::Keeps;
  kept.bits = 543'000;
  const auto f = analyse({},
                         {madeStream(condition(StreamPart::Grid, 6000, 1008)), fast, full,
                          madeStream(condition(StreamPart::Kept, 6000, 1008)),
                          withGaps(madeStream(condition(StreamPart::Kept, 9600, 1008)), 500, 9, 900, 1), kept},
                         paper({printed(6000, 1008, 180), printed(9600, 1008, 287)}));
  ASSERT_EQ(f.paths.size(), 2u);
  EXPECT_TRUE(f.paths[0].packs);
  EXPECT_DOUBLE_EQ(f.paths[0].throughput, 36.6);
  EXPECT_DOUBLE_EQ(f.paths[0].delay, 50);
  EXPECT_DOUBLE_EQ(f.paths[0].rfnm, 60);
  EXPECT_DOUBLE_EQ(f.paths[0].fastDelay, 130);
  EXPECT_DOUBLE_EQ(f.paths[0].fastRfnm, 110);
  EXPECT_FALSE(f.paths[0].firstGaps);
  EXPECT_EQ(f.paths[1].firstGaps, 9600);
  EXPECT_DOUBLE_EQ(f.throughput, 36.6);
  EXPECT_DOUBLE_EQ(f.leastKept, 18.1);
  EXPECT_EQ(f.smallest, 1008u);
  EXPECT_EQ(f.keptContradicted, 1u);
  EXPECT_TRUE(f.agreesSubnet);
  EXPECT_TRUE(f.agreesLine);
}

TEST(Rfc508Analysis, SlowPathsDisagree) {
  StreamResult full = madeStream(condition(StreamPart::Full, 100'000, 1008));
  full.bits = 900'000;
  const auto f = analyse({}, {full}, paper({}));
  EXPECT_FALSE(f.agreesSubnet) << "30 kb/s";
  EXPECT_EQ(f.keptContradicted, 0u);
}

TEST(Rfc508Analysis, StallsAreCountedByDistribution) {
  const auto stalled = [](StreamPart part, Duration length, std::uint64_t stalls) {
    StreamResult r = madeStream(condition(part, 9600, 2016));
    r.condition.path.stallInterval = seconds(60);
    r.condition.path.stallLength = length;
    r.stalls = stalls;
    r.longestStall = milliseconds(700);
    return r;
  };
  const auto f = analyse(
      {},
      {stalled(StreamPart::Busy, seconds(1), 0), withGaps(stalled(StreamPart::Busy, seconds(1), 2), 2, 400, 500, 100),
       withGaps(stalled(StreamPart::Stalls, seconds(2), 1), 1, 900, 900, 900)},
      paper({}));
  ASSERT_EQ(f.stalls.size(), 2u);
  EXPECT_EQ(f.stalls[0].tests, 2u);
  EXPECT_EQ(f.stalls[0].stalled, 1u);
  EXPECT_EQ(f.stalls[0].withGaps, 1u);
  EXPECT_EQ(f.stalls[0].gaps, 2u);
  EXPECT_DOUBLE_EQ(f.stalls[0].longest, 400);
  EXPECT_DOUBLE_EQ(f.stalls[1].length, 2000);
  ASSERT_EQ(f.busyCells.size(), 1u) << "of the busy table, not of the other stalls";
  EXPECT_EQ(f.busyCells[0].stalls, 2u);
  EXPECT_DOUBLE_EQ(f.busyCells[0].period, 210);
  EXPECT_DOUBLE_EQ(f.busyCells[0].longestStall, 700);
}

TEST(Rfc508Analysis, LongTestsTakeThePapersInOrder) {
  Rfc508PaperTest first = printed(30'000, 2016, 4669), second = printed(30'000, 2016, 7141);
  first.isLong = second.isLong = true;
  StreamCondition c = condition(StreamPart::Long, 30'000, 2016);
  c.test.length = seconds(300);
  const auto f = analyse({}, {madeStream(c), madeStream(c)}, paper({printed(30'000, 2016, 447), first, second}));
  ASSERT_EQ(f.longTests.size(), 2u);
  EXPECT_EQ(f.longTests[0].paper.buffers, 4669u);
  EXPECT_EQ(f.longTests[1].paper.buffers, 7141u);
  EXPECT_NEAR(f.longTests[0].expected, 4464.3, 0.1);
}

TEST(Rfc508Analysis, ProgramsAreNextToTheDevice) {
  StreamResult program = withGaps(madeStream(condition(StreamPart::Program, 30'000, 4032)), 3, 30, 60, 10);
  program.late = milliseconds(7);
  program.run = seconds(3);
  StreamResult far = withGaps(madeStream(condition(StreamPart::Far, 30'000, 4032)), 72, 490, 7200, 70);
  StreamResult failed = madeStream(condition(StreamPart::Program, 6000, 4032));
  failed.done = false;
  failed.trouble = "some data did not arrive";
  const auto f = analyse({}, {program, failed, far}, paper({}));
  ASSERT_EQ(f.programs.size(), 2u);
  EXPECT_EQ(f.programs[0].device.gaps, 72u);
  EXPECT_DOUBLE_EQ(f.programs[0].late, 7);
  EXPECT_DOUBLE_EQ(f.programs[0].runPercent, 10);
  EXPECT_NEAR(f.programs[0].throughput, 29.97, 0.01);
  EXPECT_EQ(f.programs[1].device.buffers, 0u);
  ASSERT_EQ(f.troubles.size(), 1u);
  EXPECT_EQ(f.programHops, kProgramHops);
}

TEST(Rfc508Analysis, EdgesAreRowsOfFactorsAndColumnsOfBuffers) {
  EdgeResult plain{.condition = {"none", "", {}, 1008}, .begin = 37'200, .clear = 36'000, .rates = 35, .withGaps = 5};
  EdgeResult chance{.condition = {"none", "", {}, 2016},
                    .begin = 8400,
                    .clear = 33'600,
                    .rates = 35,
                    .withGaps = 20,
                    .gaps = 2,
                    .mean = milliseconds(20),
                    .longest = milliseconds(30)};
  EdgeResult other{.condition = {"hops", "2, to RAND", {}, 1008}, .rates = 35};
  const auto f = analyse({}, {plain, chance, other}, paper({}));
  EXPECT_EQ(f.buffers, (std::vector<std::size_t>{1008, 2016}));
  ASSERT_EQ(f.rows.size(), 2u);
  ASSERT_EQ(f.rows[0].cells.size(), 2u);
  EXPECT_FALSE(f.rows[0].cells[0].byChance);
  EXPECT_TRUE(f.rows[0].cells[1].byChance);
  EXPECT_DOUBLE_EQ(f.rows[0].cells[1].mean, 20);
  EXPECT_FALSE(f.rows[1].cells[0].begin);
  EXPECT_DOUBLE_EQ(f.paperSubnet, 37);
}

}  // namespace
}  // namespace utah10
