#include <gmock/gmock.h>

#include <cstdlib>
#include <random>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::uint64_t seed() {
  const char* given = std::getenv("UTAH10_SEED");
  return given == nullptr ? 1969 : std::strtoull(given, nullptr, 10);
}

TEST_F(SessionTest, SaveAndRestorePreserveTheState) {
  answer("load demo.oct; run 1000");
  const std::string hash = answer("hash");
  EXPECT_THAT(answer("save here.snap"), HasSubstr("here.snap: saved at 0.00"));
  answer("run 1000; deposit 1000 0");
  EXPECT_NE(answer("hash"), hash);
  EXPECT_THAT(answer("restore here.snap"), HasSubstr("state " + hash));
  EXPECT_EQ(answer("hash"), hash);
}

// A snapshot saved at a random instant and restored into another machine has the same future, including input and
// output.
TEST_F(SessionTest, TheFutureIsTheSameAfterRestore) {
  std::mt19937_64 random{seed()};
  SCOPED_TRACE(fmt::format("UTAH10_SEED={}", seed()));
  write("talk.oct",
        "100: 712340000040 254000000103 712040000001\n"  // CONSO TTY,40; JRST 103; DATAI TTY,1
        "103: 271140000001 202140001000 712300000020\n"  // ADDI 3,1; MOVEM 3,1000; CONSZ TTY,20
        "106: 254000000100 712140000001 254000000100\n"  // JRST 100; DATAO TTY,1; JRST 100
        "start 100\n");
  answer("load talk.oct; type \"the quick brown fox jumps\"");
  for (int i = 0; i < 20; ++i) {
    answer(fmt::format("run {}; save {}.snap", 1 + random() % 60000, i));
    const std::string ahead = fmt::format("run {}; hash", 1 + random() % 100000);
    const std::string future = answer(ahead);
    const std::string printed = terminal.printed();
    Machine other;
    DeviceSet otherDevices{other};
    TextTerminal otherTerminal;
    Session otherSession{other, otherDevices, otherTerminal};
    ASSERT_TRUE(otherSession.performAll(fmt::format("set quiet on; restore {}.snap; set quiet off", i)));
    ASSERT_TRUE(otherSession.performAll(ahead));
    EXPECT_EQ(otherTerminal.answers(), future);
    EXPECT_EQ(otherTerminal.printed(), printed);
  }
}

TEST_F(SessionTest, DamagedSnapshotsChangeNothing) {
  answer("load demo.oct; run 1000; save whole.snap; run 500");
  std::ifstream in{"whole.snap", std::ios::binary};
  const std::string whole{std::istreambuf_iterator<char>{in}, {}};
  write("cut.snap", whole.substr(0, whole.size() - 7));
  EXPECT_EQ(refusal("restore cut.snap"), "cut.snap: snapshot is truncated; the machine is unchanged");
  std::string changed = whole;
  changed[changed.size() - 20] = static_cast<char>(changed[changed.size() - 20] ^ 1);
  write("changed.snap", changed);
  EXPECT_THAT(refusal("restore changed.snap"), HasSubstr("snapshot is corrupt"));
  EXPECT_THAT(refusal("restore demo.oct"), StartsWith("demo.oct: not a snapshot"));
  EXPECT_EQ(refusal("restore nosuch.snap"), "nosuch.snap: no such file");
  EXPECT_THAT(refusal("save nosuch/x.snap"), HasSubstr("cannot be written"));
  EXPECT_THAT(refusal("save"), HasSubstr("a file name is missing"));
}

TEST_F(SessionTest, CommandsReplaceNoFileUnasked) {
  namespace fs = std::filesystem;
  answer("load demo.oct; profile on; run 10; save old.snap; profile callgrind old.out");
  EXPECT_EQ(refusal("save old.snap"), "old.snap: exists already; name a new file, or add the word replace");
  EXPECT_THAT(answer("save old.snap replace"), HasSubstr("old.snap: saved"));
  EXPECT_THAT(refusal("trace old.snap"), HasSubstr("exists already"));
  EXPECT_THAT(refusal("profile callgrind old.out"), HasSubstr("exists already"));
  answer("profile callgrind old.out replace; profile off");
  fs::create_symlink("old.snap", "link.snap");
  EXPECT_THAT(refusal("save link.snap replace"), HasSubstr("is a link, which is never replaced"));
  EXPECT_TRUE(fs::is_symlink("link.snap"));
  EXPECT_THAT(refusal("save /dev/null replace"), HasSubstr("is not a regular file and is never replaced"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(refusal("save . replace"), HasSubstr("is a directory"));
}

TEST_F(SessionTest, SnapshotsOfOtherMachinesAreRefused) {
  MachineConfig config;
  config.timing = "gate";
  Machine gate{config};
  DeviceSet gateDevices{gate};
  Session gateSession{gate, gateDevices, terminal};
  ASSERT_TRUE(gateSession.perform("save gate.snap"));
  EXPECT_EQ(refusal("restore gate.snap"),
            "gate.snap: the snapshot is of a different machine: it has \"timing gate\" where this machine has "
            "\"timing srm\"; "
            "start with the machine file with which it was saved");
}

}  // namespace
}  // namespace utah10
