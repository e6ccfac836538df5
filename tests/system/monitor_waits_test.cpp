// What a short wait is worth: in 1972 the time is divided by the number of forks that want to run, in 1973 it is not.
#include "monitor_bench.hpp"

#include <regex>

namespace utah10::test {
namespace {

class Waits : public MonitorBench {};

TEST_P(Waits, AreWorthLessOnABusyMachineOf1972) {
  const std::string out =
      bootWith("waiter",
               "run 2s\ntype tty0 \"\\003\"\nexpect tty0 \".\" within 10s\ntype tty1 \"\\003\"\n"
               "expect tty1 \".\" within 10s\ntype tty0 \"G\"\ntype tty1 \"G\"\nrun 15s\ntype \"G\"\n"
               "expect \"PASS\" within 200s\nrun 100ms\nexamine BUGCNT\n",
               16, 0500,
               "[dc10]\nlines = 2\n[[line]]\nnumber = 0\nbaud = 2400\n[[line]]\nnumber = 1\n"
               "baud = 2400\n");
  EXPECT_THAT(out, ::testing::HasSubstr("BUGCNT/ 000000000000\n"));
  std::smatch ms;
  ASSERT_TRUE(std::regex_search(out, ms, std::regex{"([0-9]+) MS"})) << out;
  // After a wait that counts, the fork goes before the others, which are on the last queue. Where it does not count, the
  // fork comes there, too, and at the end of its quantum waits until each of them has used ten seconds. In 1973 each of
  // the 190 waits ends up to 50 ms late, when the scheduler looks.
  if (std::string{GetParam()} == "monitor73")
    EXPECT_LE(std::stoi(ms[1]), 190 * 50);
  else
    EXPECT_GE(std::stoi(ms[1]), 20000) << out;
}

UTAH10_EVERY_MONITOR(Waits);

}  // namespace
}  // namespace utah10::test
