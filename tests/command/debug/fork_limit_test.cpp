// Breakpoints limited to a job or a fork, and the list of forks: with TENEX's tables made by hand.
#include <gmock/gmock.h>

#include "command/debug/debug_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

class ForkLimitTest : public DebugTest {
 protected:
  void SetUp() override {
    DebugTest::SetUp();
    assembleAndLink("demo", kAddProgram);
    answer("load demo.sav");
  }
  // Fork 5 of job 3, at line 12, runs.
  void makeTables() {
    answer("symbol FORKX 1000; symbol FKJOB 1100; symbol JOBPT 1200; symbol NFKS 10.; symbol INSKED 1001");
    answer("deposit 1000 5; deposit 1105 3,,77; deposit 1107 4,,77; deposit 1203 12,,5; deposit 1204 -1,,7");
  }
  // Stops of the program, which passes LOOP three times.
  std::size_t stopsOf(const std::string& breakpoint) {
    answer("nobreak; deposit ac1 0; " + breakpoint);
    std::string text = answer("start");
    std::size_t stops = 0;
    for (; text.find("halt instruction") == std::string::npos && stops < 20; ++stops) text = answer("continue");
    return stops;
  }
};

TEST_F(ForkLimitTest, OnlyTheForkOrJobStops) {
  makeTables();
  EXPECT_EQ(stopsOf("break LOOP job 3"), 3u);
  EXPECT_EQ(stopsOf("break LOOP job 4"), 0u);
  EXPECT_EQ(stopsOf("break LOOP fork 5"), 3u);
  EXPECT_EQ(stopsOf("break LOOP fork 6"), 0u);
  EXPECT_EQ(stopsOf("break LOOP job 3 fork 5 2"), 2u);
  EXPECT_EQ(stopsOf("break LOOP job 3 if ac1 = 2"), 1u);
  EXPECT_EQ(stopsOf("watch write SUM job 3"), 3u);
  EXPECT_EQ(stopsOf("watch write SUM job 1"), 0u);
  EXPECT_EQ(stopsOf("break opcode POPJ fork 5"), 3u);
}

TEST_F(ForkLimitTest, TheSchedulerIsNobody) {
  makeTables();
  answer("deposit 1001 -1");
  EXPECT_EQ(stopsOf("break LOOP job 3"), 0u);
  answer("deposit 1001 0; deposit 1000 -1");
  EXPECT_EQ(stopsOf("break LOOP job 0"), 0u);
}

TEST_F(ForkLimitTest, IsListed) {
  makeTables();
  EXPECT_EQ(answer("break LOOP job 3 fork 5"), "break 1: 000141 LOOP, job 3, fork 5\n");
  EXPECT_EQ(answer("break LOOP job 4"), "break 2: 000141 LOOP, job 4\n");
  EXPECT_EQ(answer("show forks"), "fork 5: job 3, line 12, runs\nfork 7: job 4, detached\n");
}

// A job's number is decimal, as the EXEC prints it.
TEST_F(ForkLimitTest, JobsAreDecimal) {
  makeTables();
  answer("deposit 1105 14,,77; deposit 1214 12,,5");
  EXPECT_EQ(stopsOf("break LOOP job 12"), 3u);
  EXPECT_THAT(answer("nobreak; break LOOP job 9"), HasSubstr(": 000141 LOOP, job 9\n"));
  EXPECT_THAT(answer("show forks"), HasSubstr("fork 5: job 12, line 12, runs\n"));
  EXPECT_THAT(refusal("break LOOP job 512"), HasSubstr("\"512\" is not a job"));
}

TEST_F(ForkLimitTest, NeedsTheMonitorsSymbols) {
  EXPECT_THAT(refusal("break LOOP job 3"), HasSubstr("FORKX and FKJOB are not loaded"));
  EXPECT_THAT(refusal("show forks"), HasSubstr("symbols FILE loads those of another monitor"));
  makeTables();
  EXPECT_THAT(refusal("break LOOP job x"), HasSubstr("\"x\" is not a job"));
}

}  // namespace
}  // namespace utah10
