#include <gmock/gmock.h>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class RunTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    answer("load demo.oct");
  }
  std::uint32_t pc() const { return machine.cpu().pc().bits(); }
};

TEST_F(RunTest, StepShowsTheNextInstruction) {
  EXPECT_EQ(answer("step"), "000101/ 202040001000  MOVEM 1,1000\n");
  EXPECT_EQ(answer("s 3"), "000101/ 202040001000  MOVEM 1,1000\n");
  EXPECT_EQ(word(1), Word36{2});
}

TEST_F(RunTest, RunForACountATimeAndUntilATime) {
  answer("run 300");
  EXPECT_EQ(word(1), Word36{100});
  const Instant before = machine.now();
  answer("run 2.5ms");
  EXPECT_GE(machine.now() - before, milliseconds(2) + microseconds(500));
  EXPECT_LT(machine.now() - before, milliseconds(2) + microseconds(510));
  answer("run until 10ms");
  EXPECT_GE(machine.now(), kPowerOn + milliseconds(10));
  EXPECT_LT(machine.now(), kPowerOn + milliseconds(10) + microseconds(10));
  EXPECT_THAT(refusal("run until 1ms"), HasSubstr("already"));
}

TEST_F(RunTest, RunUntilAConditionHolds) {
  EXPECT_THAT(answer("run until pc = 102"), StartsWith("pc = 102 after "));
  EXPECT_EQ(pc(), 0102u);
  EXPECT_EQ(word(1), Word36{1});
  answer("run until pc = 102");  // the present position does not count
  EXPECT_EQ(word(1), Word36{2});
  answer("run until word 1000 = 5");
  EXPECT_EQ(word(01000), Word36{5});
  EXPECT_EQ(pc(), 0102u);
  answer("run until word 1000 changes");
  EXPECT_EQ(word(01000), Word36{6});
  answer("run until ac 1 > 10. and pc = 100");
  EXPECT_EQ(word(1), Word36{11});
  EXPECT_EQ(pc(), 0100u);
  answer("run until ac1 # word 1000");
  EXPECT_EQ(word(1), Word36{12});
  EXPECT_EQ(pc(), 0101u);
}

TEST_F(RunTest, RunUntilTimesOut) {
  EXPECT_THAT(answer("run until pc = 777 within 1ms"), StartsWith("time reached after 0.001"));
}

TEST_F(RunTest, RunUntilOutputAndHalt) {
  answer("deposit pc 200");
  EXPECT_THAT(answer("run until output \"O\" within 1s"), StartsWith("output \"O\" after"));
  EXPECT_EQ(terminal.printed(), "O");
  EXPECT_THAT(answer("run until halt"), StartsWith("halt instruction after"));
  EXPECT_EQ(terminal.printed(), "K");
  EXPECT_EQ(pc(), 0210u);
}

TEST_F(RunTest, StartRunsFromAnAddress) {
  EXPECT_THAT(answer("start 200"), StartsWith("halt instruction after"));
  EXPECT_EQ(terminal.printed(), "OK");
}

TEST_F(RunTest, ExecuteLeavesMemoryAndPcAlone) {
  const Word36 before = word(0100);
  answer("execute MOVEI 5,1234");
  EXPECT_EQ(word(5), Word36{01234});
  EXPECT_EQ(pc(), 0100u);
  EXPECT_EQ(word(0100), before);
  answer("xct 202240002000");
  EXPECT_EQ(word(02000), Word36{01234});
}

TEST_F(RunTest, BreakpointsStopBeforeTheInstruction) {
  answer("break 101");
  EXPECT_THAT(answer("continue"), StartsWith("breakpoint after"));
  EXPECT_EQ(pc(), 0101u);
  EXPECT_EQ(word(1), Word36{1});
  EXPECT_EQ(word(01000), Word36{0});
  answer("continue");  // continues from the breakpoint
  EXPECT_EQ(pc(), 0101u);
  EXPECT_EQ(word(1), Word36{2});
  answer("nobreak 101; run 300");
  EXPECT_EQ(word(1), Word36{102});
}

TEST_F(RunTest, BreakpointsCountAndCompare) {
  answer("break 101 5");
  answer("continue");
  EXPECT_EQ(word(1), Word36{5});
  EXPECT_EQ(answer("break"), "break 1: 000101, from the 5. time on (passed 5. times)\n");
  answer("nobreak; break 102 if ac1 = 100; continue");
  EXPECT_EQ(word(1), Word36{0100});
  EXPECT_THAT(answer("break"), HasSubstr("break 2: 000102, if ac1 = 100"));
}

// The slices of a run must not count a breakpoint twice or miss one.
TEST_F(RunTest, BreakpointCountsAreRightOverManySlices) {
  answer("break 101 30000");
  answer("continue");
  EXPECT_EQ(word(1), Word36{30000});
}

TEST_F(RunTest, SlicesChangeNothing) {
  Machine other;
  DeviceSet otherDevices{other};
  TextTerminal otherTerminal;
  Session otherSession{other, otherDevices, otherTerminal};
  ASSERT_TRUE(otherSession.perform("load demo.oct"));
  answer("run 100003");
  for (const std::uint64_t n : {1u, 2u, 40000u, 60000u}) ASSERT_TRUE(otherSession.perform(fmt::format("run {}", n)));
  EXPECT_EQ(stateHash(other), stateHash(machine));
}

TEST_F(RunTest, WatchingChangesNothing) {
  Machine other;
  DeviceSet otherDevices{other};
  TextTerminal otherTerminal;
  Session otherSession{other, otherDevices, otherTerminal};
  ASSERT_TRUE(otherSession.performAll("load demo.oct; break 777; run 5000; run until word 5000 changes within 1ms"));
  answer("run 5000; run 1ms");
  EXPECT_EQ(stateHash(other), stateHash(machine));
}

// A terminal that requests the prompt at the third poll.
class ImpatientTerminal final : public Terminal {
 public:
  void write(std::string_view text) override { answers += text; }
  void guest(char) override {}
  void guestBegins(bool) override { ++begun; }
  void guestEnds() override { ++ended; }
  Attention attention() override { return {"", ++looks == 3}; }
  std::string answers;
  int looks = 0;
  int begun = 0;
  int ended = 0;
};

TEST_F(RunTest, TheOperatorStopsARun) {
  Machine other;
  DeviceSet otherDevices{other};
  ImpatientTerminal impatient;
  Session otherSession{other, otherDevices, impatient};
  ASSERT_TRUE(otherSession.performAll("load demo.oct; continue"));
  EXPECT_THAT(impatient.answers, HasSubstr("stopped by the operator after"));
  EXPECT_EQ(impatient.begun, 1);
  EXPECT_EQ(impatient.ended, 1);
  ASSERT_TRUE(otherSession.perform("run 100"));
}

// Loops of indirect words and of XCTs: the real machine never leaves them, but the operator must be able to stop it.
TEST_F(RunTest, EndlessInstructionsStopAtLimits) {
  answer("deposit 100 JRST @100; deposit pc 100");
  EXPECT_THAT(answer("run 3s"), StartsWith("time reached after 3.0000"));
  EXPECT_EQ(pc(), 0100u);
  EXPECT_THAT(answer("execute JRST @100"), StartsWith("time reached: 000100/"));
  answer("deposit 100 XCT 100");
  EXPECT_THAT(answer("run 3s"), StartsWith("time reached after 3.0000"));
  answer("deposit 100 MOVEI 1,7; run 1");
  EXPECT_EQ(word(1), Word36{7});
  EXPECT_EQ(pc(), 0101u);
}

TEST_F(RunTest, TheOperatorStopsAnEndlessInstruction) {
  Machine other;
  DeviceSet otherDevices{other};
  ImpatientTerminal impatient;
  Session otherSession{other, otherDevices, impatient};
  ASSERT_TRUE(otherSession.performAll("deposit 100 JRST @100; start 100"));
  EXPECT_THAT(impatient.answers, HasSubstr("stopped by the operator after 3."));
}

// A chain of XCTs that was stopped between two links continues with the next link.
TEST_F(RunTest, ChainsOfXctsContinueAfterAStop) {
  answer("deposit 100 XCT 110; deposit 110 XCT 111; deposit 111 XCT 112; deposit 112 ADDI 1,1; deposit 101 JRST 4,101");
  answer("deposit pc 100; switches sing-inst on; continue; switches sing-inst off; continue");
  EXPECT_EQ(word(1), Word36{1});
  EXPECT_EQ(pc(), 0101u);
}

struct Bad {
  std::string_view command;
  std::string_view says;
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.command; }
class BadRun : public SessionTest, public ::testing::WithParamInterface<Bad> {};

TEST_P(BadRun, IsOneClearLine) { EXPECT_THAT(refusal(GetParam().command), HasSubstr(std::string{GetParam().says})); }

INSTANTIATE_TEST_SUITE_P(
    Commands, BadRun,
    ::testing::Values(
        Bad{"start", "no start address"}, Bad{"start 1000000", "not an address"},
        Bad{"start nowhere", "NOWHERE is not defined"}, Bad{"step x", "\"x\" is not a count"},
        Bad{"step 1 2", "not a count"}, Bad{"run -5", "not a count"}, Bad{"run for 5", "5"},
        Bad{"run until", "missing"}, Bad{"run until pc", "not a condition"}, Bad{"run until pc = ", "missing"},
        Bad{"run until ac 20 = 1", "no accumulator 20"}, Bad{"run until output", "missing"},
        Bad{"run until output \"\"", "empty"}, Bad{"run until pc = 5 within", "time"},
        Bad{"run until halt now", "unexpected \"now\""}, Bad{"continue 5", "unexpected \"5\""},
        Bad{"break 1000000", "not an address"}, Bad{"break 100 0", "never stops"},
        Bad{"break 100 if halt", "must compare words"}, Bad{"nobreak 100", "no breakpoint at 000100"},
        Bad{"execute", "missing"}, Bad{"execute NOSUCH 1,2", "NOSUCH"}, Bad{"reset all", "unexpected \"all\""},
        Bad{"readin ptx", "did you mean ptr?"}, Bad{"readin 1", "no device"},
        Bad{"assert pc = 1", "pc = 1 does not hold"}, Bad{"switches sing-ins on", "did you mean sing-inst?"},
        Bad{"switches sing-inst maybe", "not on or off"}, Bad{"switches address 1000000", "not an address"},
        Bad{"load nosuch.oct", "no such file"}, Bad{"load", "a file name is missing"},
        Bad{"show nothing-like-it", "no topic or device"}, Bad{"show devics", "did you mean devices?"},
        Bad{"frobnicate", "no such command"}, Bad{"set louder", "no setting"}, Bad{"quit x", "not a count"},
        Bad{"history x", "not a count"}, Bad{"counters --xml", "unexpected \"--xml\""},
        Bad{"symbol 5x 1", "not a symbol"}, Bad{"symbol NOSUCH", "not defined"}, Bad{"type", "missing"},
        Bad{"type a b", "quotes"}, Bad{"expect", "missing"}, Bad{"do nosuch", "no such file"}));

TEST_F(SessionTest, SwitchesAreSetAndShown) {
  answer("switches data 123,,456; switches address 1000; switches sing-inst on");
  const Switches& s = machine.cpu().switches();
  EXPECT_EQ(s.data, (Word36::halves(0123, 0456)));
  EXPECT_EQ(s.address, VirtualAddress{01000});
  EXPECT_TRUE(s.singleInstruction);
  EXPECT_THAT(answer("switches"), HasSubstr("data 000123000456\naddress 001000\n"));
  answer("load demo.oct");
  EXPECT_THAT(answer("continue"), StartsWith("single instruction after"));
}

TEST_F(SessionTest, DamagedProgramsAreRefused) {
  write("damaged.oct", "100: 123456\n101: 9\n");
  EXPECT_THAT(refusal("load damaged.oct"), StartsWith("damaged.oct(2): "));
  write("empty", "");
  EXPECT_EQ(refusal("load empty"), "empty: the file is empty");
}

}  // namespace
}  // namespace utah10
