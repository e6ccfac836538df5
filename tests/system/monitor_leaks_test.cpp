// Users come and go, and the monitor has afterwards what it had before: special pages, drum and disk, index blocks of
// open files, locked pages, forks, jobs, terminal buffers. At a quiet moment each count is what it was when it was
// quiet before; the first users may leave more than they found, as tables grow to what is needed once.
//
// UTAH10_CYCLES=n makes n times as many sessions.
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
  // What is counted.
  static constexpr const char* kCounts = "SPTC DRMFRE DSKFRE NOF LOKPGS BUGCNT";

  // What users do between LOGIN and LOGOUT, on the line.
  static std::string work(int line) {
    return command(line, "COPY <GUEST>READ.ME NEW.TXT") + command(line, "COPY <SUBSYS>STENEX.MAC BIG.MAC") +
           command(line, "APPEND NEW.TXT BIG.MAC") + command(line, "DIRECTORY") + command(line, "SYSTAT") +
           command(line, "RENAME NEW.TXT OLD.TXT") + command(line, "DELETE OLD.TXT") + command(line, "EXPUNGE") +
           type(line, "TYPE BIG.MAC\r") + goesOn("2s") + type(line, "\003") + goesOn("1s") + command(line, "RESET") +
           command(line, "DELETE BIG.MAC");
  }
  // Three who work at once.
  static std::string sessions() {
    std::string s = login(0, "GUEST") + login(1, "SMITH", "LAKE") + login(2, "JONES", "SNOW");
    for (int line = 0; line < 3; ++line) s += work(line);
    for (int line = 0; line < 3; ++line) s += logout(line);
    return s;
  }
  // Until files are written back and the disk's pages that were given back are free.
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

UTAH10_BOTH_SYSTEMS(MonitorLeaks);

}  // namespace
}  // namespace utah10::test
