// The commands back, forward, timeline and set record, on programs whose every instruction is known.
#include "command/session_support.hpp"

namespace utah10 {
namespace {

class BackTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    answer("set record on; load demo.oct; deposit pc 100");
  }
  std::uint64_t position() { return session.debugger().recorder().position(); }
  std::string hash() { return stateHash(machine).text(); }
  // The state hash of a machine that has only run so many instructions of the demo.
  std::string fresh(std::uint64_t instructions) {
    Machine other;
    DeviceSet otherDevices{other};
    TextTerminal otherTerminal;
    Session s{other, otherDevices, otherTerminal};
    EXPECT_TRUE(s.performAll("load demo.oct; deposit pc 100; run " + std::to_string(instructions)));
    return stateHash(other).text();
  }
};

TEST_F(BackTest, BackEqualsAShorterRun) {
  answer("set record every 300; run 1000; step 7");
  EXPECT_EQ(position(), 1007u);
  for (const auto& [command, at] : {std::pair{"back", 1006u},
                                    {"back 6", 1000u},
                                    {"back 1", 999u},
                                    {"back 698", 301u},
                                    {"back 1", 300u},
                                    {"back 300", 0u},
                                    {"forward 17", 17u},
                                    {"forward", 1007u},
                                    {"back 1007", 0u},
                                    {"run 20", 20u},
                                    {"forward", 1007u}}) {
    answer(command);
    EXPECT_EQ(position(), at) << command;
    EXPECT_EQ(hash(), fresh(at)) << command;
  }
  EXPECT_NE(refusal("back 1008").find("too far"), std::string::npos);
  EXPECT_NE(refusal("forward").find("end of the recorded history"), std::string::npos);
  answer("run 5");
  EXPECT_EQ(hash(), fresh(1012));
}

TEST_F(BackTest, BackInTimeStopsAtTheLastInstructionBegunByThen) {
  answer("run 1000");
  const Instant now = machine.now();
  answer("back 10us");
  const Instant then = machine.now();
  EXPECT_LE(then, now - microseconds(10));
  answer("step");
  EXPECT_GT(machine.now(), now - microseconds(10));
  EXPECT_NE(refusal("back 1s").find("too far"), std::string::npos);
}

// 100 ADDI 1,1; 101 MOVEM 1,1000; 102 JRST 100: instruction n (from 0) is a MOVEM when n mod 3 is 1; that of n = 3k+1
// writes k+1.
TEST_F(BackTest, BackUntilWriteFindsTheWriter) {
  answer("set record every 100; run 1000");  // 1000 = 3 * 333 + 1: the last MOVEM was the 998th, n = 997, of 333
  // A loop takes 5.72 us. The first one writes at 3.67 us, and the 333rd writes 332 loops later, the value 333 (515
  // octal).
  EXPECT_EQ(answer("back until write 1000").substr(0, 91),
            "001000 was written by the processor at 0.001902710s: 000000000514 became 000000000515\nafter");
  EXPECT_EQ(position(), 997u);
  EXPECT_EQ(word(01000).bits(), 332u);
  answer("back until write 1000");
  EXPECT_EQ(position(), 994u);
  answer("back until write p:1000");
  EXPECT_EQ(position(), 991u);
  answer("back until write ac1");  // ADDI, n = 990
  EXPECT_EQ(position(), 990u);
  answer("back until pc 101");
  EXPECT_EQ(position(), 988u);
  answer("back until word 1000 = 10.");  // became true at n = 28
  EXPECT_EQ(position(), 29u);
  answer("back until word 1000 changes");  // the last place where it was not 10
  EXPECT_EQ(position(), 28u);
  EXPECT_EQ(hash(), fresh(28));
  answer("forward");
  EXPECT_EQ(hash(), fresh(1000));
}

TEST_F(BackTest, NothingFoundChangesNothing) {
  answer("set record every 100; run 1000");
  const std::string before = hash();
  EXPECT_NE(refusal("back until write 2000").find("no write 2000 since the beginning"), std::string::npos);
  EXPECT_NE(refusal("back until read 2000").find("no read 2000"), std::string::npos);
  EXPECT_NE(refusal("back until pc 500").find("no pc 500"), std::string::npos);
  EXPECT_NE(refusal("back until output \"x\"").find("was not printed"), std::string::npos);
  EXPECT_EQ(hash(), before);
  EXPECT_EQ(position(), 1000u);
}

TEST_F(BackTest, ADepositIsReplayed) {
  answer("set record every 30; run 100");
  const std::string first = hash();
  answer("deposit ac1 1000000; run 100");
  const std::string second = hash();
  answer("switches data 123; execute MOVEI 2,77; reset; deposit pc 100; run 50");
  const std::string third = hash();
  answer("back 150");
  EXPECT_NE(hash(), first) << "the deposit has been made at its position";
  answer("back 1");
  EXPECT_EQ(hash(), fresh(99));
  answer("forward 101");
  EXPECT_NE(hash(), second) << "the reset has been done here";
  answer("back 1; forward");
  EXPECT_EQ(hash(), third);
  answer("back 120; run 120");
  EXPECT_EQ(hash(), third);
  EXPECT_NE(answer("back until write ac2").find("ac2 was written by a command"), std::string::npos);
  EXPECT_EQ(position(), 200u);
}

TEST_F(BackTest, ANewDepositStartsANewHistory) {
  answer("run 100; back 50; examine ac1; deposit 1001 5");
  answer("run 10");
  EXPECT_NE(refusal("forward").find("end of the recorded history"), std::string::npos);
  EXPECT_EQ(session.debugger().recorder().last(), 60u);
  answer("back 20");
  EXPECT_EQ(hash(), fresh(40));
  answer("deposit pc 101; deposit pc 100; deposit pc 101");  // as it was
  EXPECT_EQ(machine.cpu().pc().bits(), 0101u);
  answer("forward");
  EXPECT_EQ(position(), 60u);
}

TEST_F(BackTest, OutputAndTypingAreReplayed) {
  answer("deposit pc 200");
  answer("run until output \"OK\"; run 100");
  EXPECT_EQ(session.console().transcript().since(0), "OK");
  answer("back until output \"K\"");
  EXPECT_EQ(session.console().transcript().since(0), "O");
  EXPECT_EQ(terminal.printed(), "");
  const std::uint64_t at = position();
  answer("step");
  EXPECT_EQ(terminal.printed(), "K");
  answer("back until output \"O\"");
  EXPECT_EQ(session.console().transcript().since(0), "");
  EXPECT_LT(position(), at);
  EXPECT_NE(answer("expect \"OK\"; type \"ab\"; run 10000; hash"), "");
  const std::string end = hash();
  answer("back 9000; forward");
  EXPECT_EQ(hash(), end);
  EXPECT_NE(refusal("back until output \"never\"").find("not printed"), std::string::npos);
}

TEST_F(BackTest, SingleCyclesAndTimeLimits) {
  answer("run 10");
  answer("switches sing-cycle on; continue; continue; continue");
  const std::string middle = hash();
  answer("continue; continue; switches sing-cycle off; run 10us; run 30");
  const std::string end = hash();
  const std::uint64_t last = position();
  answer("back " + std::to_string(last - 9));
  EXPECT_EQ(hash(), fresh(9));
  answer("forward");
  EXPECT_EQ(position(), last);
  EXPECT_EQ(hash(), end);
  EXPECT_NE(middle, end);
}

TEST_F(BackTest, ProbesAndBreakpointsDoNotSeeReExecution) {
  struct Counter final : Probe {
    void instruction(const InstructionRecord&) override { ++seen; }
    int seen = 0;
  } counter;
  answer("run 1000; break 101");
  machine.cpu().connect(counter);
  answer("back 500; back until write 1000");
  EXPECT_EQ(counter.seen, 0);
  EXPECT_NE(answer("continue").find("breakpoint"), std::string::npos) << "it works during a new run";
  answer("nobreak; forward");
  EXPECT_GT(counter.seen, 500);
  machine.cpu().disconnect(counter);
}

TEST_F(BackTest, MountingLimitsTheReach) {
  write("tape.ptr", "abc");
  answer("run 100; attach ptr tape.ptr; run 100");
  EXPECT_NE(refusal("back 101").find("ptr was attached"), std::string::npos);
  answer("back 100");
  EXPECT_EQ(position(), 100u);
  answer("save x.snap; restore x.snap; run 10");
  EXPECT_NE(refusal("back 11").find("x.snap was restored"), std::string::npos);
  answer("set record off");
  EXPECT_NE(refusal("back").find("set record on"), std::string::npos);
}

TEST_F(BackTest, TimelineShowsCheckpoints) {
  answer("set record every 100; run 250");
  EXPECT_NE(answer("timeline").find("here: 250. of 250.; 0. events, 3. checkpoints in "), std::string::npos);
  EXPECT_EQ(answer("timeline --csv").substr(0, 33), "position,time_ns,events,here\n0,0,");
  EXPECT_EQ(answer("timeline --json").substr(0, 42), "{\"position\": 250, \"first\": 0, \"last\": 250,");
}

}  // namespace
}  // namespace utah10
