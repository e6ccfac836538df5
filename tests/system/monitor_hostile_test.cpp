// Hostile users: <GUEST>'s program tries to read <SMITH>'s files (roms/test/thief.mac). The program itself examines
// what it obtains; the pack is compared afterwards.
//
// UTAH10_HOSTILE=n multiplies the number of rounds by n.
#include <cstdlib>
#include <sstream>

#include "monitor_bench.hpp"
#include "support/random.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MonitorHostile : public MonitorBench {
 protected:
  // Makes a pack with <SMITH>SECRET.TXT, more than a page of one repeated word.
  void makePack(const std::string& protection) const {
    std::string secret;
    for (int i = 0; i < 600; ++i) secret += "525252123321\n";
    write("secret.oct", secret);
    write("list",
          "mkdir SUBSYS --number 2\nmkdir OPERATOR --password OPERATOR --privileges 400000\n"
          "mkdir GUEST --password GUEST --number 4\nmkdir SMITH --password LAKE\nprotect SMITH 777760\n"
          "import list <GUEST>VERSE.TXT\nimport list <SMITH>OPEN.TXT\n"
          "import secret.oct <SMITH>SECRET.TXT --form octal --protection " +
              protection + "\n");
    tenexfs("make p.dsk");
    tenexfs("do p.dsk list");
  }
  std::string steals(unsigned rounds, std::uint64_t seed) const {
    return bootWith("thief",
                    fmt::format("expect \"OPERATION\" within 20s\nrun 2s\ndeposit 500020 {:o}\ndeposit 500021 {:o}\n"
                                "type \"G\"\nexpect \"HALTED AT\" within {}s\nrun 40s\nexamine BUGCNT\n",
                                seed, rounds, 60 + rounds * 4),
                    16, 0500, kDisk);
  }
  void randomCalls(std::uint64_t seed) const {
    SCOPED_TRACE(fmt::format("seed {:o}", seed));
    makePack("770000");
    const std::string before = tenexfs("export p.dsk '<SMITH>SECRET.TXT' --form octal");
    const std::string go = "type \"G\"\nexpect \"HALTED AT\" within 100s\n";
    const std::string out =
        bootWith("hostil",
                 fmt::format("expect \"OPERATION\" within 20s\nrun 2s\ndeposit 500020 {:o}\n", seed) + go +
                     "run 40s\nexamine BUGCNT\ncounters\n",
                 16, 0500, kDisk);
    EXPECT_THAT(out, HasSubstr("PASS\n"));
    EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
    EXPECT_GT(instructionsIn(out), 10'000'000U);
    EXPECT_THAT(tenexfs("check p.dsk"), Not(HasSubstr("error")));
    EXPECT_EQ(tenexfs("export p.dsk '<SMITH>SECRET.TXT' --form octal"), before);
  }
  // The number of instructions in the output of `counters`.
  static std::uint64_t instructionsIn(const std::string& out) {
    std::uint64_t sum = 0;
    std::istringstream lines{out};
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("instruction ")) sum += std::stoull(line.substr(line.rfind(' ') + 1));
    return sum;
  }
};

// The program can read unprotected files.
TEST_P(MonitorHostile, ThiefReadsUnprotectedFiles) {
  makePack("777777");
  const std::string out = steals(10, 0123456701234);
  EXPECT_THAT(out, HasSubstr("STOLEN"));
}

TEST_P(MonitorHostile, ThiefGetsNothingProtected) {
  const char* more = std::getenv("UTAH10_HOSTILE");
  const unsigned rounds = 25 * (more != nullptr ? static_cast<unsigned>(std::atoi(more)) : 1);
  Random random;
  const std::uint64_t seed = random.below(1ULL << 35) | 1;
  SCOPED_TRACE(fmt::format("seed {:o}", seed));
  makePack("770000");
  const std::string before = tenexfs("export p.dsk '<SMITH>SECRET.TXT' --form octal");
  const std::string out = steals(rounds, seed);
  EXPECT_THAT(out, HasSubstr("PASS\n"));
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
  EXPECT_THAT(tenexfs("check p.dsk"), Not(HasSubstr("error")));
  EXPECT_EQ(tenexfs("export p.dsk '<SMITH>SECRET.TXT' --form octal"), before);
}

// Random calls with random arguments, random instructions, chains and bombs of forks (roms/test/hostil.mac), on a
// system with a disk and files: ten million instructions.
TEST_P(MonitorHostile, RandomCallsDoNoHarmToFiles) {
  Random random;
  randomCalls(random.below(1ULL << 35) | 1);
}

// A former error: two forks got the same number, and the fork tree became a cycle.
TEST_P(MonitorHostile, ForkNumbersAreUnique) { randomCalls(GetParam()[8] == '2' ? 0126636330165 : 0117247301771); }

UTAH10_EVERY_MONITOR(MonitorHostile);

}  // namespace
}  // namespace utah10::test
