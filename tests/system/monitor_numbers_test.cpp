// The monitor's calls on numbers, dates, texts and tables: programs of roms/test say PASS.
#include <algorithm>
#include <cstdlib>

#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorNumbers : public MonitorBench {
 protected:
  void passes(const std::string& program, const std::string& commands = {}, const std::string& more = {}) const {
    const std::string out =
        bootWith(program, "run 3s\n" + commands + "type \"G\"\nexpect \"HALTED AT\" within 20s\nexamine BUGCNT\n", 16,
                 0500, more);
    EXPECT_THAT(out, HasSubstr("PASS\n"));
    EXPECT_THAT(out, Not(HasSubstr("FAIL")));
    EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
  }
  // The same with a pack that has the texts of errors and a directory for accounts, wheel and operator enabled (O).
  void passesOnPack(const std::string& program) const {
    for (const char* what :
         {"make p.dsk", "mkdir p.dsk ACCOUNTS",
          "import p.dsk " UTAH10_BINARY_DIR "/roms/errmes.raw '<SYSTEM>ERROR.MNEMONICS' --form data8"}) {
      const Result r = runProgram(kTenexfs, what);
      ASSERT_EQ(r.code, 0) << what << "\n" << r.err;
    }
    passes(program, "type \"\\003\"\nrun 1s\ntype \"O\"\nrun 1s\n", kDisk);
  }
};

TEST_P(MonitorNumbers, FixedPoint) { passes("numbers"); }
TEST_P(MonitorNumbers, Dates) { passes("dates"); }
TEST_P(MonitorNumbers, FloatingPoint) { passes("float"); }
TEST_P(MonitorNumbers, Tables) { passes("tables"); }
TEST_P(MonitorNumbers, WhateverArguments) { passes("numhos"); }
TEST_P(MonitorNumbers, OperatorAndCompatibility) { passes("smalls", "type \"O\"\nrun 1s\n"); }
TEST_P(MonitorNumbers, TextsOfErrors) { passesOnPack("errstr"); }
TEST_P(MonitorNumbers, FileOfFacts) { passesOnPack("facts"); }

// Any call with any arguments, by chance: what it prints may be anything, but the system goes on. UTAH10_HOSTILE=n
// makes n times as many seeds.
TEST_P(MonitorNumbers, AnyCallAnyArguments) {
  const char* times = std::getenv("UTAH10_HOSTILE");
  const unsigned seeds = 2 * (times != nullptr ? static_cast<unsigned>(std::max(1, std::atoi(times))) : 1);
  for (unsigned i = 0; i < seeds; ++i) {
    for (const char* what : {"make --force p.dsk", "import p.dsk " UTAH10_BINARY_DIR
                                                   "/roms/errmes.raw '<SYSTEM>ERROR.MNEMONICS' --form data8"}) {
      const Result r = runProgram(kTenexfs, what);
      ASSERT_EQ(r.code, 0) << what << "\n" << r.err;
    }
    const std::uint64_t seed = (0123456701234 + i * 0271202712027ULL) & 0377777777777ULL;
    const std::string out = bootWith("anycal",
                                     fmt::format("run 4s\ndeposit 500020 {:o}\ntype \"\\003\"\nrun 1s\ntype \"G\"\n"
                                                 "expect \"PASS\" within 60s\nrun 3s\nexamine BUGCNT\n",
                                                 seed),
                                     16, 0500, kDisk);
    EXPECT_THAT(out, HasSubstr("PASS")) << fmt::format("seed {:o}", seed);
    EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n")) << fmt::format("seed {:o}", seed);
  }
}

INSTANTIATE_TEST_SUITE_P(Generations, MonitorNumbers, ::testing::Values("monitor72", "monitor73"),
                         [](const auto& made) { return std::string{made.param}; });

}  // namespace
}  // namespace utah10::test
