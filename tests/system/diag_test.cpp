// The diagnostics of roms/diag, assembled and linked by our own tools, on several machines: each must stop at PASS, and
// at FAIL when something it expects is spoiled.
#include <gtest/gtest.h>

#include <optional>

#include "utah10/devices/console_set.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10 {
namespace {

constexpr std::uint32_t kPass = 0140;  // roms/diag/diaglib.mac
constexpr std::uint32_t kFail = 0141;

struct Setting {
  const char* timing;
  const char* memory;
  std::uint32_t interleave;
  bool probed;
};

constexpr Setting kSettings[] = {{"srm", "MA10", 1, false}, {"srm", "MA10", 1, true},  {"gate", "MA10", 1, false},
                                 {"srm", "MD10", 1, false}, {"srm", "MB10", 4, false}, {"gate", "ideal", 2, true}};
constexpr const char* kPrograms[] = {"basic", "arith", "float", "bytes", "blt", "pi", "uuo", "user"};

void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.timing << ' ' << s.memory << ' ' << s.interleave << (s.probed ? " probed" : "");
}

MachineConfig machineOf(const Setting& s) {
  MachineConfig config;
  config.timing = s.timing;
  for (std::uint32_t i = 0; i < 8; ++i)
    config.memory.push_back({*findMemoryKind(s.memory), i * 16384, 16384, s.interleave, 4});
  return config;
}

// A machine with its console and a program in it, ready to start.
struct Rig {
  explicit Rig(const std::string& program, const Setting& setting = kSettings[0])
      : machine{machineOf(setting)}, console{machine} {
    if (setting.probed) machine.cpu().connect(nobody);
    const auto image = loadCoreImage(std::string{UTAH10_BINARY_DIR} + "/roms/" + program + ".sav");
    if (!image) throw std::runtime_error(image.error().text());
    for (const auto& s : image->segments) machine.load(PhysicalAddress{s.first.bits()}, s.words);
    start = image->startAddress().value();
    machine.cpu().setStart(start);
  }

  StopReason run() { return machine.cpu().run({.until = kPowerOn + seconds(600)}); }
  std::uint64_t ac(unsigned n) { return machine.cpu().ac(AcNo{n}).bits(); }
  std::uint32_t pc() { return machine.cpu().pc().bits(); }

  Machine machine;
  ConsoleSet console;
  Probe nobody;
  VirtualAddress start;
};

class Diagnostic : public ::testing::TestWithParam<std::tuple<const char*, Setting>> {};

TEST_P(Diagnostic, StopsAtPass) {
  Rig rig{std::get<0>(GetParam()), std::get<1>(GetParam())};
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kPass) << std::oct << "check " << rig.ac(1) << " at " << rig.ac(4) << " expected " << rig.ac(2)
                             << " found " << rig.ac(3);
}

INSTANTIATE_TEST_SUITE_P(Programs, Diagnostic,
                         ::testing::Combine(::testing::ValuesIn(kPrograms), ::testing::ValuesIn(kSettings)));

// The compare of a check, as SAME assembles it: CAME AC,value; JRST to JSR, check,,AC and place,,value.
struct Check {
  std::uint32_t at = 0;
  std::uint32_t report = 0;
};

std::optional<Check> firstCheck(Rig& rig) {
  const CoreMemory& core = rig.machine.core();
  for (std::uint32_t at = rig.start.bits(); at < 077777; ++at) {
    const Word36 jump = core.peek(PhysicalAddress{at + 1});
    if ((core.peek(PhysicalAddress{at}).bits() >> 27) != 0312 || (jump.bits() >> 18) != 0254000) continue;
    const auto target = static_cast<std::uint32_t>(jump.right().bits());
    if ((core.peek(PhysicalAddress{target}).bits() >> 27) == 0264) return Check{at, target};
  }
  return std::nullopt;
}

class SpoiledDiagnostic : public ::testing::TestWithParam<const char*> {};

TEST_P(SpoiledDiagnostic, StopsAtFailAndSaysWhy) {
  Rig rig{GetParam()};
  const auto check = firstCheck(rig);
  ASSERT_TRUE(check);
  CoreMemory& core = rig.machine.core();
  constexpr std::uint32_t kFree = 077777;
  const Word36 wrong{0765432101234};
  core.poke(PhysicalAddress{kFree}, wrong);  // a value of its own: literals are shared
  const auto redirect = [&](std::uint32_t at) {
    const Word36 w = core.peek(PhysicalAddress{at});
    core.poke(PhysicalAddress{at}, Word36{(w.bits() & 0777777000000) | kFree});
  };
  redirect(check->at);
  redirect(check->report + 2);
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kFail);
  EXPECT_EQ(rig.ac(1), core.peek(PhysicalAddress{check->report + 1}).bits() >> 18);
  EXPECT_EQ(rig.ac(2), wrong.bits());
  EXPECT_NE(rig.ac(3), wrong.bits());
  EXPECT_EQ(rig.ac(4), check->at + 1);
}

INSTANTIATE_TEST_SUITE_P(Programs, SpoiledDiagnostic, ::testing::ValuesIn(kPrograms));

}  // namespace
}  // namespace utah10
