// The commands expect and type, and scripts.
#include <gmock/gmock.h>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ConverseTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    answer("load demo.oct; deposit pc 200");
  }
};

TEST_F(ConverseTest, ExpectRunsUntilTheText) {
  answer("expect \"OK\" within 5s");
  EXPECT_EQ(terminal.printed(), "OK");
  EXPECT_LT(machine.now(), kPowerOn + seconds(1));
}

TEST_F(ConverseTest, ExpectFindsTextInPieces) {
  answer("expect O; expect K");
  const auto again = session.perform("expect \"O\" within 1s");  // the first O has been read
  EXPECT_FALSE(again);
}

TEST_F(ConverseTest, ExpectFindsEarlierOutput) {
  answer("continue");
  const Instant now = machine.now();
  answer("expect \"OK\"");
  EXPECT_EQ(machine.now(), now);
}

TEST_F(ConverseTest, ExpectFailsAfterItsTime) {
  answer("deposit pc 100");
  const auto failed = session.perform("expect \"never\" within 10ms");
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().text(), StartsWith("expect: \"never\" was not printed: 0.010000000s passed at 0001"));
  EXPECT_THAT(failed.error().text(), HasSubstr("; the guest printed nothing"));
}

TEST_F(ConverseTest, ExpectFailsWhenTheMachineHalts) {
  const auto failed = session.perform("expect \"KO\" within 10s");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().text(),
            "expect: \"KO\" was not printed: halt instruction at 000210; the guest printed \"OK\"");
}

TEST_F(ConverseTest, TypedKeysReachTheGuest) {
  // 300: CONSO TTY,40; JRST .-1; DATAI TTY,1; MOVEM 1,1000; JRST 4,304
  answer("deposit 300 712340000040; deposit 301 JRST 300; deposit 302 712040000001; deposit 303 MOVEM 1,1000");
  answer("deposit 304 JRST 4,304; type \"\\e\"; deposit pc 300; run until halt within 2s");
  EXPECT_EQ(word(01000).bits() & 0177, 033u);
}

TEST_F(ConverseTest, ScriptsRunAndStopAtTheFirstError) {
  write("good.u10", "# a comment\n\n  echo one ; and more\necho \"two; three\"\n");
  EXPECT_EQ(answer("do good.u10"), "one\ntwo; three\n");
  write("bad.u10", "echo before\nexamine 1000000\necho after\n");
  terminal.clear();
  const auto failed = session.perform("do bad.u10");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().text(), "bad.u10(2): examine: 1000000 is not an address; the last address is 777777");
  EXPECT_EQ(terminal.answers(), "before\n");
}

TEST_F(ConverseTest, NestedScripts) {
  write("outer.u10", "echo outer\ndo inner.u10\n");
  write("inner.u10", "\nnonsense\n");
  const auto failed = session.perform("do outer.u10");
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().text(), StartsWith("outer.u10(2): inner.u10(2): nonsense: no such command"));
  write("endless.u10", "do endless.u10\n");
  const auto endless = session.perform("do endless.u10");
  ASSERT_FALSE(endless);
  EXPECT_THAT(endless.error().text(), HasSubstr("command files are nested more than 16. deep"));
  answer("echo still here");
}

TEST_F(ConverseTest, QuitEndsAScriptWithItsCode) {
  write("leave.u10", "quit 3\necho not reached\n");
  EXPECT_EQ(answer("do leave.u10"), "");
  EXPECT_EQ(session.quitCode(), 3);
}

TEST_F(ConverseTest, QuietPrintsOnlyCommandOutput) {
  EXPECT_EQ(answer("set quiet on; load demo.oct; reset; break 100; run 10"), "");
  EXPECT_THAT(answer("examine 100"), StartsWith("000100/ "));
}

TEST_F(ConverseTest, AssertHolds) {
  answer("deposit 1000 5; assert word 1000 = 5; assert pc = 200 and word 1000 >= 4");
  EXPECT_THAT(refusal("assert word 1000 = 6"), HasSubstr("the left side is 000000000005"));
}

}  // namespace
}  // namespace utah10
