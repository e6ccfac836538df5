// Dialogues of system files.
#include "command/machine_file/dialogue.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

using Verb = DialogueLine::Verb;

TEST(Dialogue, HasTheCommandsTypeExpectAndRun) {
  const auto d =
      parseDialogue("# the operator\ntype \"SYSLOD\\eG\"\n\nexpect \"?\" within 100s\nexpect \"@\"\nrun 50ms\n", {});
  ASSERT_TRUE(d) << d.error().text();
  ASSERT_EQ(d->size(), 4u);
  EXPECT_EQ((*d)[0].verb, Verb::Type);
  EXPECT_EQ((*d)[0].text, "SYSLOD\033G");
  EXPECT_EQ((*d)[1].verb, Verb::Expect);
  EXPECT_EQ((*d)[1].time, seconds(100));
  EXPECT_EQ((*d)[2].time, seconds(60)) << "as the command expect waits";
  EXPECT_EQ((*d)[3].verb, Verb::Run);
  EXPECT_EQ((*d)[3].time, milliseconds(50));
}

struct WrongDialogue {
  const char* text;
  const char* error;
};

class WrongDialogues : public ::testing::TestWithParam<WrongDialogue> {};

TEST_P(WrongDialogues, NamesTheLine) {
  const auto d = parseDialogue(GetParam().text, {"user"});
  ASSERT_FALSE(d);
  EXPECT_EQ(d.error().text(), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Dialogue, WrongDialogues,
    ::testing::Values(
        WrongDialogue{"type \"A\"\nsay \"B\"", "line 2: a dialogue has no command \"say\"; type, expect or run"},
        WrongDialogue{"type A", "line 1: a text in quotes is missing"},
        WrongDialogue{"expect \"A\" within long", "line 1: duration has no unit; add s, ms, us or ns"},
        WrongDialogue{"run", "line 1: a time is missing; as in 10s"},
        WrongDialogue{"type \"LOGIN {users}\\r\"", "line 1: {users} stands for nothing here; names: user"},
        WrongDialogue{"type \"A\" \"B\"", "line 1: unexpected \"\"B\"\""}),
    [](const auto& made) { return "Case" + std::to_string(made.index); });

}  // namespace
}  // namespace utah10
