// roms/diag/dectap.mac and magtap.mac on a machine with their devices: PASS on good devices, FAIL for several faults;
// and READ IN from both types of tape.
#include <gtest/gtest.h>

#include "devices/td10.hpp"
#include "devices/tm10.hpp"
#include "system/rom.hpp"
#include "utah10/devices/console_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {
namespace {

using test::kFail;
using test::kPass;

MachineConfig smallMachine() {
  MachineConfig config;
  config.memory.push_back({*findMemoryKind("MA10"), 0, 16384, 1, 4});
  return config;
}

ConsoleSpeeds fastPaper() {
  ConsoleSpeeds speeds;
  speeds.tty = 1000;
  return speeds;
}

struct Rig {
  Machine machine{smallMachine()};
  ConsoleSet console{machine, fastPaper()};
  std::string paper;

  Rig() {
    console.onPrint([this](char c) { paper += c; });
  }
  void load(const std::string& program) { test::loadRom(machine, program); }
  StopReason run() { return machine.cpu().run({.until = kPowerOn + seconds(600)}); }
  std::uint64_t ac(unsigned n) { return machine.cpu().ac(AcNo{n}).bits(); }
  std::uint32_t pc() { return machine.cpu().pc().bits(); }
  std::string verdict() {
    char text[100];
    std::snprintf(text, sizeof text, "check %llo at %llo expected %llo found %llo",
                  static_cast<unsigned long long>(ac(1)), static_cast<unsigned long long>(ac(4)),
                  static_cast<unsigned long long>(ac(2)), static_cast<unsigned long long>(ac(3)));
    return text;
  }
};

struct DecTapeRig : Rig {
  Td10 td10;
  explicit DecTapeRig(const Td10Settings& settings = {}) : td10(machine.clock(), machine.pi(), settings) {
    td10.connect(machine.bus());
    td10.unit(0).mount(DecTapeImage{});
    load("dectap");
  }
};

TEST(DecTapeDiagnostic, PassesAndPrintsTimes) {
  DecTapeRig rig;
  rig.td10.unit(1).mount(DecTapeImage{});
  rig.td10.unit(1).setWriteLock(true);
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kPass) << rig.verdict();
  RecordProperty("paper", rig.paper);
  std::cout << rig.paper;
  for (const char* line :
       {"TEN BLOCKS 5", "TURNING ROUND 20", "START TO BLOCK NUMBER 1", "WORD WITHOUT HANDLING 3", "END ZONE 9"})
    EXPECT_NE(rig.paper.find(line), std::string::npos) << line;
  EXPECT_NE(rig.td10.unit(0).tape().word(010, 0).bits(), 0u);
}

TEST(DecTapeDiagnostic, BrokenDrivesFail) {
  {
    DecTapeRig rig;
    rig.td10.unit(0).tape().spoil(021);
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "a worn block";
    EXPECT_EQ(rig.ac(2), 0100000u);
    EXPECT_EQ(rig.ac(3), 0400000u) << "parity error";
  }
  {
    Td10Settings slow;
    slow.times.linesPerSecond = 29000;
    DecTapeRig rig{slow};
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "a slow motor";
    EXPECT_NEAR(static_cast<double>(rig.ac(3)), 550345, 3000);
  }
  {
    DecTapeRig rig;
    rig.td10.unit(0).setWriteLock(true);
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "a write lock on the tape to be written";
  }
  {
    DecTapeRig rig;
    EXPECT_TRUE(rig.td10.unit(0).detach());
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "no tape";
  }
  {
    DecTapeRig rig;
    rig.td10.unit(1).mount(DecTapeImage{});
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "no write lock on transport 1";
  }
}

struct MagTapeRig : Rig {
  Tm10 tm10;
  explicit MagTapeRig(const Tm10Settings& settings = {}) : tm10(machine.clock(), machine.pi(), settings) {
    tm10.connect(machine.bus());
    tm10.unit(0).mount(MagTapeImage{});
    load("magtap");
  }
};

TEST(MagTapeDiagnostic, PassesAndPrintsTimes) {
  MagTapeRig rig;
  rig.tm10.unit(1).mount(MagTapeImage{});
  rig.tm10.unit(1).removeRing();
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kPass) << rig.verdict();
  std::cout << rig.paper;
  for (const char* line : {"TAPE MARK 71", "REWINDING 81", "RECORD FROM REST 29", "RECORD AND GAP 31"})
    EXPECT_NE(rig.paper.find(line), std::string::npos) << line;
}

TEST(MagTapeDiagnostic, BrokenTransportsFail) {
  {
    Tm10Settings fast;
    fast.kind.inchesPerSecond = 75;
    MagTapeRig rig{fast};
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "a motor of the wrong speed";
    EXPECT_LT(rig.ac(3), rig.ac(2));
  }
  {
    Tm10Settings seven;
    seven.sevenTrack = 1;
    MagTapeRig rig{seven};
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "seven tracks";
  }
  {
    MagTapeRig rig;
    rig.tm10.unit(0).removeRing();
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "no write ring";
    EXPECT_EQ(rig.ac(3) ^ rig.ac(2), 010u) << "the write lock is set";
  }
  {
    MagTapeRig rig;
    EXPECT_TRUE(rig.tm10.unit(0).detach());
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "no tape";
  }
  {
    MagTapeRig rig;
    rig.tm10.unit(7).mount(MagTapeImage{});
    rig.run();
    EXPECT_EQ(rig.pc(), kFail) << "a tape on a transport that should be empty";
  }
}

// A bootstrap: the pointer and words for 1 to 17, the last of which is executed. Reading continues into block 1.
TEST(TapeReadIn, DecTape) {
  Rig rig;
  Td10 td10{rig.machine.clock(), rig.machine.pi()};
  td10.connect(rig.machine.bus());
  DecTapeImage tape;
  std::array<Word36, 128> first{};
  std::array<Word36, 128> second{};
  constexpr std::uint32_t kWords = 130;
  first[0] = Word36::halves(01000000 - kWords, 0777);  // 130 words from 1000 on
  for (std::uint32_t n = 1; n < 128; ++n) first[n] = Word36::halves(0, n);
  for (std::uint32_t n = 0; n < 128; ++n) second[n] = Word36::halves(0, 128 + n);
  first[1] = Word36{0201040000123};   // 1000: MOVEI 1,123
  first[2] = Word36{0254200001001};   // 1001: JRST 4,1001
  second[2] = Word36{0254000001000};  // the last: JRST 1000
  tape.write(0, first);
  tape.write(1, second);
  td10.unit(0).mount(std::move(tape));
  rig.machine.cpu().switches().readInDevice = DeviceCode::written(0320);
  EXPECT_EQ(rig.machine.cpu().readIn({.until = kPowerOn + seconds(60)}), StopReason::Halt);
  EXPECT_EQ(rig.pc(), 01001u);
  EXPECT_EQ(rig.ac(1), 0123u);
  EXPECT_EQ(rig.machine.core().peek(PhysicalAddress{01000 + 128}).bits(), 129u);
  EXPECT_EQ(rig.machine.core().peek(PhysicalAddress{01000 + 129}).bits(), 0254000001000u);
  // starting time 150 ms, the rest of the end zone, the buffer, and 1596 + 30 + 3 * 12 lines of blocks
  const std::int64_t lines = 1200 + 21432 - 2250 + 1596 + 30 + 3 * 12;
  EXPECT_NEAR(static_cast<double>(rig.machine.now().time_since_epoch().count()),
              150e6 + static_cast<double>(lines) * 1e9 / 30000, 100e3);
}

TEST(TapeReadIn, MagTape) {
  Rig rig;
  Tm10 tm10{rig.machine.clock(), rig.machine.pi()};
  tm10.connect(rig.machine.bus());
  const std::vector<std::vector<std::uint64_t>> records = {{0777774000777, 0201040000321, 0254200001001},
                                                           {7, 0254000001000, 0, 0, 0}};
  MagTapeImage tape;
  for (const auto& words : records) {
    TapeObject o;
    for (const std::uint64_t w : words)
      for (const int shift : {28, 20, 12, 4, 0})
        o.frames.push_back(static_cast<std::uint8_t>(shift == 0 ? w & 017 : w >> shift));
    tape.write(tape.size(), std::move(o));
  }
  tm10.unit(0).mount(std::move(tape));
  rig.machine.cpu().switches().readInDevice = DeviceCode::written(0340);
  EXPECT_EQ(rig.machine.cpu().readIn({.until = kPowerOn + seconds(60)}), StopReason::Halt);
  EXPECT_EQ(rig.pc(), 01001u);
  EXPECT_EQ(rig.ac(1), 0321u);
  EXPECT_EQ(rig.machine.core().peek(PhysicalAddress{01002}).bits(), 7u);
}

TEST(TapeReadIn, WaitsWithoutATape) {
  Rig rig;
  Td10 td10{rig.machine.clock(), rig.machine.pi()};
  td10.connect(rig.machine.bus());
  rig.machine.cpu().switches().readInDevice = DeviceCode::written(0320);
  EXPECT_EQ(rig.machine.cpu().readIn({.until = kPowerOn + seconds(60)}), StopReason::ReadInWaits);
}

}  // namespace
}  // namespace utah10
