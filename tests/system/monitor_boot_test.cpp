// The monitor comes up, answers on the console, and pages with plenty of core and with little.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using MonitorBoot = MonitorBench;

TEST_P(MonitorBoot, SaysItsNameAndAnswers) {
  const std::string out = boot("run 3s\ntype \"T\"\nrun 2s\n");
  EXPECT_THAT(out, HasSubstr("UTAH10 TENEX "));
  EXPECT_THAT(out, HasSubstr("TENEX IN OPERATION\n"));
  EXPECT_THAT(out, HasSubstr(" UP "));
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
}

TEST_P(MonitorBoot, PagesToTheDrumInLittleCore) {
  const std::string out = boot("run 3s\ntype \"R\"\nrun 60s\n", 7);
  EXPECT_THAT(out, HasSubstr("SUM IS RIGHT"));
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
}

INSTANTIATE_TEST_SUITE_P(Generations, MonitorBoot, ::testing::Values("monitor72", "monitor73"),
                         [](const auto& made) { return std::string{made.param}; });

}  // namespace
}  // namespace utah10::test
