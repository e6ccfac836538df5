// Page faults of programs on machines with little core.
#include "experiments/rfc392/page_faults.hpp"

#include <gmock/gmock.h>

#include "experiments/lab_bench.hpp"
#include "experiments/rfc392/analysis_page_faults.hpp"
#include "experiments/rfc392/render_page_faults.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

ProgramRun made(const char* program, FaultWork work, std::uint64_t faults, Duration elapsed) {
  ProgramRun run{.program = program, .work = work, .stay = {}, .trouble = {}};
  run.bytes = 1000;
  run.chargedMs = 600;
  run.faults = faults;
  run.elapsed = elapsed;
  return run;
}

TEST(PageFaultFindings, MeansOverSeedsAndPairs) {
  std::vector<PageFaultResult> results;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    PageFaultResult r{.condition = {96, Swapping::Drum, 6, seed}, .runs = {}, .trouble = {}};
    r.runs = {made("RJS0", FaultWork::Send, 30 + 20 * seed, seconds(20)),
              made("RJS", FaultWork::Send, 30, seconds(10))};
    results.push_back(std::move(r));
  }
  const PageFaultFindings f = analyse(PageFaultSettings{}, results);
  ASSERT_EQ(f.rows.size(), 2u);
  EXPECT_EQ(f.rows[0].program, "RJS");
  EXPECT_DOUBLE_EQ(f.rows[1].faults.mean, 60);
  ASSERT_TRUE(f.rows[1].faults.confidence());
  EXPECT_NEAR(*f.rows[1].faults.confidence(), 127.06, 0.01) << "Student, one degree of freedom";
  EXPECT_DOUBLE_EQ(f.rows[0].usPerBit->mean, 75);
  ASSERT_EQ(f.pairs.size(), 1u);
  EXPECT_DOUBLE_EQ(f.pairs[0].ratio, 2);
  EXPECT_DOUBLE_EQ(f.pairs[0].elapsedPercent, 100);
  EXPECT_EQ(f.pairs[0].most, "96K, 6 users, drum");
  const Report report = render(f);
  EXPECT_THAT(report.text(), HasSubstr("send: RJS0 has 60.0 page faults where RJS has 30.0"));
}

TEST(PageFaultSettings, LeaveOutCoreThatTheMonitorDoesNotTake) {
  PageFaultSettings s;
  s.cores = {64, 96};
  s.users = {2};
  s.repeats = 2;
  const auto all = pageFaultConditions(s);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[1].name(), "96K, drum, 2 users, seed 2");
  s.users = {15};
  ASSERT_FALSE(s.check());
  EXPECT_EQ(s.check().error().text(), "--users: 15 users; 1 to 14");
}

class PageFaultTest : public test::LabTest {};

// Bytes are compared by the measurement; the same seed gives the same run to the nanosecond.
TEST_F(PageFaultTest, ASmallMachineRepeatsExactly) {
  PageFaultSettings s;
  s.sent = 3079;
  s.received = 845;
  s.think = milliseconds(200);
  s.warmUp = seconds(5);
  const std::vector<PageFaultCondition> one = {{96, Swapping::Drum, 2, 1}};
  const auto first = measurePageFaults(s, site("utah72"), one, {});
  ASSERT_TRUE(first) << first.error().text();
  const PageFaultResult& r = first->front();
  EXPECT_EQ(r.trouble, "");
  ASSERT_EQ(r.runs.size(), 6u);
  EXPECT_EQ(r.runs[0].stay->own.count(), 5u) << "shape 0 sends from five pages,";
  EXPECT_EQ(r.runs[2].stay->own.count(), 2u) << "shape 1 from two";
  const auto again = measurePageFaults(s, site("utah72"), one, {});
  ASSERT_TRUE(again);
  for (std::size_t n = 0; n < r.runs.size(); ++n) {
    const ProgramRun& a = r.runs[n];
    const ProgramRun& b = again->front().runs[n];
    EXPECT_EQ(a.elapsed, b.elapsed) << a.program;
    EXPECT_EQ(a.faults, b.faults) << a.program;
    EXPECT_LE(a.stay->pageWait, a.stay->inside);
    EXPECT_LE(a.stay->pages(), a.stay->reserved()) << "a process that has more pages reserves them";
  }
}

}  // namespace
}  // namespace utah10
