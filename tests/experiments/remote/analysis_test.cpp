// What the report on remote memory says of results made by hand.
#include "experiments/remote/analysis.hpp"
#include "experiments/report_rows.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

#include "experiments/remote/made_paging.hpp"
#include "experiments/remote/render.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

RemotePaper paper() {
  Seal seal{1};
  seal.result();
  return remotePaper(seal);
}

TEST(Remote, ThePaperIsSealed) {
  const Seal whole{1};
  EXPECT_THROW(remotePaper(whole), std::logic_error);
  EXPECT_EQ(paper().pageIns, 7791);
  EXPECT_EQ(paper().blocking, 124);
}

TEST(Remote, TheRuleIsExactIfAllWaitingIsTheWires) {
  const RemoteFindings f = analyse({}, test::madePagings({}, 0, 100'000), paper());
  ASSERT_EQ(f.rules.size(), RemoteSettings{}.variants().size());
  for (const RuleFindings& r : f.rules) {
    ASSERT_EQ(r.speeds.size(), 2u);
    for (const RuleError& e : r.speeds) EXPECT_NEAR(e.error, 0, 1e-9);
    EXPECT_DOUBLE_EQ(r.elapsed, 200);
    EXPECT_DOUBLE_EQ(r.waitingShare, 50);
  }
  EXPECT_DOUBLE_EQ(*f.fallen, 90);
}

// 8 s stay, of which 4 s are the protocol's; 100 s are divided.
TEST(Remote, TheRuleMissesWhatDoesNotShrink) {
  const RemoteFindings f = analyse({}, test::madePagings({}, 8'000, 100'000), paper());
  const RuleError& e = f.rules.front().speeds.back();
  EXPECT_EQ(e.speed, 10u);
  EXPECT_DOUBLE_EQ(e.measured, 118);
  EXPECT_DOUBLE_EQ(e.rule, 110.8);
  EXPECT_NEAR(e.error, -6.1, 0.01);
  EXPECT_DOUBLE_EQ(e.lateRule, 100 + 4 + 10.4);
  EXPECT_DOUBLE_EQ(f.inCoreWaiting, 8);
}

TEST(Remote, TimesSharesAndCommandsAreThoseOfTheRuns) {
  const RemoteFindings f = analyse({}, test::madePagings({}, 8'000, 100'000), paper());
  ASSERT_EQ(f.cases.size(), 6u);
  const PagingTimes& remote = f.cases[3];
  EXPECT_EQ(remote.name, "remote");
  EXPECT_DOUBLE_EQ(remote.elapsed, 208);
  EXPECT_DOUBLE_EQ(remote.user, 90);
  EXPECT_DOUBLE_EQ(remote.system, 10);
  EXPECT_DOUBLE_EQ(remote.waiting, 108);
  EXPECT_DOUBLE_EQ(remote.waitPerPage.value(), 108);
  EXPECT_FALSE(f.cases[2].waitPerPage) << "all in core";
  auto written = test::madePagings({}, 8'000, 100'000);
  written[2].pageOuts = 12;
  EXPECT_FALSE(analyse({}, written, paper()).cases[2].waitPerPage) << "the program does not wait for page-outs";
  const CommandTimes& c = f.commands.front();
  EXPECT_EQ(c.commands, 1000u);
  EXPECT_DOUBLE_EQ(c.wire, 100);
  EXPECT_DOUBLE_EQ(c.protocol, 4);
  EXPECT_NEAR(c.queue, 1, 1e-9);
  EXPECT_EQ(f.links.size(), 3u);
  EXPECT_EQ(f.scale.frames, 197u);
  EXPECT_NEAR(f.scale.dataOverFrames, 1.2995, 1e-4);
}

TEST(Remote, TheComparisonNamesTheLinksThatAgree) {
  const RemoteFindings f = analyse({}, test::madePagings({}, 8'000, 100'000), paper());
  const auto waiting = std::ranges::find(f.paper, "waiting %", &PaperRow::item);
  ASSERT_NE(waiting, f.paper.end());
  EXPECT_NEAR(waiting->paper, 59.76, 0.01);
  EXPECT_NEAR(waiting->ours[0], 51.9, 0.1);
  EXPECT_EQ(waiting->agrees, "10 Mb/s, 230.4 kb/s, 50 kb/s");
  const auto ins = std::ranges::find(f.paper, "page-ins per page of data", &PaperRow::item);
  EXPECT_NEAR(ins->paper, 7791.0 / 3584, 1e-9);
  EXPECT_EQ(ins->agrees, "none");
}

TEST(Remote, AFailedRunIsReportedAndNotCounted) {
  const RemoteSettings settings;
  auto results = test::madePagings(settings, 8'000, 100'000);
  results[4].done = false;
  results[4].trouble = "the transform failed";
  const RemoteFindings f = analyse(settings, results, paper());
  EXPECT_EQ(f.cases.size(), 5u);
  EXPECT_EQ(f.rules.size(), settings.variants().size() - 1);
  const std::string text = render(f).text();
  EXPECT_THAT(text, HasSubstr("Failed: remote x2: the transform failed."));
  for (PagingResult& r : results) r.done = false;
  EXPECT_THAT(render(analyse(settings, results, paper())).text(), Not(HasSubstr("The rule misses")));
}

TEST(Remote, TheReportHasTablesAndReasons) {
  RemoteSettings settings;
  settings.quick = true;
  const Report report = render(analyse(settings, test::madePagings(settings, 8'000, 100'000), paper()));
  const std::string csv = test::rowsOf(report), text = report.text();
  EXPECT_THAT(csv, HasSubstr("\ncases,remote x10,118.00,90.00,10.00,18.00,76.3,8.5,15.3,400,600,18.00,2.0e-07\n"));
  EXPECT_THAT(csv,
              HasSubstr("\nrule,10 Mb/s,100,part by part,208.00,51.9,10,118.00,110.80,-6.1,18.00,10.80,114.40,-3.1\n"));
  EXPECT_THAT(csv, HasSubstr("\npaper,waiting %,51.92,59.76,10 Mb/s\n"));
  EXPECT_TRUE(text.starts_with(opening(remoteConditions(settings)).beginning()));
  EXPECT_THAT(text, HasSubstr("256 pages of 18432 bits"));
  test::expectForPrograms(report, 3);
  EXPECT_THAT(test::fileOf(report, "rule.csv"),
              HasSubstr("link,protocol_us,order,elapsed_1_s,waiting_percent,speed,measured_s,rule_s,error_percent,"));
}

}  // namespace
}  // namespace utah10
