// Users, jobs, directories and file descriptors: the programs of roms/test under the monitor, on a pack with users.
#include <regex>

#include "monitor_bench.hpp"
#include "support/random.hpp"

namespace utah10::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class MonitorJobs : public MonitorBench {
 protected:
  void makePack() const {
    tenexfs("make p.dsk");
    tenexfs("mkdir p.dsk SMITH --password SECRET");
    tenexfs("mkdir p.dsk JONES --password MONEY");
  }
  void passesOnPack(const std::string& program, const std::string& within, const std::string& first = {}) const {
    passes(program, {.first = first, .within = within, .then = "run 50s\n", .devices = kDisk});
    tenexfs("check p.dsk");
  }
};

TEST_P(MonitorJobs, Login) {
  makePack();
  passesOnPack("login", "20s");
}

TEST_P(MonitorJobs, Directories) {
  makePack();
  passesOnPack("dirs", "40s", kOperator);
  EXPECT_THAT(tenexfs("list p.dsk"), HasSubstr("NEWMAN"));
}

TEST_P(MonitorJobs, FileAttributes) {
  makePack();
  write("hello.txt", "hello");
  tenexfs("import p.dsk hello.txt '<JONES>OPEN.TXT'");
  tenexfs("import p.dsk hello.txt '<JONES>SHUT.TXT' --protection 770000");
  passesOnPack("fdb", "40s");
  EXPECT_EQ(tenexfs("export p.dsk '<SMITH>MOVED.TXT'"), "hello");
}

TEST_P(MonitorJobs, Protection) {
  makePack();
  passesOnPack("access", "30s", kOperator);
}

// Calls that only the monitor of 1973 has (roms/test/later.mac); line 3 prints ten characters a second.
TEST_P(MonitorJobs, LaterCalls) {
  if (std::string{GetParam()} != "monitor73") GTEST_SKIP() << "not before 1.32";
  makePack();
  passes("later", {.first = kOperator,
                   .within = "30s",
                   .devices = kDisk + "[dc10]\nlines = 4\n[[line]]\nnumber = 3\nbaud = 110\n"});
}

// Traps of calls (roms/test/jtraps.mac).
TEST_P(MonitorJobs, TrappedCalls) {
  if (std::string{GetParam()} != "monitor73") GTEST_SKIP() << "not before 1.32";
  makePack();
  passes("jtraps", {.first = kOperator, .within = "60s", .devices = kDisk});
}

// Groups of forks with directories of their own (roms/test/groups.mac).
TEST_P(MonitorJobs, GroupsOfForks) {
  if (std::string{GetParam()} != "monitor73") GTEST_SKIP() << "not before 1.32";
  makePack();
  passes("groups", {.within = "60s", .devices = kDisk});
}

// A fork that another line interrupts (roms/test/sctty.mac).
TEST_P(MonitorJobs, TerminalOfAFork) {
  if (std::string{GetParam()} != "monitor73") GTEST_SKIP() << "not before 1.32";
  makePack();
  const std::string out = bootWith("sctty",
                                   std::string{"run 5s\n"} + kOperator +
                                       "type \"G\"\nexpect \"LINE\" within 20s\nsend tty3 \"\\001\"\n"
                                       "expect \"CONSOLE\" within 30s\nrun 1s\ntype \"\\001\"\n"
                                       "expect \"AGAIN\" within 30s\nrun 1s\ntype \"\\001\"\n"
                                       "expect \"HALTED AT\" within 30s\nexamine BUGCNT\n",
                                   16, 0500, kDisk + "[dc10]\nlines = 4\n[[line]]\nnumber = 3\n");
  EXPECT_THAT(out, HasSubstr("PASS\n"));
  EXPECT_THAT(out, Not(HasSubstr("FAIL")));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
}

// Forks are killed at any point; nothing remains locked, and no page is lost.
TEST_P(MonitorJobs, ForksKilledAtAnyPoint) {
  makePack();
  passesOnPack("kills", "60s");
  EXPECT_THAT(tenexfs("check p.dsk"), Not(HasSubstr("error")));
}

// A file that is renamed into another directory is in one of the two directories after a power failure at any time.
TEST_P(MonitorJobs, RenamedFilesSurvivePowerCuts) {
  Random random;
  for (int cut = 0; cut < 3; ++cut) {
    makePack();
    write("hello.txt", "hello");
    tenexfs("import p.dsk hello.txt '<JONES>SHUT.TXT'");
    const std::string out = bootWith(
        "moves", "run 4s\ntype \"G\"\nrun " + std::to_string(1000 + random.below(8000)) + "ms\n", 16, 0500, kDisk);
    EXPECT_THAT(out, Not(HasSubstr("FAIL")));
    boot("run 6s\ntype \"W\"\nrun 4s\n", 16, kDisk);
    tenexfs("check p.dsk");
    const std::string there = runProgram(kTenexfs, "export p.dsk '<JONES>SHUT.TXT;1'").out +
                              runProgram(kTenexfs, "export p.dsk '<SMITH>SHUT.TXT;1'").out;
    EXPECT_EQ(there, "hello");
    std::filesystem::remove(folder / "p.dsk");
  }
}

// The disk is full; a user who expunges files can write soon afterwards.
TEST_P(MonitorJobs, FullDisk) {
  makePack();
  write("big.txt", std::string(100 * 512 * 5, 'x'));
  for (int i = 0; i < 4; ++i) tenexfs("import p.dsk big.txt '<SMITH>BIG." + std::to_string(i) + "'");
  write("huge.txt", std::string(6960 * 512 * 5, 'x'));
  tenexfs("import p.dsk huge.txt '<JONES>HUGE.X'");
  passesOnPack("full", "60s");
}

// Of 26 simultaneous callers 22 get jobs. Those that do not log in within five minutes (their time is set back by a
// deposit) are logged out, and all their resources are released.
TEST_P(MonitorJobs, MoreCallersThanJobs) {
  makePack();
  std::string lines = kDisk + "[dc10]\nlines = 32\n";
  std::string calls, logs;
  for (int n = 0; n < 26; ++n) {
    lines += "[[line]]\nnumber = " + std::to_string(n) + "\nbaud = 2400\n";
    logs += fmt::format("log tty{0} tty{0}.log\n", n);
    calls += "type tty" + std::to_string(n) + " \"\\003\"\n";
  }
  std::string late;
  for (int job = 2; job < 24; ++job) late += fmt::format("deposit JOBBEG+{:o} 777770000000\n", job);
  const std::string counts = "examine SPTC DRMFRE BUGCNT\n";
  const std::string out =
      boot(logs + "run 5s\n" + counts + calls + "run 10s\n" + late + "deposit JB0FLG 1\nrun 20s\n" + counts, 16, lines);
  EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
  int full = 0, ended = 0;
  for (int n = 0; n < 26; ++n) {
    const std::string log = read(fmt::format("tty{}.log", n));
    full += log.find("FULL") != std::string::npos ? 1 : 0;
    ended += log.find("AUTOLOGOUT") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(full, 4);
  EXPECT_EQ(ended, 22);
  const std::regex count{"SPTC/ ([0-7]+)\n[^]*?DRMFRE/ ([0-7]+)\n[^]*?BUGCNT/ 000000000000\n"};
  std::vector<std::string> left;
  for (std::sregex_iterator i{out.begin(), out.end(), count}, end; i != end; ++i) left.push_back((*i)[1].str());
  ASSERT_EQ(left.size(), 2u) << out;
  EXPECT_EQ(left[0], left[1]);
}

TEST_P(MonitorJobs, JobsThatCreateJobs) {
  if (std::string{GetParam()} == "monitor72") GTEST_SKIP() << "the monitor of 1972 has no CRJOB";
  makePack();
  passesOnPack("crjob", "40s");
}

TEST_P(MonitorJobs, DamagedExec) {
  makePack();
  write("exec.txt", "this is no program");
  tenexfs("import p.dsk exec.txt '<SYSTEM>EXEC.SAV'");
  const std::string out = boot("run 6s\ntype \"T\"\nrun 2s\n", 16, kDisk);
  EXPECT_THAT(out, HasSubstr("?EXEC IS DAMAGED\n.T UP "));
}

TEST_P(MonitorJobs, LogoutReportsUsedTime) {
  makePack();
  const std::string out =
      bootWith("logout", "run 4s\ntype \"G\"\nrun 5s\ntype \"\\003\"\nrun 2s\ntype \"T\"\nrun 1s\n", 16, 0500, kDisk);
  EXPECT_THAT(out, HasSubstr("KILLED JOB 1, USER SMITH, ACCT 83, TTY 40, USED 0:00:0"));
  EXPECT_THAT(out, Not(HasSubstr("FAIL")));
  EXPECT_THAT(out, HasSubstr(" UP "));  // a new job began
}

TEST_P(MonitorJobs, ShutsDownInOrder) {
  makePack();
  const std::string out =
      bootWith("halt", "run 4s\ntype \"O\"\nrun 1s\ntype \"G\"\nrun 30s\nexamine pc\n", 16, 0500, kDisk);
  EXPECT_THAT(out, Not(HasSubstr("FAIL")));
  EXPECT_THAT(out, HasSubstr("TENEX GOING DOWN IN 4 MINUTES"));
  // In resident core: the I/O reset before the halt turns the pager off.
  EXPECT_THAT(out, ContainsRegex("SHUTDOWN COMPLETE\npc/ 0[0-7]+\n"));
  EXPECT_EQ(tenexfs("check p.dsk").find("note"), std::string::npos);
}

UTAH10_EVERY_MONITOR(MonitorJobs);

}  // namespace
}  // namespace utah10::test
