// The host number of a machine file reaches the monitor that `boot` starts.
#include <gmock/gmock.h>

#include "monitor_pack.hpp"
#include "support/binary_dir.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;

class HostNumber : public MonitorPack {
 protected:
  // The packaged machine as BBN's, and UTAH as a modelled host that answers.
  std::string bbn() const {
    std::string text = read(binaryDir() + "/roms/tenex.toml");
    const auto replace = [&](std::string_view old, std::string_view by) {
      text.replace(text.find(old), old.size(), by);
    };
    replace("[imp]\n", "[imp]\nhost = \"105\"\n");
    replace("name = \"BBN-TENEX\"\naddress = \"105\"", "name = \"UTAH\"\naddress = \"4\"");
    return text;
  }
};

// The monitor sends a message to itself before it tells other hosts that it is up: with a wrong number none comes back.
TEST_P(HostNumber, IsTheMonitorsOwn) {
  const std::string out =
      sessionOn(bbn(), "examine LHOSTN\nswitches\n" + login(0, "GUEST") + goesOn("40s") + command(0, "TELNET", "\n#") +
                           command(0, "CONNECT UTAH", "LOGOUT ENDS.\r\n@") + "net reach\n");
  EXPECT_THAT(out, HasSubstr("LHOSTN/ 000000000105"));
  EXPECT_THAT(out, HasSubstr("data 000000000000")) << "the switch is as it was";
  EXPECT_THAT(out, ::testing::ContainsRegex("105 +BBN +yes|105 +105 +yes"));
  EXPECT_THAT(log(0), HasSubstr("UTAH: HELLO."));
}

UTAH10_EVERY_SYSTEM(HostNumber);

// An IMP at the other end of UDP takes seven packets, or what the machine file says: messages are no longer, from the
// start. A monitor of 1972 makes shorter ones anyway.
class LongestMessage : public MonitorPack {
 protected:
  std::string examined(const std::string& keys) const {
    return sessionOn(machine("[imp]\nudp = \"udp:0::9\"\n" + keys), "examine NETMXB\n");
  }
};

TEST_P(LongestMessage, IsWhatTheImpTakes) {
  EXPECT_THAT(examined(""), HasSubstr("NETMXB/ 000000015510"));
  EXPECT_THAT(examined("udp-limit = 506\n"), HasSubstr("NETMXB/ 000000017463"));
  EXPECT_THAT(examined("udp-limit = 300\nhost = \"1\"\n"), HasSubstr("NETMXB/ 000000011154"));
}

UTAH10_SYSTEMS(LongestMessage, "tenex73");

class BadHostNumber : public MonitorPack {};

TEST_F(BadHostNumber, NeedsAMonitorOnThePack) {
  std::string text = machine("[imp]\nhost = \"105\"\n");
  const std::string drive = "unit = 0\ntype = \"RP02\"\n";
  text.insert(text.find(drive) + drive.size(), "file = \"blank.dsk\"\ncreate = true\n");
  write("machine.toml", text);
  const Result r = run("--quiet --machine machine.toml boot tenex72 -c quit");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.out, HasSubstr("NO TENEX PACK ON DRIVE 0"));
  EXPECT_EQ(r.err, "boot: the bootstrap ended with \"halt instruction\" at 010000, not with the monitor in core\n");
}

}  // namespace
}  // namespace utah10::test
