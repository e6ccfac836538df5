// SPRIW's guarantee: a job with a guarantee of ninety percent of the time gets it, except for a quantum of other jobs.
#include "monitor_bench.hpp"

#include <regex>

namespace utah10::test {
namespace {

class Guarantee : public MonitorBench {
 protected:
  static constexpr const char* kLines =
      "[dc10]\nlines = 2\n[[line]]\nnumber = 0\nbaud = 2400\n[[line]]\nnumber = 1\nbaud = 2400\n";

  // Percentage of the time that the program GUARAN got on the console, while it also ran on two lines.
  int shareOfConsole(const std::string& capabilities) const {
    const std::string out = bootWith("guaran",
                                     "run 2s\n" + capabilities +
                                         "type tty0 \"\\003\"\nexpect tty0 \".\" within 10s\ntype tty1 \"\\003\"\n"
                                         "expect tty1 \".\" within 10s\ntype tty0 \"G\"\ntype tty1 \"G\"\ntype \"G\"\n"
                                         "expect \"PASS\" within 40s\nrun 100ms\nexamine BUGCNT\n",
                                     16, 0500, kLines);
    EXPECT_THAT(out, ::testing::HasSubstr("BUGCNT/ 000000000000\n"));
    std::smatch share;
    const bool said = std::regex_search(out, share, std::regex{"([0-9]+) PERCENT"});
    EXPECT_TRUE(said) << out;
    return said ? std::stoi(share[1]) : -1;
  }
};

TEST_P(Guarantee, IsKept) {
  // Shares are evaluated at the end of a quantum, and that of the last queue is ten seconds: half of the time is not
  // unusual.
  EXPECT_LE(shareOfConsole(""), 60);
  EXPECT_GE(shareOfConsole("type \"O\"\n"), 68);
}

UTAH10_EVERY_MONITOR(Guarantee);

}  // namespace
}  // namespace utah10::test
