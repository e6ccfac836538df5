// Conditions of runs and breakpoints: and, or, not and parentheses, compared with the same expressions in C++.
#include "command/debug/stop_condition.hpp"

#include <gmock/gmock.h>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

struct Said {
  const char* text;
  bool (*means)(bool a, bool b, bool c);  // AC 1, 2, 3 is 1
};

constexpr Said kConditions[] = {
    {"ac1 = 1", [](bool a, bool, bool) { return a; }},
    {"not ac1 = 1", [](bool a, bool, bool) { return !a; }},
    {"not not ac1 = 1", [](bool a, bool, bool) { return a; }},
    {"(ac1 = 1)", [](bool a, bool, bool) { return a; }},
    {"not(ac1 = 1)", [](bool a, bool, bool) { return !a; }},
    {"ac1 = 1 or ac2 = 1 and ac3 = 1", [](bool a, bool b, bool c) { return a || (b && c); }},
    {"(ac1 = 1 or ac2 = 1) and ac3 = 1", [](bool a, bool b, bool c) { return (a || b) && c; }},
    {"ac3 = 1 and (ac1 = 1 or ac2 = 1)", [](bool a, bool b, bool c) { return (a || b) && c; }},
    {"( ac1 = 1 or ac2 = 1 )and( ac3 = 1 )", [](bool a, bool b, bool c) { return (a || b) && c; }},
    {"not ac1 = 1 and ac2 = 1", [](bool a, bool b, bool) { return !a && b; }},
    {"not (ac1 = 1 and ac2 = 1)", [](bool a, bool b, bool) { return !(a && b); }},
    {"not (ac1 = 1 or not (ac2 = 1 and ac3 # 1))", [](bool a, bool b, bool c) { return !(a || !(b && !c)); }},
    {"((((ac1 = 1)))) or ((ac2 = 1) and (ac3 = 1))", [](bool a, bool b, bool c) { return a || (b && c); }},
    {"ac1 = 1 and ac2 = 1 and ac3 = 1", [](bool a, bool b, bool c) { return a && b && c; }},
    {"ac1 = 1 or ac2 = 1 or ac3 = 1", [](bool a, bool b, bool c) { return a || b || c; }},
    {"AC1 = 1 AND NOT (AC2 = 1 OR AC3 = 1)", [](bool a, bool b, bool c) { return a && !(b || c); }},
};

TEST_F(SessionTest, ConditionsEvaluateLikeCpp) {
  for (const Said& s : kConditions) {
    Arguments arguments{s.text};
    const auto condition = parseStopCondition(session.debugger(), arguments);
    ASSERT_TRUE(condition) << s.text << ": " << condition.error().text();
    for (unsigned n = 0; n < 8; ++n) {
      for (unsigned ac = 1; ac <= 3; ++ac) machine.cpu().setAc(AcNo{ac}, Word36{n >> (ac - 1) & 1});
      EXPECT_EQ(condition->holds(machine.cpu()), s.means((n & 1) != 0, (n & 2) != 0, (n & 4) != 0)) << s.text << n;
    }
  }
}

TEST_F(SessionTest, ConditionsThatDoNotParse) {
  for (const char* text : {"(ac1 = 1", "ac1 = 1)", "not", "ac1 = 1 and", "or ac1 = 1", "()", "not ()",
                           "ac1 = 1 and (ac2 = 1 or)", "(ac1 = 1) (ac2 = 1)"})
    EXPECT_FALSE(refusal(std::string{"run until "} + text).empty()) << text;
  const std::string deep = std::string(17, '(') + "ac1 = 1" + std::string(17, ')');
  EXPECT_THAT(refusal("run until " + deep), HasSubstr("parentheses are nested too deeply"));
  // The deepest nesting, with a pending operand at each level.
  std::string most;
  for (unsigned n = 0; n < StopCondition::kDeepest; ++n) most += "ac2 = 1 or ac2 = 0 and (";
  most += "ac1 = 1" + std::string(StopCondition::kDeepest, ')');
  answer("deposit ac1 1");
  EXPECT_EQ(answer("assert " + most), "");
}

// The program at 100 counts in AC 1 and stores the count at 1000.
TEST_F(SessionTest, RunsAndBreakpointsAcceptConditions) {
  answer("load demo.oct; deposit pc 100; run until not (ac1 < 5 or word 1000 # 5)");
  EXPECT_EQ(word(01000), Word36{5});
  answer("break 100 if not (ac1 < 10 and user = 0); continue");
  EXPECT_EQ(machine.cpu().ac(AcNo{1}), Word36{010});
  EXPECT_THAT(answer("break"), HasSubstr("if not (ac1 < 10 and user = 0)"));
  answer("nobreak; run until (word 1000 changes or pc = 7777) and not ac1 = 11 within 1s");
  EXPECT_EQ(machine.cpu().ac(AcNo{1}), Word36{012});
  EXPECT_THAT(refusal("assert ac1 = 12 and not (word 1000 = 11 or pc = 1)"), HasSubstr("does not hold"));
  EXPECT_THAT(refusal("break 100 if not (word 1000 changes)"), HasSubstr("watch change"));
}

}  // namespace
}  // namespace utah10
