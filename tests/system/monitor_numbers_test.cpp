// The monitor's calls on numbers, dates, texts and tables: programs of roms/test print PASS.
#include <algorithm>
#include <cstdlib>

#include "monitor_bench.hpp"
#include "support/binary_dir.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorNumbers : public MonitorBench {
 protected:
  // Runs with a pack that has the error texts and a directory for accounts, with wheel and operator enabled (O).
  void passesOnPack(const std::string& program) const {
    for (const std::string& what :
         {std::string{"make p.dsk"}, std::string{"mkdir p.dsk ACCOUNTS"},
          "import p.dsk " + binaryDir() + "/roms/errmes.raw '<SYSTEM>ERROR.MNEMONICS' --form data8"}) {
      const Result r = runProgram(kTenexfs, what);
      ASSERT_EQ(r.code, 0) << what << "\n" << r.err;
    }
    passes(program, {.first = std::string{kJob} + kOperator, .within = "20s", .devices = kDisk});
  }
};

TEST_P(MonitorNumbers, FixedPoint) { passes("numbers", {.within = "20s"}); }
TEST_P(MonitorNumbers, Dates) { passes("dates", {.within = "20s"}); }
TEST_P(MonitorNumbers, FloatingPoint) { passes("float", {.within = "20s"}); }
TEST_P(MonitorNumbers, Tables) { passes("tables", {.within = "20s"}); }
TEST_P(MonitorNumbers, RandomArguments) { passes("numhos", {.within = "20s"}); }
TEST_P(MonitorNumbers, OperatorAndCompatibility) { passes("smalls", {.first = kOperator, .within = "20s"}); }
TEST_P(MonitorNumbers, ErrorTexts) { passesOnPack("errstr"); }
TEST_P(MonitorNumbers, FileOfFacts) { passesOnPack("facts"); }

// Random calls with random arguments: the output is arbitrary, but the system must continue. UTAH10_HOSTILE=n
// multiplies the number of seeds by n.
TEST_P(MonitorNumbers, RandomCallsWithRandomArguments) {
  const char* times = std::getenv("UTAH10_HOSTILE");
  const unsigned seeds = 2 * (times != nullptr ? static_cast<unsigned>(std::max(1, std::atoi(times))) : 1);
  for (unsigned i = 0; i < seeds; ++i) {
    for (const std::string& what :
         {std::string{"make --force p.dsk"},
          "import p.dsk " + binaryDir() + "/roms/errmes.raw '<SYSTEM>ERROR.MNEMONICS' --form data8"}) {
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

UTAH10_EVERY_MONITOR(MonitorNumbers);

}  // namespace
}  // namespace utah10::test
