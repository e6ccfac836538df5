// roms/diag/pager.mac on machines with the pager: it stops at PASS with any number of registers, with and without
// probes, and at FAIL on faulty machines; it measures the number of registers and the cost of a reload.
#include <gtest/gtest.h>

#include <sstream>

#include "system/rom.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {
namespace {

using test::kFail;
using test::kPass;

struct Setting {
  const char* timing;
  const char* memory;
  unsigned registers;
  bool leastRecent;
  bool writeWhenModified;
  bool probed;
};
void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.timing << ' ' << s.memory << ' ' << s.registers << (s.leastRecent ? " lru" : "")
       << (s.writeWhenModified ? " modified" : "") << (s.probed ? " probed" : "");
}

constexpr Setting kSettings[] = {
    {"srm", "MA10", 16, false, false, false},  {"srm", "MA10", 16, false, false, true},
    {"gate", "ideal", 3, false, false, false}, {"srm", "MD10", 54, true, false, true},
    {"srm", "ME10", 5, true, true, false},
};

MachineConfig machineOf(const Setting& s) {
  MachineConfig config;
  config.timing = s.timing;
  for (std::uint32_t i = 0; i < 2; ++i) config.memory.push_back({*findMemoryKind(s.memory), i * 16384, 16384, 1, 4});
  config.pager = PagerConfig{};
  config.pager->registers = s.registers;
  if (s.leastRecent) config.pager->replacement = PagerConfig::Replacement::LeastRecent;
  config.pager->writeWhenModified = s.writeWhenModified;
  return config;
}

struct Rig {
  explicit Rig(const Setting& s = kSettings[0]) : Rig(machineOf(s), s.probed) {}
  Rig(const MachineConfig& config, bool probed) : machine{config} {
    if (probed) machine.cpu().connect(nobody);
    test::loadRom(machine, "pager");
  }
  StopReason run() { return machine.cpu().run({.until = kPowerOn + seconds(60)}); }
  std::uint64_t ac(unsigned n) { return machine.cpu().ac(AcNo{n}).bits(); }
  std::uint32_t pc() { return machine.cpu().pc().bits(); }
  std::string report() {
    std::ostringstream text;
    text << std::oct << "PC " << pc() << ": check " << ac(1) << " at " << ac(4) << " expected " << ac(2) << " found "
         << ac(3);
    return text.str();
  }

  Machine machine;
  Probe nobody;
};

class PagerDiagnostic : public ::testing::TestWithParam<Setting> {};

TEST_P(PagerDiagnostic, StopsAtPass) {
  Rig rig{GetParam()};
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kPass) << rig.report();
  EXPECT_EQ(rig.ac(5), GetParam().registers);
}

INSTANTIATE_TEST_SUITE_P(Machines, PagerDiagnostic, ::testing::ValuesIn(kSettings),
                         [](const auto& test) { return std::to_string(test.index); });

TEST(PagerDiagnostic, RunsWithAndWithoutProbesEndInTheSameState) {
  Rig plain{kSettings[0]};
  Rig probed{kSettings[1]};
  plain.run();
  probed.run();
  EXPECT_EQ(plain.machine.now(), probed.machine.now());
  EXPECT_EQ(plain.machine.save(true), probed.machine.save(true));
}

TEST(PagerDiagnostic, ARunByMemoryCyclesEndsInTheSameState) {
  Rig whole{kSettings[0]};
  Rig stepped{kSettings[0]};
  whole.run();
  stepped.machine.cpu().switches().singleCycle = true;
  StopReason why = StopReason::SingleCycle;
  while (why == StopReason::SingleCycle) why = stepped.machine.cpu().run({.until = kPowerOn + seconds(60)});
  stepped.machine.cpu().switches().singleCycle = false;
  EXPECT_EQ(why, StopReason::Halt);
  EXPECT_EQ(stepped.pc(), kPass) << stepped.report();
  for (std::uint32_t a = 0; a < 0100000; ++a)
    ASSERT_EQ(whole.machine.core().peek(PhysicalAddress{a}), stepped.machine.core().peek(PhysicalAddress{a}))
        << std::oct << a;
}

TEST(PagerDiagnostic, SnapshotsAnywhereMakeNoDifference) {
  const MachineConfig config = machineOf(kSettings[3]);
  Rig whole{config, false};
  whole.run();
  Rig first{config, false};
  std::vector<std::byte> state = first.machine.save(true);
  StopReason why = StopReason::InstructionLimit;
  while (why == StopReason::InstructionLimit) {
    Machine next{config};
    ASSERT_TRUE(next.restore(state));
    why = next.cpu().run({.instructions = 7919, .until = kPowerOn + seconds(60)});
    state = next.save(true);
  }
  EXPECT_EQ(why, StopReason::Halt);
  EXPECT_EQ(whole.pc(), kPass);
  EXPECT_EQ(state, whole.machine.save(true));
}

// Microseconds per reload, measured by the program: loops of 17 references in 10 ticks of the clock.
double reloadTime(const MachineConfig& config) {
  Rig rig{config, false};
  rig.run();
  EXPECT_EQ(rig.pc(), kPass) << rig.report();
  const auto reference = [](std::uint64_t rounds) { return 1e6 / 6 / static_cast<double>(rounds) / 17; };
  return reference(rig.ac(7)) - reference(rig.ac(6));
}

TEST(PagerDiagnostic, MeasuresAReload) {
  // A reload reads a word of the page table and reads and rewrites a core status word. The time of the pager's own
  // logic is not known; the total is at least the two accesses and at most three full cycles.
  MachineConfig config = machineOf({"srm", "ideal", 16, false, false, false});
  const double plain = reloadTime(config);
  std::cout << "a reload takes " << plain << " us, memory .60/.20\n";
  EXPECT_GT(plain, 2 * .60 - .02);
  EXPECT_LT(plain, 3 * .60);
  config.pager->reload = nanoseconds(500);
  EXPECT_NEAR(reloadTime(config) - plain, .5, .03);
  const double core = reloadTime(machineOf(kSettings[0]));
  std::cout << "with MA10 memory " << core << " us\n";
  EXPECT_GT(core, plain);
  EXPECT_LT(core, 4.0);
}

TEST(SpoiledPagerDiagnostic, WithoutAPager) {
  MachineConfig config = machineOf(kSettings[0]);
  config.pager.reset();
  Rig rig{config, false};
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kFail);
}

// A probe that alters a word each time the pager writes it, which the program sees as a hardware fault.
struct Spoiler final : Probe {
  Spoiler(Machine& m, CycleKind which, std::uint64_t bits) : machine(m), kind(which), flip(bits) {}
  void memory(const MemoryRecord& r) override {
    if (r.kind == kind) machine.core().poke(r.physicalAddress, Word36{r.word.bits() ^ flip});
  }
  Machine& machine;
  CycleKind kind;
  std::uint64_t flip;
};

struct Spoiled {
  const char* name;
  CycleKind kind;
  std::uint64_t flip;
};
void PrintTo(const Spoiled& s, std::ostream* out) { *out << s.name; }

class SpoiledPager : public ::testing::TestWithParam<Spoiled> {};

TEST_P(SpoiledPager, StopsAtFail) {
  Rig rig;
  Spoiler spoiler{rig.machine, GetParam().kind, GetParam().flip};
  rig.machine.cpu().connect(spoiler);
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kFail) << rig.report();
  EXPECT_NE(rig.ac(2), rig.ac(3));
}

INSTANTIATE_TEST_SUITE_P(Hardware, SpoiledPager,
                         ::testing::Values(Spoiled{"ModifiedBitOfCoreStatus", CycleKind::CstWrite, 0000400000000},
                                           Spoiled{"AgeOfCoreStatus", CycleKind::CstWrite, 0001000000000},
                                           Spoiled{"SpaceOfTrapStatus", CycleKind::TrapWrite, 0000001000000},
                                           Spoiled{"AddressOfTrapStatus", CycleKind::TrapWrite, 0000000000001}),
                         [](const auto& test) { return std::string{test.param.name}; });

// The user program's result depends on every word of its pages.
TEST(SpoiledPagerDiagnostic, AWordOfTheUsersProgram) {
  Rig rig;
  CoreMemory& core = rig.machine.core();
  constexpr std::uint32_t kFirst = 050000;  // drum page 0
  constexpr std::uint64_t kLiteral = 0123456701234;
  for (std::uint32_t a = kFirst; a < kFirst + 01000; ++a)
    if (core.peek(PhysicalAddress{a}).bits() == kLiteral) core.poke(PhysicalAddress{a}, Word36{kLiteral + 1});
  EXPECT_EQ(rig.run(), StopReason::Halt);
  EXPECT_EQ(rig.pc(), kFail);
}

}  // namespace
}  // namespace utah10
