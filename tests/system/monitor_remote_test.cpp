// The monitor swaps to a paging adapter (roms/monitor/memory/remote.mac).
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorRemote : public MonitorBench {
 protected:
  // The mini-exec's R, more pages than core has, with the link's keys and commands during the run.
  std::string summed(const std::string& keys, const std::string& during = {}) const {
    return bootOn("run 3s\ntype \"R\"\n" + during + "expect \"SUM IS\" within 500s\nexamine BUGCNT RMMERC DRMWR\n", 7,
                  "[remote-memory]\n" + keys);
  }
  static void expectGood(const std::string& out) {
    EXPECT_THAT(out, HasSubstr("SUM IS"));
    EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000"));
    EXPECT_THAT(out, HasSubstr("RMMERC/ 000000000000"));
    EXPECT_THAT(out, Not(HasSubstr("DRMWR/ 000000000000")));
  }
};

TEST_P(MonitorRemote, PagesToTheHost) { expectGood(summed("")); }

TEST_P(MonitorRemote, LostMessagesAreNotSeen) { expectGood(summed("loss = 1000\ntime-limit = \"20ms\"\nseed = 3\n")); }

// The operator stops the system while pages are on their way, and starts it again: they are asked for once more.
TEST_P(MonitorRemote, CommandsSurviveARestart) {
  expectGood(summed("rate = \"200000 bps\"\n", "run 8s\ndeposit pc 101\n"));
}

// Ten forks that want more core and drum than there are (roms/test/thrash.mac).
TEST_P(MonitorRemote, ThrashingContinues) {
  tenexfs("make p.dsk");
  const std::string out = bootWith("thrash", "run 4s\ntype \"G\"\nexpect \"HALTED AT\" within 900s\nexamine RMMERC\n",
                                   7, 0310, std::string{kDisk} + "[remote-memory]\n", false);
  EXPECT_THAT(out, HasSubstr("PASS"));
  EXPECT_THAT(out, HasSubstr("RMMERC/ 000000000000"));
}

UTAH10_EVERY_MONITOR(MonitorRemote);

}  // namespace
}  // namespace utah10::test
