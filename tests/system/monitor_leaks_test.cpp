// After sessions of users the monitor has released all resources: special pages, drum and disk pages, index blocks of
// open files, locked pages, forks, jobs, terminal buffers. Each count in an idle state equals that in the previous idle
// state; the first users may change the counts, because tables grow once to the size needed.
//
// UTAH10_CYCLES=n multiplies the number of sessions by n.
#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::Not;

class MonitorLeaks : public MonitorPack {
 protected:
  // The counts.
  static constexpr const char* kCounts = "SPTC DRMFRE DSKFRE NOF LOKPGS BUGCNT";

  // The commands of a user between LOGIN and LOGOUT on a line.
  static std::string work(int line) {
    return command(line, "COPY <GUEST>READ.ME NEW.TXT") + command(line, "COPY <SUBSYS>STENEX.MAC BIG.MAC") +
           command(line, "APPEND NEW.TXT BIG.MAC") + command(line, "DIRECTORY") + command(line, "SYSTAT") +
           command(line, "RENAME NEW.TXT OLD.TXT") + command(line, "DELETE OLD.TXT") + command(line, "EXPUNGE") +
           type(line, "TYPE BIG.MAC\r") + goesOn("2s") + type(line, "\003") + goesOn("1s") + command(line, "RESET") +
           command(line, "DELETE BIG.MAC");
  }
  // Three users who work at the same time.
  static std::string sessions() {
    std::string s = login(0, "GUEST") + login(1, "SMITH", "LAKE") + login(2, "JONES", "SNOW");
    for (int line = 0; line < 3; ++line) s += work(line);
    for (int line = 0; line < 3; ++line) s += logout(line);
    return s;
  }
  // Waits until files are written back and released disk pages are free.
  static std::string quiet() { return goesOn("100s") + fmt::format("echo counts\nexamine {}\n", kCounts); }

  static std::vector<std::string> countsIn(const std::string& out) {
    std::vector<std::string> counts;
    std::istringstream lines{out};
    for (std::string line; std::getline(lines, line);) {
      if (line == "counts") counts.emplace_back();
      if (!counts.empty() && line.find("/ 0") != std::string::npos) counts.back() += line + "\n";
    }
    return counts;
  }
};

TEST_P(MonitorLeaks, NothingIsLost) {
  const char* more = std::getenv("UTAH10_CYCLES");
  const int cycles = more != nullptr ? std::max(1, std::atoi(more)) : 1;
  std::string script = sessions() + quiet();
  for (int n = 0; n < cycles; ++n) script += sessions();
  const std::vector<std::string> counts = countsIn(session(script + quiet(), Pack::Keep));
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(std::ranges::count(counts[0], '\n'), 6) << counts[0];
  EXPECT_EQ(counts[0], counts[1]);
  EXPECT_THAT(tenexfs("check p.dsk"), Not(::testing::ContainsRegex("note|error")));
}

UTAH10_EVERY_SYSTEM(MonitorLeaks);

}  // namespace
}  // namespace utah10::test
