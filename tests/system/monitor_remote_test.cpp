// The monitor swaps to a paging adapter (roms/monitor/memory/remote.mac).
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorRemote : public MonitorBench {
 protected:
  // Ten forks in little core (roms/test/thrash.mac), with the link's keys and commands for its start.
  std::string thrashed(const std::string& keys, const std::string& during = {}) const {
    tenexfs("make p.dsk");
    return bootWith("thrash",
                    "run 4s\ntype \"G\"\n" + during + "expect \"HALTED AT\" within 900s\nexamine BUGCNT RMMERC DRMWR\n",
                    7, 0310, std::string{kDisk} + "[remote-memory]\n" + keys, false);
  }
};

TEST_P(MonitorRemote, ForksPageToTheHost) {
  const std::string out = thrashed("");
  EXPECT_THAT(out, HasSubstr("PASS"));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000"));
  EXPECT_THAT(out, HasSubstr("RMMERC/ 000000000000"));
  EXPECT_THAT(out, Not(HasSubstr("DRMWR/ 000000000000")));
}

TEST_P(MonitorRemote, LostMessagesAreNotSeen) {
  const std::string out = thrashed("loss = 1000\ntime-limit = \"20ms\"\nseed = 3\n");
  EXPECT_THAT(out, HasSubstr("PASS"));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000"));
}

// The operator stops the system while pages are on their way, and starts it again: they are asked for once more.
TEST_P(MonitorRemote, CommandsSurviveARestart) {
  const std::string out = thrashed("rate = \"500000 bps\"\n", "run 2s\ndeposit pc 101\n");
  EXPECT_THAT(out, HasSubstr("PASS"));
  EXPECT_THAT(out, HasSubstr("RMMERC/ 000000000000"));
}

UTAH10_BOTH_MONITORS(MonitorRemote);

}  // namespace
}  // namespace utah10::test
