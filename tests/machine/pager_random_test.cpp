// The pager compared with the plain reference: a million references over random tables, observed from outside.
//
// After every instruction the accumulator or the trap's words, PC, flags, the core status words and the complete list
// of the pager's own memory cycles must equal the reference's; occasionally all of core is compared.
#include <gtest/gtest.h>

#include <iomanip>
#include <iostream>

#include "pager_world.hpp"

namespace utah10::test {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t kReferences = 100'000;
#else
constexpr std::uint64_t kReferences = 1'000'000;
#endif

std::uint64_t references() { return environmentNumber("UTAH10_CASES", kReferences); }

PagerConfig configOf(std::uint64_t n) {
  constexpr unsigned kRegisters[] = {16, 1, 2, 5, 54, 16, 8};
  PagerConfig config;
  config.registers = kRegisters[n % std::size(kRegisters)];
  config.replacement = n % 3 == 1 ? PagerConfig::Replacement::LeastRecent : PagerConfig::Replacement::RoundRobin;
  config.writeWhenModified = n % 5 == 3;
  return config;
}

void print(const PagerStatistics& s) {
  std::cout << s.references << " references: user " << s.spaces[0] << ", monitor " << s.spaces[1] << "; R "
            << s.kinds[0] << ", W " << s.kinds[1] << ", RMW " << s.kinds[2] << ", X " << s.kinds[3] << "; hits "
            << s.hits << ", real " << s.real << '\n';
  for (std::size_t tables = 0; tables < s.walks.size(); ++tables)
    std::cout << "  " << tables << " tables: private " << s.walks[tables][0] << ", shared " << s.walks[tables][1]
              << '\n';
  for (const auto& [cause, count] : s.traps)
    std::cout << "  trap group " << cause.first << " bit " << cause.second << ": " << count << '\n';
}

// Every cause that the hardware can report.
void expectAllSeen(const PagerStatistics& s) {
  const auto expect = [&s](unsigned group, std::initializer_list<unsigned> causes) {
    for (const unsigned cause : causes) EXPECT_GT(s.traps.count({group, cause}), 0u) << group << " bit " << cause;
  };
  expect(0, {2, 3, 4, 5});
  expect(1, {3, 4, 5, 6, 7, 8});
  expect(2, {2, 3, 4, 5, 6, 7, 8});
  expect(3, {2, 3, 4, 5, 6, 7, 8});
  for (const auto& by : s.walks)
    for (const auto n : by) EXPECT_GT(n, 0u);
  for (const auto n : s.kinds) EXPECT_GT(n, 0u);
  EXPECT_GT(s.hits, s.references / 20);
  EXPECT_GT(s.real, 0u);
}

TEST(PagerDifferential, RandomReferencesOverRandomTables) {
  Random random;
  PagerStatistics statistics;
  const std::uint64_t all = references();
  const std::uint64_t each = std::max<std::uint64_t>(all / 42, 200);  // of one configuration
  for (std::uint64_t n = 0; statistics.references < all && !::testing::Test::HasFailure(); ++n) {
    PagerWorld world{random, configOf(n), statistics};
    const std::uint64_t until = statistics.references + each;
    for (std::uint64_t k = 0; statistics.references < until && !::testing::Test::HasFailure(); ++k) {
      EXPECT_EQ(world.step(), "") << "configuration " << n << ", instruction " << k;
      if (k % 4096 != 0) continue;
      EXPECT_EQ(world.compareAll(), "") << "configuration " << n << ", instruction " << k;
    }
    EXPECT_EQ(world.compareAll(), "") << "configuration " << n;
  }
  print(statistics);
  if (all >= 20'000 && !::testing::Test::HasFailure()) expectAllSeen(statistics);
}

}  // namespace
}  // namespace utah10::test
