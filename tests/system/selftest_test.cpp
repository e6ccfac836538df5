// The self-test program of roms/diag on the bare machine, in several configurations.
#include <gtest/gtest.h>

#include "utah10/machine/machine.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10 {
namespace {

void loadSelfTest(Machine& m) {
  const auto image = loadCoreImage(std::string(UTAH10_SOURCE_DIR) + "/roms/diag/selftest.oct");
  ASSERT_TRUE(image) << image.error().text();
  for (const auto& segment : image->segments) m.load(PhysicalAddress{segment.first.bits()}, segment.words);
  m.cpu().setStart(VirtualAddress{01000});
}

struct Setting {
  const char* timing;
  const char* memory;
  std::uint32_t interleave;
  bool probed;
};

void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.timing << ' ' << s.memory << ' ' << s.interleave << (s.probed ? " probed" : "");
}

class SelfTest : public ::testing::TestWithParam<Setting> {};

TEST_P(SelfTest, HaltsAt777) {
  MachineConfig config;
  config.timing = GetParam().timing;
  for (std::uint32_t i = 0; i < 8; ++i)
    config.memory.push_back({*findMemoryKind(GetParam().memory), i * 16384, 16384, GetParam().interleave, 4});
  ASSERT_TRUE(Machine::check(config));
  Machine m{config};
  Probe nobody;
  if (GetParam().probed) m.cpu().connect(nobody);
  loadSelfTest(m);
  EXPECT_EQ(m.cpu().run({.until = kPowerOn + seconds(1)}), StopReason::Halt);
  EXPECT_EQ(m.cpu().pc().bits(), 0777u) << std::oct << "failed at " << m.cpu().pc().bits();
  EXPECT_GE(m.cpu().ac(AcNo{4}).bits(), 6u);  // at least two clock ticks interrupted the BLT; one violation
  EXPECT_EQ(m.cpu().counters().totalTime(), m.now() - kPowerOn);
}

INSTANTIATE_TEST_SUITE_P(Settings, SelfTest,
                         ::testing::Values(Setting{"srm", "MA10", 1, false}, Setting{"srm", "MA10", 1, true},
                                           Setting{"gate", "MA10", 1, false}, Setting{"srm", "MD10", 1, false},
                                           Setting{"srm", "MB10", 4, false}, Setting{"gate", "ideal", 2, true}));

// Stops the machine after every memory cycle and continues: the result must be the same.
TEST(SelfTestCycles, SteppingByMemoryCycleChangesNothing) {
  for (const int cycles : {1, 7, 40, 111, 130}) {
    Machine stepped;
    loadSelfTest(stepped);
    stepped.cpu().switches().singleCycle = true;
    for (int n = 0; n < cycles; ++n) ASSERT_EQ(stepped.cpu().run({}), StopReason::SingleCycle);
    EXPECT_EQ(stepped.cpu().counters().totalCycles(), static_cast<std::uint64_t>(cycles));
    stepped.cpu().switches().singleCycle = false;
    stepped.cpu().run({.instructions = 1});  // finishes the current instruction
    Machine whole;
    loadSelfTest(whole);
    whole.cpu().run({.until = stepped.now()});
    EXPECT_EQ(stepped.now(), whole.now()) << cycles;
    EXPECT_TRUE(stepped.save() == whole.save()) << cycles;
  }
}

}  // namespace
}  // namespace utah10
