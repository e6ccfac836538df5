// Several runs of RFC 392's transfers, each with another seed.
#include <gmock/gmock.h>

#include "experiments/lab_bench.hpp"
#include "experiments/report_rows.hpp"
#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/made_transfers.hpp"
#include "experiments/rfc392/render.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Rfc392Repeats, HaveSeedsOfTheirOwn) {
  Rfc392Settings settings;
  settings.seed = 7;
  EXPECT_EQ(repeated(settings, 0).seed, 7u);
  EXPECT_EQ(repeated(settings, 2).seed, 9u);
  EXPECT_EQ(repeated(settings, 2).repeat, 2u);
}

TEST(Rfc392Repeats, TheReportHasTheirSpread) {
  const auto run = [](std::uint64_t ms) {
    return std::vector{test::madeTransfer({1, 1, true, 18930, 3.74}, ms), test::madeTransfer(false, 500, 10)};
  };
  const Rfc392Paper paper = rfc392Paper(Seal{0});
  const Rfc392Findings f = analyse({}, {run(12000), run(12200), run(12400)}, paper);
  ASSERT_EQ(f.repeats.size(), 3u) << "the large sends, and both transfers";
  EXPECT_EQ(f.repeats[0].name, "large sends");
  EXPECT_EQ(f.repeats[1].usPerBit.count, 3u);
  EXPECT_NEAR(f.repeats[1].usPerBit.mean, 12200 * 1000.0 / (8 * 18930), 1e-9);
  EXPECT_NEAR(f.repeats[1].usPerBit.deviation.value(), 200 * 1000.0 / (8 * 18930), 1e-9);
  EXPECT_NEAR(f.repeats[0].paper.value().least, 78.20, 0.01);
  EXPECT_EQ(f.transfers.size(), 2u) << "of the first run";
  const std::string rows = test::rowsOf(render(f));
  EXPECT_THAT(rows, HasSubstr("\nrepeats,T1S01,3,80.56,3.28,1.32,79.24,81.88,76.67\n"));
  test::expectForPrograms(render(f), 3);
  EXPECT_THAT(test::rowsOf(render(analyse({}, std::vector{run(12000)}, paper))), Not(HasSubstr("\nrepeats,")));
}

using Rfc392RepeatsOnTenex = test::LabTest;

// A run with another seed begins at another moment, and arrives whole; the same run again is the same.
TEST_F(Rfc392RepeatsOnTenex, BeginAtAnotherPhase) {
  const std::vector<TransferCondition> rows = {{0, 1, true, 2906, 0}};
  const auto transfer = [&](unsigned run) {
    const auto made = makeTransfers(repeated({}, run), site("utah72"), rows, {});
    EXPECT_TRUE(made) << made.error().text();
    return made ? made->front() : TransferResult{};
  };
  const TransferResult first = transfer(0), second = transfer(1), again = transfer(1);
  EXPECT_TRUE(first.whole() && second.whole());
  EXPECT_NE(first.stretch.from, second.stretch.from);
  EXPECT_EQ(second.stretch.from, again.stretch.from);
  EXPECT_EQ(second.stretch.to, again.stretch.to);
  EXPECT_NEAR(second.usPerBit(), first.usPerBit(), 2);
  ASSERT_TRUE(first.loadBefore && first.load);
  EXPECT_LT(*first.loadBefore, *first.load + 0.2);
}

}  // namespace
}  // namespace utah10
