// Programs of roms/test on forks, maps and pseudo-interrupts print PASS and release all resources.
#include <regex>

#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorForks : public MonitorBench {
 protected:
  // Runs the program several times, so that leftovers of a run affect the next. Special pages and drum pages are
  // counted after each; the first run may need additional pages of the monitor.
  void passes(const std::string& program, const std::string& time, unsigned modules = 16,
              std::uint32_t firstPage = 0500) const {
    const std::string go = "type \"G\"\nexpect \"HALTED AT\" within " + time + "\nrun 2s\n";
    const std::string counts = "examine SPTC DRMFRE FREJOB BUGCNT\n";
    const std::string out = bootWith(program, "run 3s\n" + go + go + counts + go + counts, modules, firstPage);
    if (program != "hostil") {  // whose hostile forks may print anything
      EXPECT_THAT(out, Not(HasSubstr("FAIL")));
    }
    EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
    const std::regex passed{
        "PASS\nHALTED AT [0-7]+\n[^]*?SPTC/ ([0-7]+)\n[^]*?DRMFRE/ ([0-7]+)\n"
        "[^]*?BUGCNT/ 000000000000\n"};
    std::vector<std::string> left;
    for (std::sregex_iterator i{out.begin(), out.end(), passed}, end; i != end; ++i)
      left.push_back((*i)[1].str() + ' ' + (*i)[2].str());
    ASSERT_EQ(left.size(), 2u) << out;
    EXPECT_EQ(left[0], left[1]);
  }
};

TEST_P(MonitorForks, ForkCalls) { passes("forks", "10s"); }
TEST_P(MonitorForks, PseudoInterrupts) { passes("psi", "10s"); }
TEST_P(MonitorForks, Maps) { passes("maps", "10s"); }
TEST_P(MonitorForks, Charges) { passes("charge", "10s"); }
TEST_P(MonitorForks, HostileProgramDoesNoHarm) { passes("hostil", "100s"); }
TEST_P(MonitorForks, HostileProgramInLittleCore) { passes("hostil", "150s", 8, 0340); }
// With so little core seven forks need minutes to fill the drum.
TEST_P(MonitorForks, DrumFull) { passes("drumfl", "400s", 8, 0340); }

// FKINT's request to log out (FILGO), set by a deposit in the first fork of a second job; the NCP of 1973 belongs to
// the first job.
TEST_P(MonitorForks, EndedJobReleasesAllResources) {
  const bool later = std::string_view{GetParam()} != "monitor72";
  const std::string counts = "examine SPTC FREJOB\n";
  const std::string out = boot("run 3s\n" + counts + "type tty0 \"\\003\"\nrun 3s\ntype tty0 \"R\"\nrun 3s\n" + counts +
                                   "examine JOBRT+1\ndeposit FKINT+" + (later ? "2" : "1") + " 400400,,0\nrun 4s\n" +
                                   counts + "examine JOBRT+1\n",
                               16, "[dc10]\nlines = 1\n");
  const std::regex count{"SPTC/ ([0-7]+)\n[^]*?FREJOB/ ([0-7]+)\n"};
  std::vector<std::string> seen;
  for (std::sregex_iterator i{out.begin(), out.end(), count}, end; i != end; ++i)
    seen.push_back((*i)[1].str() + ' ' + (*i)[2].str());
  ASSERT_EQ(seen.size(), 3u) << out;
  EXPECT_NE(seen[0], seen[1]);
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_THAT(out, ::testing::EndsWith("JOBRT+1/ 777777777777\n"));
}

UTAH10_EVERY_MONITOR(MonitorForks);

}  // namespace
}  // namespace utah10::test
