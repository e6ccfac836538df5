// A machine with all devices: codes, bit tables, and snapshots of the whole machine.
#include "utah10/devices/device_set.hpp"
#include "devices/calendar_clock.hpp"
#include "devices/dk10.hpp"
#include "devices/rp10.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

DeviceConfig everything() {
  DeviceConfig config;
  config.millisecondClock = true;
  config.microsecondTimer = true;
  config.calendar = CalendarClock::kStart;
  config.realTimeClock = Dk10::Source::Crystal;
  config.scanner = Dc10Config{};
  config.printer = LinePrinterConfig{};
  config.disks = Rp10Config{.drives = {"RP02", "RP03"}};
  config.bryant = BryantConfig{};
  config.ddc = Ddc10Config{};
  config.remote = RemoteMemoryConfig{.pages = 8};
  config.dectapes.emplace().transports = 2;
  config.magtapes.emplace().transports = 1;
  config.imp = ImpInterfaceConfig{};
  return config;
}

struct Everything {
  Machine machine{MachineConfig{.memory = {{*findMemoryKind("MA10"), 0, 16384, 1, 4}}, .pager = PagerConfig{}}};
  DeviceSet devices{machine, everything()};
};

TEST(DeviceSet, ConnectsToTheDocumentedCodes) {
  Everything e;
  std::map<std::string, std::uint32_t> codes;
  for (const auto& c : e.machine.bus().connections()) codes[std::string{c.device->name()}] = c.code.asWritten();
  const std::map<std::string, std::uint32_t> expected = {
      {"apr", 0},    {"pi", 04},    {"oap", 020},  {"pgr", 024},  {"clk", 070},   {"ptp", 0100}, {"ptr", 0104},
      {"tty", 0120}, {"lpt", 0124}, {"drm", 0170}, {"dls", 0240}, {"rp10", 0250}, {"dtc", 0320}, {"dts", 0324},
      {"mtc", 0340}, {"mts", 0344}, {"ddc", 0440}, {"rmm", 0470}, {"imp", 0550},  {"cal", 0600}, {"usec", 0610}};
  EXPECT_EQ(codes, expected);
}

TEST(DeviceSet, TheBryantDrumOf128IsDevice30) {
  DeviceConfig config;
  config.bryant = BryantConfig{.device = DeviceCode::written(030)};
  Machine machine;
  DeviceSet devices{machine, config};
  const auto drum =
      std::ranges::find_if(machine.bus().connections(), [](const auto& c) { return c.device->name() == "drm"; });
  ASSERT_NE(drum, machine.bus().connections().end());
  EXPECT_EQ(drum->code.asWritten(), 030u);
}

TEST(DeviceSet, TheConsoleAloneIsTheDefault) {
  Machine machine;
  DeviceSet devices{machine};
  EXPECT_EQ(machine.bus().connections().size(), 5u);
  EXPECT_TRUE(devices.ports().empty());
  EXPECT_EQ(devices.slots().size(), 2u);
}

TEST(DeviceSet, SlotsHaveTheirNames) {
  Everything e;
  std::vector<std::string_view> names;
  for (const MediaSlot* s : e.devices.slots()) names.push_back(s->slot());
  EXPECT_THAT(names, ElementsAre("ptr", "ptp", "lpt", "dsk0", "dsk1", "drm0", "ddc0", "ddc1", "dta0", "dta1", "mta0"));
  EXPECT_EQ(e.devices.slot("dsk1"), &e.devices.disks()->unit(1));
  EXPECT_EQ(e.devices.slot("dsk2"), nullptr);
}

// A mask may appear once in a table, and the bits that a device shows at power-on are in its table.
TEST(DeviceSet, EveryBitHasOneName) {
  Everything e;
  ASSERT_FALSE(e.machine.bus().connections().empty());
  for (const auto& c : e.machine.bus().connections()) {
    for (const auto bits : {c.device->coniBits(), c.device->conoBits()}) {
      std::uint64_t seen = 0;
      for (const BitName& b : bits) {
        EXPECT_NE(b.mask, 0u) << c.device->name() << ' ' << b.name;
        EXPECT_EQ(seen & b.mask, 0u) << c.device->name() << ' ' << b.name;
        EXPECT_FALSE(b.name.empty());
        seen |= b.mask;
      }
    }
    for (const BitName& b : c.device->conoBits())
      EXPECT_LE(b.mask, 0777777u) << c.device->name() << ' ' << b.name << ": CONO has 18 bits";
    std::uint64_t named = 0;
    for (const BitName& b : c.device->coniBits()) named |= b.mask;
    EXPECT_EQ(c.device->coni().bits() & ~named, 0u) << c.device->name();
  }
}

TEST(DeviceSet, SnapshotsHoldEveryDevice) {
  Everything a;
  a.machine.bus().cono(DeviceCode::written(0250), HalfWord{5});
  a.machine.bus().cono(DeviceCode::written(0240), HalfWord{4});
  a.machine.bus().datao(DeviceCode::written(0124), Word36{0});
  a.machine.clock().idleUntil(kPowerOn + milliseconds(7));
  const auto state = a.machine.save();
  Everything b;
  EXPECT_NE(b.machine.save(), state);
  const auto restored = b.machine.restore(state);
  ASSERT_TRUE(restored) << restored.error().text();
  EXPECT_EQ(b.machine.save(), state);
  a.machine.clock().idleUntil(kPowerOn + milliseconds(100));
  b.machine.clock().idleUntil(kPowerOn + milliseconds(100));
  EXPECT_EQ(a.machine.save(), b.machine.save());
}

TEST(DeviceSet, ASnapshotOfADifferentSetIsRefused) {
  Everything a;
  Machine bare{MachineConfig{.memory = {{*findMemoryKind("MA10"), 0, 16384, 1, 4}}, .pager = PagerConfig{}}};
  DeviceSet console{bare};
  const auto before = bare.save();
  EXPECT_FALSE(bare.restore(a.machine.save()));
  EXPECT_EQ(bare.save(), before);
  EXPECT_FALSE(a.machine.restore(before));
}

TEST(DeviceSet, ImpossibleConfigurationsAreReported) {
  DeviceConfig config = everything();
  config.disks->drives = {"RP04"};
  EXPECT_THAT(DeviceSet::check(config).error().text(), HasSubstr("RP04"));
  config = everything();
  config.printer->linesPerMinute = 1;
  EXPECT_FALSE(DeviceSet::check(config));
  config = everything();
  config.scanner->lines.resize(65);
  EXPECT_FALSE(DeviceSet::check(config));
  config = everything();
  config.imp->perBitToHost = Duration{};
  EXPECT_THAT(DeviceSet::check(config).error().text(), HasSubstr("imp: "));
  EXPECT_TRUE(DeviceSet::check(everything()));
}

}  // namespace
}  // namespace utah10
