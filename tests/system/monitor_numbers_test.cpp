// The monitor's calls on numbers, dates, texts and tables: programs of roms/test say PASS.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorNumbers : public MonitorBench {
 protected:
  void passes(const std::string& program, const std::string& commands = {}) const {
    const std::string out =
        bootWith(program, "run 3s\n" + commands + "type \"G\"\nexpect \"HALTED AT\" within 20s\nexamine BUGCNT\n");
    EXPECT_THAT(out, HasSubstr("PASS\n"));
    EXPECT_THAT(out, Not(HasSubstr("FAIL")));
    EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
  }
};

TEST_P(MonitorNumbers, FixedPoint) { passes("numbers"); }
TEST_P(MonitorNumbers, Dates) { passes("dates"); }
TEST_P(MonitorNumbers, FloatingPoint) { passes("float"); }
TEST_P(MonitorNumbers, Tables) { passes("tables"); }

INSTANTIATE_TEST_SUITE_P(Generations, MonitorNumbers, ::testing::Values("monitor72", "monitor73"),
                         [](const auto& made) { return std::string{made.param}; });

}  // namespace
}  // namespace utah10::test
