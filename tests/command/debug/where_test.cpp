// The calls that lead to the present instruction.
#include <gmock/gmock.h>

#include "command/debug/debug_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// OUTER calls MIDDLE by PUSHJ, which calls INNER by JSP, which calls LAST by JSR.
constexpr std::string_view kCalls =
    "\tTITLE\tCALLS\n"
    "P=17\n"
    "START:\tMOVE\tP,[IOWD 10,STACK]\n"
    "\tPUSHJ\tP,OUTER\n"
    "\tHALT\t.\n"
    "OUTER:\tPUSHJ\tP,MIDDLE\n"
    "\tPOPJ\tP,\n"
    "MIDDLE:\tJSP\t1,INNER\n"
    "\tPOPJ\tP,\n"
    "INNER:\tJSR\tLAST\n"
    "\tJRST\t(1)\n"
    "LAST:\t0\n"
    "\tMOVEI\t2,5\n"
    "\tJRST\t@LAST\n"
    "STACK:\tBLOCK\t10\n"
    "\tEND\tSTART\n";

class WhereTest : public DebugTest {
 protected:
  void SetUp() override {
    DebugTest::SetUp();
    assembleAndLink("calls", kCalls);
    answer("set record on; load calls.sav");
  }
};

TEST_F(WhereTest, ShowsEachCallWithItsPlace) {
  answer("break LAST+2; start");
  const std::string text = answer("where");
  std::size_t at = 0;
  for (const char* line : {"#0  ", " LAST+2", "in LAST (JSR)", "#1  ", " INNER ", "in INNER (JSP)", "#2  ", " MIDDLE ",
                           "in MIDDLE (PUSHJ)", "#3  ", " OUTER ", "in OUTER (PUSHJ)", "#4  ", " START+1"}) {
    at = text.find(line, at);
    ASSERT_NE(at, std::string::npos) << line << " in\n" << text;
  }
  EXPECT_THAT(text, HasSubstr("calls.mac(10): INNER:\tJSR\tLAST"));
  EXPECT_EQ(answer("bt"), text);
  EXPECT_EQ(answer("backtrace all"), text);
  EXPECT_EQ(answer("bt all 2"), text.substr(0, text.find("#2  ")));
  EXPECT_EQ(answer("where 5"), text);
  EXPECT_THAT(refusal("where often"), HasSubstr("not a count"));
}

TEST_F(WhereTest, AtTheFirstInstructionOfARoutineTheCallIsSeen) {
  answer("break MIDDLE; start");
  EXPECT_THAT(answer("where"), HasSubstr("in MIDDLE (PUSHJ)"));
}

TEST_F(WhereTest, ReturnedRoutinesAreGone) {
  answer("break OUTER+1; start");
  const std::string text = answer("where");
  EXPECT_THAT(text, HasSubstr("in OUTER (PUSHJ)"));
  EXPECT_EQ(text.find("MIDDLE"), std::string::npos) << text;
}

TEST_F(WhereTest, LeavesTheMachineAsItWas) {
  answer("break LAST+2; start");
  const StateHash before = stateHash(machine);
  const std::string history = answer("history 3");
  answer("where");
  EXPECT_EQ(stateHash(machine), before);
  EXPECT_EQ(answer("history 3"), history);
  EXPECT_THAT(answer("finish; where"), HasSubstr("#0"));
}

TEST_F(WhereTest, InTheMiddleOfAnInstruction) {
  answer("break LAST+1; start; cycle");
  const StateHash before = stateHash(machine);
  answer("where");
  EXPECT_EQ(stateHash(machine), before);
}

TEST_F(WhereTest, NeedsARecording) {
  answer("set record off");
  EXPECT_EQ(refusal("where"), "where: nothing is recorded; set record on");
}

}  // namespace
}  // namespace utah10
