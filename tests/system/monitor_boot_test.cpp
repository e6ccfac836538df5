// The monitor boots, answers on the console, and pages with much and with little core.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using MonitorBoot = MonitorBench;

TEST_P(MonitorBoot, PrintsItsNameAndAnswers) {
  const std::string out = boot("run 3s\ntype \"T\"\nrun 2s\n");
  EXPECT_THAT(out, HasSubstr("UTAH10 TENEX "));
  EXPECT_THAT(out, HasSubstr("TENEX IN OPERATION\n"));
  EXPECT_THAT(out, HasSubstr(" UP "));
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
}

TEST_P(MonitorBoot, PagesToTheDrumInLittleCore) {
  const std::string out = boot("run 3s\ntype \"R\"\nrun 60s\n", 7);
  EXPECT_THAT(out, HasSubstr("SUM IS RIGHT"));
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
}

// After the operator's PAUSE (AT BUGCHKS) the console reports place and reason, the machine halts and can continue.
TEST_P(MonitorBoot, HaltsAtABugchkOnRequest) {
  const std::string bugchk = "deposit FORKX 0\ndeposit pc 101\nrun 1s\nrun 1s\ntype \"T\"\nrun 1s\nexamine BUGCNT\n";
  const std::string out = boot("run 3s\ndeposit DCHKSW 1\n" + bugchk);
  EXPECT_THAT(out, ::testing::ContainsRegex("BUGCHK AT [0-7]+: RESTART WITH A FORK RUNNING\n"));
  const std::string silent = boot("run 3s\n" + bugchk);
  EXPECT_THAT(silent, Not(HasSubstr("BUGCHK")));
  for (const std::string& text : {out, silent})
    EXPECT_THAT(text, AllOf(HasSubstr(" UP "), HasSubstr("BUGCNT/ 000000000001\n")));
}

// In 1.28 of December 1971 the disk is on channel 4, with the drum; from 1.33 on it is on channel 5, with the network.
TEST_P(MonitorBoot, TheDiskIsOnTheChannelOfTheTime) {
  const bool of72 = std::string{GetParam()} == "monitor72";
  const std::string out = bootOn("break DSKINT\nrun 5s\nhistory 20\n", 16,
                                 "[[disk]]\nunit = 0\ntype = \"RP02\"\nfile = \"p.dsk\"\ncreate = true\n");
  EXPECT_THAT(out, HasSubstr(of72 ? "JSYS PISC4" : "JSYS PISC5"));
  EXPECT_THAT(out, Not(HasSubstr(of72 ? "JSYS PISC5" : "JSYS PISC4")));
}

UTAH10_EVERY_MONITOR(MonitorBoot);

}  // namespace
}  // namespace utah10::test
