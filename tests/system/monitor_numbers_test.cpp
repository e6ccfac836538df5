// The monitor's calls on numbers, dates, texts and tables: programs of roms/test say PASS.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kTenexfs = UTAH10_BINARY_DIR "/tenexfs";

class MonitorNumbers : public MonitorBench {
 protected:
  void passes(const std::string& program, const std::string& commands = {}, const std::string& more = {}) const {
    const std::string out = bootWith(
        program, "run 3s\n" + commands + "type \"G\"\nexpect \"HALTED AT\" within 20s\nexamine BUGCNT\n", 16, 0500,
        more);
    EXPECT_THAT(out, HasSubstr("PASS\n"));
    EXPECT_THAT(out, Not(HasSubstr("FAIL")));
    EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
  }
  // The same with a pack that has the texts of errors and a directory for accounts, wheel and operator enabled (O).
  void passesOnPack(const std::string& program) const {
    for (const char* what : {"make p.dsk", "mkdir p.dsk ACCOUNTS",
                             "import p.dsk " UTAH10_BINARY_DIR "/roms/errmes.raw '<SYSTEM>ERROR.MNEMONICS' --form data8"}) {
      const Result r = runProgram(kTenexfs, what);
      ASSERT_EQ(r.code, 0) << what << "\n" << r.err;
    }
    passes(program, "type \"\\003\"\nrun 1s\ntype \"O\"\nrun 1s\n",
           "[[disk]]\nunit = 0\ntype = \"RP02\"\nfile = \"p.dsk\"\n");
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

INSTANTIATE_TEST_SUITE_P(Generations, MonitorNumbers, ::testing::Values("monitor72", "monitor73"),
                         [](const auto& made) { return std::string{made.param}; });

}  // namespace
}  // namespace utah10::test
