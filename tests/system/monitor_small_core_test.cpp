// Files on a machine with little core: pages that are swapped to the drum still reach the pack.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorSmallCore : public MonitorBench {
 protected:
};

// About thirty directories are created (roms/test/dirs.mac), more than fit into core: their pages go to the drum before
// they are first written to the disk.
TEST_P(MonitorSmallCore, NewDirectoriesReachThePack) {
  tenexfs("make p.dsk");
  tenexfs("mkdir p.dsk SMITH --password SECRET");
  tenexfs("mkdir p.dsk JONES --password MONEY");
  const std::string out =
      bootWith("dirs", "run 4s\ntype \"O\"\ntype \"G\"\nexpect \"HALTED AT\" within 100s\nrun 70s\nexamine BUGCNT\n", 8,
               0350, kDisk);
  EXPECT_THAT(out, HasSubstr("PASS"));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000"));
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
  EXPECT_THAT(tenexfs("check p.dsk"), HasSubstr("34 directories"));
}

// Ten forks in the smallest core with which the monitor starts, and a nearly full disk: roms/test/thrash.mac.
TEST_P(MonitorSmallCore, ThrashingIsSlowButContinues) {
  tenexfs("make p.dsk");
  write("big.txt", std::string(std::size_t{2560} * 7415, 'x'));
  tenexfs("import p.dsk big.txt '<SYSTEM>BIG.TXT'");
  const std::string out = bootWith(
      "thrash",
      "expect \"OPERATION\" within 60s\nrun 4s\ntype \"G\"\nexpect \"HALTED AT\" within 900s\nrun 70s\nexamine BUGCNT NOROMC\n",
      7, 0310, kDisk);
  EXPECT_THAT(out, HasSubstr("PASS"));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000"));
  EXPECT_THAT(tenexfs("check p.dsk"), Not(HasSubstr("note")));
}

UTAH10_EVERY_MONITOR(MonitorSmallCore);

}  // namespace
}  // namespace utah10::test
