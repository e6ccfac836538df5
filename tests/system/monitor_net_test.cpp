// The monitor's network: programs of roms/test talk to themselves and to the hosts of the network of 1972 by NET:.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kNetwork =
    "[imp]\n[network]\nmap = \"1972\"\nmachine = \"4\"\n"
    "[[host]]\nname = \"UCLA-CCN\"\naddress = \"101\"\nservices = \"telnet echo discard netrjs\"\n"
    "[[host]]\nname = \"UCSB\"\naddress = \"3\"\nservices = \"telnet echo discard systat chargen\"\n";

class MonitorNet : public MonitorBench {
 protected:
  // What it prints; all rings are free again afterwards and nothing has been noted that cannot be.
  std::string passes(const std::string& program) const {
    const std::string go = "type \"G\"\nexpect \"HALTED AT\" within 150s\nrun 3s\nexamine NETBGC NETAVC BUGCNT\n";
    std::string out = bootWith(program, "run 3s\n" + go, 16, 0500, kNetwork);
    EXPECT_THAT(out, HasSubstr("PASS\nHALTED AT"));
    EXPECT_THAT(out, Not(HasSubstr("FAIL")));
    EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
    EXPECT_THAT(out, HasSubstr("NETBGC/ 000000000000\n"));
    EXPECT_THAT(out, HasSubstr("NETAVC/ 000000000020\n"));
    EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
    return out;
  }
};

TEST_P(MonitorNet, ProgramTalksToItself) { passes("netslf"); }
TEST_P(MonitorNet, ServersOfOtherHosts) { passes("netsrv"); }

TEST_P(MonitorNet, WithoutAnImp) {
  EXPECT_THAT(bootWith("netsrv", "run 3s\ntype \"G\"\nexpect \"HALTED AT\" within 150s\nexamine NETSTE\n"),
              HasSubstr("NETSTE/ 000000000000\n"));
}

INSTANTIATE_TEST_SUITE_P(Generations, MonitorNet, ::testing::Values("monitor72", "monitor73"),
                         [](const auto& made) { return std::string{made.param}; });

}  // namespace
}  // namespace utah10::test
