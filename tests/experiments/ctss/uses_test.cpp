// Uses of the desk calculator on a laboratory machine, and the published numbers.
#include "experiments/ctss/uses.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "experiments/ctss/paper.hpp"
#include "experiments/lab_bench.hpp"

namespace utah10 {
namespace {

TEST(Ctss, LinesHaveAnswersUnlessTheyAssign) {
  const auto lines = calcLines();
  EXPECT_EQ(lines.size(), 20u);
  for (const CalcLine& l : lines) EXPECT_EQ(l.answer.empty(), l.text.find('=') != std::string::npos) << l.text;
}

TEST(Ctss, MemoIsSealedUntilAllIsMeasured) {
  Seal seal{1};
  EXPECT_THROW(ctssPaper(seal), std::logic_error);
  seal.result();
  const MemoNumbers memo = ctssPaper(seal);
  EXPECT_EQ(memo.cpuMs + memo.swapMs, memo.totalMs);
  EXPECT_EQ(memo.multicsCpuMs + memo.multicsFaults * memo.multicsFaultMs, memo.multicsTotalMs);
  EXPECT_EQ(memo.firstColdMs, 600);
}

TEST(Ctss, SettingsAreChecked) {
  CtssSettings settings;
  EXPECT_TRUE(settings.check());
  for (const auto& users : {std::vector<unsigned>{21}, std::vector<unsigned>{10, 0}, std::vector<unsigned>{}}) {
    settings.users = users;
    EXPECT_FALSE(settings.check()) << users.size();
  }
  settings = {};
  settings.think = milliseconds(1);
  EXPECT_FALSE(settings.check());
}

class CtssTest : public test::LabTest {
 protected:
  // All users think for a second.
  Expected<std::vector<CtssResult>> uses(const char* program, unsigned users, const LabOptions& machine = {}) const {
    CtssSettings settings;
    settings.machine = machine;
    settings.program = program;
    settings.uses = 2;
    settings.interactions = 6;
    settings.think = seconds(1);
    settings.warmUp = seconds(20);
    return makeUses(settings, site("utah72"), {{users}}, {});
  }
};

TEST_F(CtssTest, ChargesOfTheMeterAreThoseThatTheProgramPrints) {
  const auto made = uses("CALC", 4);
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_EQ(made->size(), 1u);
  const CtssResult& r = made->front();
  EXPECT_EQ(r.trouble, "");
  EXPECT_TRUE(r.jobKnown);
  ASSERT_EQ(r.uses.size(), 2u);
  for (const CalcUse& u : r.uses) {
    EXPECT_EQ(u.elapsed.size(), 6u);
    EXPECT_EQ(u.stretch.chargedMs, u.printedMs);
    EXPECT_EQ(u.stretch.takenMs, u.printedMs) << "nothing was charged while the meter was off";
    EXPECT_LT(u.stretch.worst, milliseconds(1) + milliseconds(1) / 5);
    EXPECT_GT(u.stretch.split[ChargePart::Monitor], u.stretch.split[ChargePart::User]);
    EXPECT_EQ(u.stretch.pages.count(), 4u);
    for (const Duration d : u.elapsed) EXPECT_LT(d, seconds(2));
    EXPECT_GT(u.first.charge.takenMs, 10u);
    EXPECT_LT(milliseconds(static_cast<std::int64_t>(u.first.charge.takenMs)) - u.first.charge.split.sum(),
              milliseconds(10));
  }
  EXPECT_GT(r.uses[0].first.charge.reads.disk, r.uses[1].first.charge.reads.disk) << "the second use finds its pages";
  EXPECT_GT(r.uses[0].first.elapsed, r.uses[1].first.elapsed);
  ASSERT_TRUE(r.work);
  EXPECT_GT(r.work->diskReads, 0u);
  EXPECT_LT(r.work->idle, r.work->time);
}

// The monitor PRELD brings what a process lost while it waited before the process goes on.
TEST_F(CtssTest, PagesThatComeTogetherAreNotMissed) {
  LabOptions little;
  little.coreK = 96;
  const auto demanded = uses("CALC10", 8, little);
  little.monitor = "PRELD";
  const auto together = uses("CALC10", 8, little);
  ASSERT_TRUE(demanded && together);
  EXPECT_EQ(together->front().trouble, "");
  std::uint64_t missed = 0, stillMissed = 0;
  for (const CalcUse& u : demanded->front().uses) missed += u.stretch.pageTraps;
  for (const CalcUse& u : together->front().uses) stillMissed += u.stretch.pageTraps;
  EXPECT_GT(missed, 20u);
  EXPECT_LT(2 * stillMissed, missed);
}

TEST_F(CtssTest, TheProgramOnMorePagesDoesTheSameWork) {
  const auto few = uses("CALC", 1);
  const auto many = uses("CALC18", 1);
  ASSERT_TRUE(few && many);
  EXPECT_EQ(many->front().trouble, "");
  const CalcUse &a = few->front().uses[1], &b = many->front().uses[1];
  EXPECT_EQ(a.stretch.calls, b.stretch.calls);
  EXPECT_GE(b.stretch.pages.count(), 16u);
  // Page traps are for the other pages.
  const auto work = [](const CalcUse& u) {
    return static_cast<double>((u.stretch.split[ChargePart::User] + u.stretch.split[ChargePart::Monitor]).count());
  };
  EXPECT_NEAR(work(b), work(a), 0.05 * work(a));
}

}  // namespace
}  // namespace utah10
