// One machine's part of a terminal that several share.
#include "command/several/member_terminal.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

void print(Terminal& terminal, std::string_view text) {
  for (const char c : text) terminal.guest(c);
}

TEST(MemberTerminal, KeepsWhatAMachineInTheBackgroundPrints) {
  TextTerminal shared;
  MemberTerminal bbn{shared, "BBN"};
  print(bbn, "@LOGIN");
  EXPECT_EQ(shared.printed(), "");
  bbn.select(true);
  EXPECT_EQ(shared.printed(), "@LOGIN");
  print(bbn, " SMITH");
  EXPECT_EQ(shared.printed(), "@LOGIN SMITH");
  bbn.select(false);
  print(bbn, "!");
  bbn.select(true);
  EXPECT_EQ(shared.printed(), "@LOGIN SMITH!") << "each character once";
}

TEST(MemberTerminal, KeepsTheLatestOfVeryMuch) {
  TextTerminal shared;
  MemberTerminal bbn{shared, "BBN"};
  print(bbn, std::string(3 * MemberTerminal::kMostKept, 'x') + "END");
  bbn.select(true);
  EXPECT_LE(shared.printed().size(), MemberTerminal::kMostKept);
  EXPECT_TRUE(shared.printed().ends_with("xEND"));
}

TEST(MemberTerminal, NamesTheMachineInTheBackground) {
  TextTerminal shared;
  MemberTerminal bbn{shared, "BBN"};
  bbn.write("one\ntwo\n");
  EXPECT_EQ(shared.answers(), "BBN: one\nBBN: two\n");
  bbn.select(true);
  bbn.write("three\n");
  EXPECT_EQ(shared.answers(), "BBN: one\nBBN: two\nthree\n");
}

}  // namespace
}  // namespace utah10
