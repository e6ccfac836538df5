// The diagnostics of roms/diag, assembled and linked with the project's own tools, on several machines: each must stop
// at PASS, and at FAIL if a value that it expects is altered.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <regex>

#include "machine/csv.hpp"
#include "system/rom.hpp"
#include "utah10/devices/console_set.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/machine/timing_profile.hpp"

namespace utah10 {
namespace {

using test::kFail;
using test::kPass;

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

// A machine with a console and a loaded program, ready to start.
struct Rig {
  explicit Rig(const std::string& program, const Setting& setting = kSettings[0], const ConsoleSpeeds& speeds = {})
      : machine{machineOf(setting)}, console{machine, speeds} {
    if (setting.probed) machine.cpu().connect(nobody);
    start = test::loadRom(machine, program);
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
                         ::testing::Combine(::testing::ValuesIn(kPrograms), ::testing::ValuesIn(kSettings)),
                         [](const auto& test) {
                           return std::string{std::get<0>(test.param)} +
                                  std::to_string(test.index % std::size(kSettings));
                         });

// The comparison of a check, as assembled by the macro SAME: CAME AC,value; JRST to JSR, check,,AC and place,,value.
struct Check {
  std::uint32_t at = 0;
  std::uint32_t report = 0;
};

std::optional<Check> firstCheck(Rig& rig) {
  const CoreMemory& core = rig.machine.core();
  for (std::uint32_t at = rig.start.bits(); at < 077777; ++at) {
    const Instruction jump{core.peek(PhysicalAddress{at + 1})};
    const bool compared = mnemonicOf(Instruction{core.peek(PhysicalAddress{at})}) == "CAME";
    if (!compared || jump != Instruction::of(kOpcodeOf<Group::Jrst>).withY(jump.y())) continue;
    const std::uint32_t target = jump.y().bits();
    if (mnemonicOf(Instruction{core.peek(PhysicalAddress{target})}) == "JSR") return Check{at, target};
  }
  return std::nullopt;
}

class SpoiledDiagnostic : public ::testing::TestWithParam<const char*> {};

TEST_P(SpoiledDiagnostic, StopsAtFailAndIdentifiesTheCheck) {
  Rig rig{GetParam()};
  const auto check = firstCheck(rig);
  ASSERT_TRUE(check);
  CoreMemory& core = rig.machine.core();
  constexpr std::uint32_t kFree = 077777;
  const Word36 wrong{0765432101234};
  core.poke(PhysicalAddress{kFree}, wrong);  // a separate value, because literals are shared
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

INSTANTIATE_TEST_SUITE_P(Programs, SpoiledDiagnostic, ::testing::ValuesIn(kPrograms),
                         [](const auto& test) { return std::string{test.param}; });

// The times that timer.mac prints under the conditions of the timing table, with memory that is never busy.
std::map<std::string, int> measuredHundredths(const char* timing) {
  ConsoleSpeeds speeds;
  speeds.tty = 1000;  // to shorten the printing, which would take most of the time
  Rig rig{"timer", {timing, "ideal", 1, false}, speeds};
  std::string paper;
  rig.console.onPrint([&paper](char c) { paper += c; });
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kPass);
  std::map<std::string, int> times;
  const std::regex line{"([A-Z0-9@]+) +([0-9]+)\\.([0-9][0-9])\r\n"};
  for (std::sregex_iterator it{paper.begin(), paper.end(), line}, end; it != end; ++it)
    times[(*it)[1]] = std::stoi((*it)[2]) * 100 + std::stoi((*it)[3]);
  return times;
}

// Items whose name is not that of a row, or that include loops or more address calculation: the row, and the additional
// time computed from its terms.
struct Extra {
  std::string row;
  double us = 0;
};
const std::map<std::string, Extra>& extras() {
  static const std::map<std::string, Extra> all = {
      {"MOVEX", {"MOVE", .28}},
      {"MOVE@", {"MOVE", .17 + .60 + .17 + .09}},
      {"BLT", {"BLT", 1.05 + .93 + .50}},
      {"LSH8", {"LSH", 8 * .15}},
      {"ROT20", {"ROT", 20 * .15}},
      {"ASHC5", {"ASHC", 5 * .15}},
      {"JFFO9", {"JFFO", 9 * .19}},
      {"FMP", {"FMP", .13}},
      {"LDB6", {"LDB", 6 * .15}},
      {"LDB7", {"LDB", (29 + 7) * .15}},
      {"ILDB0", {"ILDB", 0}},
      {"DPB6", {"DPB", 6 * .15}},
  };
  return all;
}

TEST(DiagnosticTimer, AgreesWithTheTimingTable) {
  std::map<std::string, double> base;
  for (const auto& row : test::readCsv("ka10_timing.csv")) base[row.at("mnemonic")] = std::stod(row.at("base_us"));
  const auto measured = measuredHundredths("srm");
  EXPECT_EQ(measured.size(), 45u);
  for (const auto& [name, hundredths] : measured) {
    const auto extra = extras().find(name);
    const Extra e = extra != extras().end() ? extra->second : Extra{name};
    ASSERT_TRUE(base.contains(e.row)) << name;
    EXPECT_NEAR(hundredths / 100.0, base.at(e.row) + e.us, .0101) << name;  // the resolution of timer.mac
  }
}

TEST(DiagnosticTimer, DistinguishesTheTimingProfiles) {
  const auto gate = measuredHundredths("gate");
  ASSERT_EQ(gate.size(), 45u);
  const auto steps = [](Duration step, int n) { return static_cast<int>((step * n).count() / 10); };
  const TimingProfile& profile = TimingProfile::gate();
  // The difference depends only on the number of steps; each time is accurate to a hundredth.
  EXPECT_NEAR(gate.at("ROT20") - gate.at("LSH8"), steps(profile.shiftStep, 12), 2);
  EXPECT_NEAR(gate.at("LDB7") - gate.at("LDB6"), steps(profile.byteStep, 30), 2);
  EXPECT_LT(gate.at("MOVE"), 231);
}

}  // namespace
}  // namespace utah10
