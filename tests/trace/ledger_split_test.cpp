// The ledger split by place and by time: all parts add up to the same whole.
#include "ledger_rig.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {
namespace {

using namespace ledger;
using namespace test::ledger_rig;
using test::cell;
using test::expectCounters;
using test::expectSums;
using test::timeOf;

// Labels every 2 words: unrealistic, but every PC has one.
LabelFinder pairs() {
  return [](bool user, VirtualAddress pc) -> std::optional<LedgerLabel> {
    if (pc.bits() >= 01400 && pc.bits() < 05000) return std::nullopt;
    const VirtualAddress label{pc.bits() & ~1u};
    return LedgerLabel{std::to_string(label.bits()), user, label};
  };
}

TEST(Ledger, EverySplitSumsToTheWhole) {
  PagedProgram plain;
  Counted whole{plain.m, {}};
  plain.run();
  for (unsigned mask = 0; mask < 16; ++mask) {
    PagedProgram rig;
    Counted c{
        rig.m,
        {.mode = (mask & 1) != 0, .process = (mask & 2) != 0, .level = (mask & 4) != 0, .symbol = (mask & 8) != 0},
        pairs()};
    rig.run();
    expectSums(c.ledger);
    for (LedgerBucket b = 0; b < kBuckets; ++b) {
      EXPECT_EQ(cell(c.ledger, b).count, cell(whole.ledger, b).count) << mask << " bucket " << b;
      EXPECT_EQ(cell(c.ledger, b).time, cell(whole.ledger, b).time) << mask << " bucket " << b;
    }
  }
}

TEST(Ledger, AnswersByPlace) {
  PagedProgram rig;
  Counted c{rig.m, kByAll, pairs()};
  rig.run();
  EXPECT_EQ(c.ledger.time({}), c.ledger.elapsed());
  EXPECT_EQ(c.ledger.time({.process = test::kPsb}), c.ledger.elapsed());
  // 5000 and 5001, then 5002.
  const VirtualAddress first{05000}, second{05002};
  EXPECT_EQ(c.ledger.time({.mode = LedgerMode::User, .first = first, .last = first}).count(), 4930 + 4330);
  // 5002, JSYS without its store; the end of that belongs to the monitor, under another label at the same address.
  EXPECT_EQ(c.ledger.time({.mode = LedgerMode::User, .first = second, .last = second}).count(), 4930 + 2940);
  const auto aos = [](const LedgerPlace&, LedgerBucket b) { return b == op(0350); };
  EXPECT_EQ(c.ledger.time(aos, LedgerDimension::Instruction).count(), 2840);
}

struct Samples final : LedgerSampler {
  struct One {
    Instant from, to;
    Duration sum;
    std::uint64_t count = 0;
  };
  std::vector<One> all;
  LedgerTable table;
  void sample(const Ledger&, const LedgerTable& t, Instant from, Instant to) override {
    One one{from, to, {}};
    t.each([&](std::uint64_t, LedgerBucket b, const LedgerCell& c) {
      if (dimensionOf(b) == LedgerDimension::Cycle) one.sum += c.time;
      one.count += c.count;
    });
    all.push_back(one);
    table.add(t);
  }
};

TEST(Ledger, SamplesSumToTheTotals) {
  PagedProgram rig;
  Samples samples;
  Counted c{rig.m, kByAll, pairs()};
  const Instant began = rig.m.now();
  c.ledger.every(nanoseconds(5000), &samples);
  rig.run();
  c.ledger.finishSample();
  ASSERT_GT(samples.all.size(), 5u);
  Instant at = began;
  for (const Samples::One& s : samples.all) {
    EXPECT_EQ(s.from, at);
    EXPECT_EQ(s.sum, s.to - s.from);
    at = s.to;
  }
  EXPECT_EQ(at, rig.m.now());
  // The first ends with MOVE 7000 at 4930 + 4330; MOVE 10000 crosses the boundary at 10000.
  EXPECT_EQ((samples.all[0].to - began).count(), 4930 + 4330);
  EXPECT_EQ((samples.all[1].to - began).count(), 4930 + 4330 + 4930);
  std::uint64_t cells = 0;
  c.ledger.totals().each([&](std::uint64_t key, LedgerBucket b, const LedgerCell& t) {
    EXPECT_EQ(samples.table.row(key).at(b).time, t.time);
    EXPECT_EQ(samples.table.row(key).at(b).count, t.count);
    ++cells;
  });
  EXPECT_GT(cells, 50u);
  expectSums(c.ledger);
}

TEST(Ledger, DividesStandingTimeAtTheIntervals) {
  Samples samples;
  Ledger ledger;
  ledger.begin(kPowerOn);
  ledger.every(milliseconds(10), &samples);
  ledger.upTo(kPowerOn + milliseconds(25));
  ledger.finishSample();
  ASSERT_EQ(samples.all.size(), 3u);
  EXPECT_EQ(samples.all[1].to, kPowerOn + milliseconds(20));
  EXPECT_EQ(samples.all[2].sum, milliseconds(5));
  EXPECT_EQ(timeOf(ledger, kIoStopped), 25'000'000);
  expectSums(ledger);
}

// Between memory cycles of one instruction the time so far is under way, and stopped time is counted as stopped.
TEST(Ledger, SumsInTheMiddleOfAnInstruction) {
  PagedProgram rig;
  Counted c{rig.m, kByMode};
  rig.m.cpu().switches().singleCycle = true;
  std::uint64_t underWay = 0;
  for (int n = 0; n < 40; ++n) {
    rig.m.cpu().run({.instructions = 1});
    expectSums(c.ledger);
    underWay += timeOf(c.ledger, kUnderWay) != 0 ? 1 : 0;
  }
  EXPECT_GT(underWay, 20u);
  EXPECT_EQ(c.ledger.to(), rig.m.now());
  rig.m.cpu().switches().singleCycle = false;
  while (rig.pc() != 05007) rig.m.cpu().run({.instructions = 1});
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
  EXPECT_EQ(timeOf(c.ledger, kUnderWay), 0);
}

TEST(Ledger, ChangesNothing) {
  PagedProgram plain, counted;
  plain.run();
  Counted c{counted.m, kByAll, pairs()};
  counted.run();
  EXPECT_EQ(stateHash(plain.m), stateHash(counted.m));
}

}  // namespace
}  // namespace utah10
