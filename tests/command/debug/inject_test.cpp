// The command inject: injected faults occur, and only those.
#include <gmock/gmock.h>

#include "command/session_support.hpp"
#include "devices/rp10.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

TEST_F(SessionTest, InjectedParityIsSeenByTheProgram) {
  EXPECT_EQ(answer("inject parity 1000"), "001000 has bad parity until it is written again\n");
  answer("deposit 100 MOVE 1,1000; deposit pc 100; step 1");
  EXPECT_TRUE(machine.pi().parityError());
  EXPECT_THAT(refusal("inject parity 1000000"), HasSubstr("there is no memory at 1000000"));
}

TEST_F(SessionTest, InjectRefusesUnsuitableThings) {
  EXPECT_THAT(refusal("inject"), HasSubstr("the thing that shall fail is missing"));
  EXPECT_THAT(refusal("inject dsk0 5 header"), HasSubstr("no faults can be injected at \"dsk0\""));
  EXPECT_THAT(refusal("inject ptr 5"), HasSubstr("no faults can be injected at \"ptr\""));
  EXPECT_THAT(refusal("inject parity"), HasSubstr("the address is missing"));
}

struct DrivesTest : ::testing::Test {
  static DeviceConfig config() {
    DeviceConfig c;
    c.disks = Rp10Config{};
    c.bryant = BryantConfig{};
    return c;
  }
  std::string told(const std::string& command) {
    terminal.clear();
    const auto done = session.perform(command);
    return done ? terminal.answers() : done.error().text();
  }
  Machine machine;
  DeviceSet devices{machine, config()};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
};

TEST_F(DrivesTest, ADiskBlockFailsTheGivenNumberOfTimes) {
  const auto folder = test::ownFolder();
  std::filesystem::create_directories(folder);
  told("attach dsk0 " + (folder / "a.dsk").string() + " create");
  EXPECT_EQ(told("inject dsk0 3 word-parity 1"), "dsk0: 3 fails 1. time\n");
  Rp10& disk = *devices.disks();
  machine.core().poke(PhysicalAddress{062}, Word36::halves(0777600, 0777));  // 128 words to 1000 and following
  for (const bool fails : {true, false}) {
    machine.core().poke(PhysicalAddress{063}, Word36{});  // the control word is stored here at each end
    disk.cono(HalfWord{0175710});                         // clear every error and done
    disk.datao(Word36{(std::uint64_t{3} << 12) | 062});   // read sector 3, words at 62
    machine.clock().idleUntil(machine.now() + milliseconds(200));
    EXPECT_NE(disk.coni().bits() & 010, 0u) << std::oct << disk.coni().bits();
    EXPECT_EQ((disk.coni().bits() & 01000000) != 0, fails);
  }
  std::filesystem::remove_all(folder);
}

TEST_F(DrivesTest, FaultsAreCheckedBeforeInjection) {
  EXPECT_THAT(told("inject dsk0 3 dust"), HasSubstr("there is no disk fault \"dust\""));
  EXPECT_THAT(told("inject dsk0"), HasSubstr("the place is missing"));
  EXPECT_THAT(told("inject drm0 3"), HasSubstr("the set of error bits is missing"));
  EXPECT_THAT(told("inject drm0 3 2 0"), HasSubstr("TIMES must be 1 to 1000000"));
  EXPECT_EQ(told("inject drm0 3 2 5"), "drm0: 3 fails 5. times\n");
}

}  // namespace
}  // namespace utah10
