// LPT: as a file: modes that OPENF accepts, calls that are refused, and the printed output. A job without a login has
// no heading.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorPrinter : public MonitorBench {
 protected:
  std::string printed(const std::string& devices) const {
    return bootWith("lptcal", "run 3s\ntype \"G\"\nexpect \"HALTED AT\" within 30s\nrun 1s\nexamine BUGCNT\n", 16, 0500,
                    devices);
  }
};

TEST_P(MonitorPrinter, PrintsWhatIsWritten) {
  const std::string out = printed("[lpt]\nfile = \"paper\"\n");
  EXPECT_THAT(out, HasSubstr("PASS\n"));
  EXPECT_THAT(out, Not(HasSubstr("NO PRINTER")));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
  EXPECT_EQ(read("paper"), "A LINE\nAND ANOTHER\n\f");
}

// Without a printer OPENF fails at once.
TEST_P(MonitorPrinter, IsMissing) {
  const std::string out = printed("");
  EXPECT_THAT(out, HasSubstr("NO PRINTER\nPASS\n"));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
}

UTAH10_EVERY_MONITOR(MonitorPrinter);

}  // namespace
}  // namespace utah10::test
