// The random numbers of the computing programs: uniform from -1 to 1, so that their matrices and points are of size 1.
#include <gtest/gtest.h>

#include <cmath>

#include "system/rom.hpp"
#include "trace/symbol_files.hpp"

namespace utah10::test {
namespace {

// A KA10's floating point number: excess-200 exponent, 27 bits of fraction.
double numberOf(Word36 w) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 35;
  const bool negative = (w.bits() & kSign) != 0;
  const std::uint64_t bits = negative ? 2 * kSign - w.bits() : w.bits();
  const int exponent = static_cast<int>(bits >> 27) - 128;
  const double size = std::ldexp(static_cast<double>(bits & 0777777777), exponent - 27);
  return negative ? -size : size;
}

class RandomNumbers : public ::testing::TestWithParam<const char*> {};

TEST_P(RandomNumbers, AreUniformFromMinus1To1) {
  constexpr unsigned kNumbers = 10'000;
  constexpr std::uint32_t kCall = 070000, kStack = 071000;  // behind the program
  Machine machine{{.memory = {{*findMemoryKind("MA10"), 0, 65536, 1, 4}}, .pager = {}}};
  const std::string program = std::string{"subsys/"} + GetParam();
  loadProgram(machine, program + ".SAV");
  const auto symbols = loadSymbols(binaryDir() + "/roms/" + program + ".debug");
  ASSERT_TRUE(symbols) << symbols.error().text();
  const Word36 calls[] = {Word36{0260740000000 | symbols->map.value("RANDOM")->bits()},  // PUSHJ P,
                          Word36{0254200000000}};                                        // HALT
  machine.load(PhysicalAddress{kCall}, calls);
  const Word36 seed[] = {Word36{1234567}};
  machine.load(PhysicalAddress{static_cast<std::uint32_t>(symbols->map.value("SEED")->bits())}, seed);
  double least = 2, most = -2, sum = 0;
  for (unsigned n = 0; n < kNumbers; ++n) {
    machine.cpu().setAc(AcNo{017}, Word36{kStack});
    machine.cpu().setStart(VirtualAddress{kCall});
    ASSERT_EQ(machine.cpu().run({.until = machine.now() + seconds(1)}), StopReason::Halt);
    const double number = numberOf(machine.cpu().ac(AcNo{1}));
    least = std::min(least, number);
    most = std::max(most, number);
    sum += number;
  }
  EXPECT_GE(least, -1);
  EXPECT_LT(least, -0.99);
  EXPECT_GT(most, 0.99);
  EXPECT_LT(most, 1);
  EXPECT_NEAR(sum / kNumbers, 0, 4 / std::sqrt(3. * kNumbers)) << "four standard deviations";
}

INSTANTIATE_TEST_SUITE_P(Programs, RandomNumbers, ::testing::Values("COMPUT", "FFT"));

}  // namespace
}  // namespace utah10::test
