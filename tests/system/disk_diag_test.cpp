// roms/diag/disk.mac, drum.mac and ddc.mac on a machine with the device: PASS, the printed times, and FAIL for several
// faults of the device.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <regex>

#include "devices/bryant_drum.hpp"
#include "devices/ddc10.hpp"
#include "devices/rp10.hpp"
#include "support/temp_folder.hpp"
#include "system/rom.hpp"
#include "utah10/devices/console_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {
namespace {

using test::kFail;
using test::kPass;

MachineConfig config(const char* timing) {
  MachineConfig c;
  c.timing = timing;
  for (std::uint32_t i = 0; i < 4; ++i) c.memory.push_back({*findMemoryKind("MA10"), i * 16384, 16384, 1, 4});
  return c;
}

ConsoleSpeeds fast() {
  ConsoleSpeeds speeds;
  speeds.tty = 1000;  // to shorten the printing, which would take most of the time
  return speeds;
}

// A machine with a console, a loaded program and a folder for media.
struct Bench {
  explicit Bench(const std::string& program, const char* timing = "srm") : machine{config(timing)} {
    std::filesystem::create_directories(folder);
    console.onPrint([this](char c) { paper += c; });
    test::loadRom(machine, program);
  }
  ~Bench() { std::filesystem::remove_all(folder); }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  void load(MediaSlot& slot, bool readOnly = false) {
    const auto file = folder / std::string(slot.slot());
    ASSERT_TRUE(slot.attach(file, {.create = true}));
    if (!readOnly) return;
    ASSERT_TRUE(slot.detach());
    ASSERT_TRUE(slot.attach(file, {.readOnly = true}));
  }
  // Runs the program; returns the address at which it stops.
  std::uint32_t run() {
    EXPECT_EQ(machine.cpu().run({.until = kPowerOn + seconds(600)}), StopReason::Halt);
    return machine.cpu().pc().bits();
  }
  std::string why() {
    const auto ac = [&](unsigned n) { return machine.cpu().ac(AcNo{n}).bits(); };
    std::ostringstream s;
    s << std::oct << "check " << ac(1) << " at " << ac(4) << " expected " << ac(2) << " found " << ac(3) << "\n"
      << paper;
    return s.str();
  }
  // The printed times, by name.
  std::map<std::string, int> times() const {
    std::map<std::string, int> all;
    const std::regex line{"([A-Z0-9 -]+?) +([0-9]+)\r\n"};
    for (std::sregex_iterator it{paper.begin(), paper.end(), line}, end; it != end; ++it)
      all[(*it)[1]] = std::stoi((*it)[2]);
    return all;
  }

  Machine machine;
  ConsoleSet console{machine, fast()};
  std::filesystem::path folder = test::ownFolder();
  std::string paper;
};

struct DiskBench : Bench {
  explicit DiskBench(const char* timing = "srm") : Bench{"disk", timing} {
    machine.bus().connect(DeviceCode::written(0250), rp);
    for (std::size_t n = 0; n < 3; ++n) load(rp.unit(n), n == 2);
  }
  EventId event = machine.clock().add("power", [this] { rp.powerFailure(); });
  Rp10 rp{machine.clock(), machine.pi(), machine.core(), {.drives = {"RP02", "RP02", "RP02"}}};
};

TEST(DiskDiagnostic, PassesAndMeasures) {
  for (const char* timing : {"srm", "gate"}) {
    DiskBench b{timing};
    EXPECT_EQ(b.run(), kPass) << b.why();
    const auto t = b.times();
    EXPECT_EQ(t.size(), 8u);
    EXPECT_NEAR(t.at("SEEK   1"), 20000, 60);
    EXPECT_NEAR(t.at("SEEK 202"), 80000, 140);
    EXPECT_NEAR(t.at("TURN"), 25000, 60);
  }
}

// A named fault of a device.
template <class B>
struct Way {
  const char* what;
  std::function<void(B&)> breaks;
};

template <class B>
void mustFail(std::initializer_list<Way<B>> ways) {
  for (const Way<B>& way : ways) {
    B b;
    way.breaks(b);
    EXPECT_EQ(b.run(), kFail) << way.what << "\n" << b.paper;
  }
}

TEST(DiskDiagnostic, DetectsFaults) {
  mustFail<DiskBench>(
      {{"a header that cannot be read", [](DiskBench& b) { b.rp.injectError(0, 96, Rp10::Fault::Header, 100); }},
       {"a sector with bad parity",
        [](DiskBench& b) { b.rp.injectError(1, 202 * 200 + 112, Rp10::Fault::SectorParity); }},
       {"a word with bad parity", [](DiskBench& b) { b.rp.injectError(0, 0, Rp10::Fault::WordParity); }},
       {"a drive without a pack", [](DiskBench& b) { ASSERT_TRUE(b.rp.unit(1).detach()); }},
       {"power failure", [](DiskBench& b) { b.machine.clock().after(b.event, milliseconds(500)); }},
       {"a pack that should be protected", [](DiskBench& b) {
          ASSERT_TRUE(b.rp.unit(2).detach());
          b.load(b.rp.unit(2));
        }}});
}

struct DrumBench : Bench {
  explicit DrumBench(const char* timing = "srm", int turns = 30)
      : Bench{"drum", timing}, drm{machine.clock(), machine.pi(), machine.core(), {.turnsPerSecond = turns}} {
    machine.bus().connect(DeviceCode::written(0170), drm);
    load(drm.unit());
  }
  BryantDrum drm;
};

TEST(DrumDiagnostic, PassesAndMeasures) {
  for (const char* timing : {"srm", "gate"}) {
    DrumBench b{timing};
    EXPECT_EQ(b.run(), kPass) << b.why();
    const auto t = b.times();
    EXPECT_EQ(t.size(), 5u);
    EXPECT_NEAR(t.at("TURN"), 33333, 80);
    EXPECT_NEAR(t.at("MEAN"), 18500, 1500);
  }
}

TEST(DrumDiagnostic, DetectsFaults) {
  mustFail<DrumBench>(
      {{"a check field", [](DrumBench& b) { b.drm.injectError(0121 * 18 + 7, BryantDrum::kCheckField); }},
       {"an address mismatch on the way", [](DrumBench& b) { b.drm.injectError(0, BryantDrum::kAddressMismatch, 9); }},
       {"no drum", [](DrumBench& b) { ASSERT_TRUE(b.drm.unit().detach()); }},
       {"a protected drum", [](DrumBench& b) {
          ASSERT_TRUE(b.drm.unit().detach());
          b.load(b.drm.unit(), true);
        }}});
  DrumBench slow{"srm", 29};
  EXPECT_EQ(slow.run(), kFail) << "the drum is too slow";
}

struct DdcBench : Bench {
  explicit DdcBench(const char* timing = "srm", int turns = 30)
      : Bench{"ddc", timing}, ddc{machine.clock(), machine.pi(), machine.core(), {.turnsPerSecond = turns}} {
    machine.bus().connect(DeviceCode::written(0440), ddc);
    for (std::size_t n = 0; n < 2; ++n) load(ddc.unit(n));
  }
  Ddc10 ddc;
};

TEST(DdcDiagnostic, PassesAndMeasures) {
  for (const char* timing : {"srm", "gate"}) {
    DdcBench b{timing};
    EXPECT_EQ(b.run(), kPass) << b.why();
    const auto t = b.times();
    EXPECT_EQ(t.size(), 5u);
    EXPECT_NEAR(t.at("TURN"), 33333, 100);
    EXPECT_NEAR(t.at("MEAN"), 19231, 1500);
  }
}

TEST(DdcDiagnostic, DetectsFaults) {
  mustFail<DdcBench>({{"a checksum", [](DdcBench& b) { b.ddc.injectError(1, 0121 * 52 + 013, 1); }},
                      {"a queue parity error", [](DdcBench& b) { b.ddc.injectError(0, 0, 0400000000000); }},
                      {"an overrun in the queue", [](DdcBench& b) { b.ddc.injectError(0, 030, 2); }},
                      {"one drum only", [](DdcBench& b) { ASSERT_TRUE(b.ddc.unit(1).detach()); }}});
  DdcBench fast{"srm", 31};
  EXPECT_EQ(fast.run(), kFail) << "the drum is too fast";
}

}  // namespace
}  // namespace utah10
