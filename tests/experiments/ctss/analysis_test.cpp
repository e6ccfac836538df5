// What the analysis finds in uses of the desk calculator made by hand.
#include "experiments/ctss/analysis.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/ctss/made_uses.hpp"

namespace utah10 {
namespace {

constexpr MemoNumbers kMemo = {.cpuMs = 12,
                               .swapMs = 145,
                               .totalMs = 157,
                               .firstRecentMs = 260,
                               .firstColdMs = 600,
                               .imageWords = 1241,
                               .predictedLeastMs = 6,
                               .predictedMostMs = 10,
                               .predictedWaitMs = 30,
                               .predictedWords = 3000,
                               .multicsCpuMs = 600,
                               .multicsFaults = 20,
                               .multicsFaultMs = 15,
                               .multicsTotalMs = 900,
                               .variationPercent = 10};

TEST(CtssAnalysis, InteractionsHaveMeansOfAllUses) {
  const auto f = analyse(CtssSettings{}, {test::madeResult(13, {10, 12})}, kMemo);
  ASSERT_EQ(f.interactions.size(), 1u);
  const InteractionFindings& i = f.interactions[0];
  EXPECT_EQ(i.name, "13");
  EXPECT_EQ(i.interactions, 8u);
  ASSERT_TRUE(i.parts);
  struct {
    const char* what;
    double found, expected;
  } const numbers[] = {{"cpu", i.cpuMs, 11},
                       {"least", i.cpuRange.least, 10},
                       {"most", i.cpuRange.most, 12},
                       {"variation", i.variationPercent, 100. / 11},
                       {"elapsed", i.elapsedMs, 50},
                       {"gain", i.gain, 157. / 11},
                       {"user", i.parts->ms[0], 1},
                       {"faults", i.parts->faults, 1},
                       {"drum", i.parts->drumReads, 1},
                       {"disk", i.parts->diskReads, 1},
                       {"page wait", i.parts->pageWaitMs, 20},
                       {"runnable", i.parts->runnableMs, 3},
                       {"line", i.parts->lineMs, 50 - 11 - 20 - 3},
                       {"words", i.parts->words, 4096},
                       {"as CTSS", i.parts->swapMs, 145. * 5 * 512 / 1241},
                       {"core", i.parts->coreMs, 34. * 8 / 384},
                       {"fault", i.parts->faultMs, 0.5}};
  for (const auto& n : numbers) EXPECT_NEAR(n.found, n.expected, 1e-9) << n.what;
}

TEST(CtssAnalysis, QuantitiesHaveTheSpreadOfTheUses) {
  CtssResult r = test::madeResult(13, {10, 12, 14});
  const auto spreads = analyse(CtssSettings{}, {r}, kMemo).interactions[0].spreads;
  ASSERT_EQ(spreads.size(), 7u);
  EXPECT_EQ(spreads[0].quantity, "cpu");
  EXPECT_EQ(spreads[0].ofUses.count, 3u);
  EXPECT_DOUBLE_EQ(spreads[0].ofUses.mean, 12);
  EXPECT_DOUBLE_EQ(*spreads[0].ofUses.deviation, 2);
  EXPECT_NEAR(*spreads[0].ofUses.confidence(), 4.303 * 2 / std::sqrt(3), 1e-3);
  EXPECT_EQ(spreads[1].quantity, "elapsed");
  EXPECT_DOUBLE_EQ(spreads[1].ofUses.mean, 50);
  EXPECT_DOUBLE_EQ(*spreads[1].ofUses.deviation, 0);
  for (CalcUse& u : r.uses) u.stretch.divided = false;
  EXPECT_EQ(analyse(CtssSettings{}, {r}, kMemo).interactions[0].spreads.size(), 2u) << "CPU and elapsed time";
}

TEST(CtssAnalysis, NineOfTenElapsedTimesAreNoLonger) {
  CtssResult r = test::madeResult(1, {10});
  r.uses[0].elapsed.clear();
  for (int ms = 20; ms > 0; --ms) r.uses[0].elapsed.push_back(milliseconds(ms));
  const auto f = analyse(CtssSettings{}, {r}, kMemo);
  EXPECT_DOUBLE_EQ(f.interactions[0].elapsed90Ms, 18);
  EXPECT_DOUBLE_EQ(f.interactions[0].elapsedMostMs, 20);
}

TEST(CtssAnalysis, TheFirstUseOfAMachineIsCold) {
  const auto f = analyse(CtssSettings{}, {test::madeResult(10, {10, 10, 10})}, kMemo);
  ASSERT_EQ(f.firstUses.size(), 2u);
  EXPECT_TRUE(f.firstUses[0].cold);
  EXPECT_EQ(f.firstUses[0].uses, 1u);
  EXPECT_EQ(f.firstUses[1].uses, 2u);
  EXPECT_DOUBLE_EQ(f.firstUses[1].elapsedMs.mean, 300);
  ASSERT_TRUE(f.firstUses[1].charges);
  EXPECT_DOUBLE_EQ(f.firstUses[1].charges->cpuMs, 80);
  EXPECT_DOUBLE_EQ(f.firstUses[1].charges->diskReads, 5);
}

TEST(CtssAnalysis, TheMachineWithTheMostUsersIsComparedWithTheMemo) {
  const auto f = analyse(CtssSettings{}, {test::madeResult(1, {9}), test::madeResult(19, {13})}, kMemo);
  ASSERT_TRUE(f.verdict);
  const CtssVerdict& v = *f.verdict;
  EXPECT_EQ(v.users, 19u);
  EXPECT_EQ(v.fewestUsers, 1u);
  EXPECT_TRUE(v.cpuAgrees);
  EXPECT_TRUE(v.compared);
  EXPECT_DOUBLE_EQ(*v.coldMs, 300);
  EXPECT_FALSE(v.againMs) << "there was one use only";
  ASSERT_TRUE(v.why);
  EXPECT_DOUBLE_EQ(v.why->trapsMs, 0.5);
  EXPECT_DOUBLE_EQ(v.why->othersMs, 3.5);
  EXPECT_DOUBLE_EQ(v.why->waitOfReadMs, 10);
  EXPECT_DOUBLE_EQ(v.why->waitPercent, 40);
  EXPECT_TRUE(v.why->diskToo);
  EXPECT_TRUE(v.why->expectedWait) << "20 of 30 ms";
  EXPECT_DOUBLE_EQ(v.why->asMultics, 10);
  EXPECT_DOUBLE_EQ(v.why->multicsFaultsMs, 300);
  EXPECT_FALSE(analyse(CtssSettings{}, {test::madeResult(19, {14})}, kMemo).verdict->cpuAgrees);
}

TEST(CtssAnalysis, TheMemosRowsHaveOursByNumberOfUsers) {
  const auto f = analyse(CtssSettings{}, {test::madeResult(1, {9, 9}), test::madeResult(19, {13, 13})}, kMemo);
  const auto row = [&](const std::string& quantity) {
    for (const MemoRow& r : f.memo)
      if (r.quantity == quantity) return r;
    return MemoRow{};
  };
  const MemoRow cpu = row("CPU time, ms"), both = row("CPU time and that, ms"), first = row("first use, ms");
  EXPECT_EQ(cpu.ctss, "12");
  EXPECT_EQ(cpu.predicted, "6-10");
  EXPECT_EQ(cpu.multics, "900");
  ASSERT_EQ(cpu.ours.size(), 2u);
  EXPECT_DOUBLE_EQ(*cpu.ours[1], 13);
  EXPECT_DOUBLE_EQ(*both.ours[1], 33);
  EXPECT_EQ(both.ctss, "157");
  EXPECT_DOUBLE_EQ(*first.ours[0], 300);
}

TEST(CtssAnalysis, WithoutSymbolsOnlyTimesAreKnown) {
  CtssResult r = test::madeResult(13, {10, 10});
  for (CalcUse& u : r.uses) u.stretch.divided = false;
  r.jobKnown = false;
  r.work.reset();
  const auto f = analyse(CtssSettings{}, {r}, kMemo);
  EXPECT_FALSE(f.interactions[0].parts);
  EXPECT_DOUBLE_EQ(f.interactions[0].cpuMs, 10);
  EXPECT_FALSE(f.firstUses[0].charges);
  EXPECT_TRUE(f.work.empty());
  EXPECT_FALSE(f.verdict->why);
}

TEST(CtssAnalysis, WorkIsPerSecond) {
  const auto f = analyse(CtssSettings{}, {test::madeResult(13, {10})}, kMemo);
  ASSERT_EQ(f.work.size(), 1u);
  EXPECT_DOUBLE_EQ(f.work[0].drumReads, 0.5);
  EXPECT_DOUBLE_EQ(f.work[0].diskReads, 2);
  EXPECT_DOUBLE_EQ(f.work[0].idlePercent, 25);
}

TEST(CtssRange, CasesDifferFromTheBaselineOrFromAnother) {
  const auto cases = ctssCases({});
  EXPECT_EQ(cases.front().change, "");
  std::size_t disk = 0, pages = 0, alone = 0, preloaded = 0;
  for (std::size_t n = 1; n < cases.size(); ++n) {
    const CtssCase& c = cases[n];
    EXPECT_NE(c.change, "");
    EXPECT_NE(c.settings.machine.coreK == 192, c.change.find("K words of core") != std::string::npos) << c.change;
    if (c.settings.machine.swapping == Swapping::Disk) ++disk;
    if (c.settings.program != "CALC") ++pages;
    if (c.condition.users == 1) ++alone;
    if (!c.settings.machine.monitor.empty()) ++preloaded;
    EXPECT_EQ(c.settings.machine.monitor.empty(), c.change.find("preloaded") == std::string::npos) << c.change;
  }
  EXPECT_EQ(disk, 1u);
  EXPECT_EQ(pages, 6u);
  EXPECT_EQ(alone, 3u);
  EXPECT_EQ(preloaded, 3u);
  CtssSettings of1973;
  of1973.machine.leastK = 112;
  EXPECT_EQ(ctssCases(of1973).size(), cases.size() - 1) << "96K words are too few";
  of1973 = {};
  of1973.machine.system = "utah73";
  EXPECT_EQ(ctssCases(of1973).size(), cases.size() - 3) << "the monitor that preloads is one of 1972";
  const auto f = analyse({cases[0], cases[1]}, {test::madeResult(16, {10}), test::madeResult(16, {12})}, kMemo);
  ASSERT_EQ(f.rows.size(), 2u);
  EXPECT_EQ(f.rows[0].name, "baseline");
  EXPECT_EQ(f.rows[1].name, "program on 10 pages");
  EXPECT_DOUBLE_EQ(f.rows[1].cpuMs, 12);
  ASSERT_TRUE(f.extremes);
  EXPECT_EQ(f.extremes->leastCpu.name, "baseline");
  EXPECT_TRUE(f.rows[0].coreOnly);
  EXPECT_FALSE(f.rows[1].coreOnly);
  EXPECT_EQ(f.rows[1].coreK, 192u);
  EXPECT_EQ(f.extremes->mostCpu.name, "program on 10 pages");
  EXPECT_DOUBLE_EQ(f.extremes->mostCpu.value, 12);
  EXPECT_DOUBLE_EQ(f.extremes->leastGain, 157. / 12);
  EXPECT_DOUBLE_EQ(f.extremes->mostGain, 15.7);
}

}  // namespace
}  // namespace utah10
