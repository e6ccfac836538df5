#include <gmock/gmock.h>

#include "command/session_support.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(SessionTest, ExamineShowsOctalWords) {
  answer("deposit 100 123456,,701234");
  EXPECT_EQ(answer("examine 100"), "000100/ 123456701234\n");
  EXPECT_EQ(answer("e -h 100"), "000100/ 123456,,701234\n");
}

TEST_F(SessionTest, ExamineInOtherForms) {
  answer("deposit -s 100 \"UTAH10\"; deposit 101 \"HELLO\"; deposit 102 -5.; deposit 103 MOVEI 1,5");
  EXPECT_EQ(answer("e -s 100"), "000100/ 656441502120  'UTAH10'\n");
  EXPECT_EQ(answer("e -a 101"), "000101/ 442131446236  \"HELLO\"\n");
  EXPECT_EQ(answer("e -d 102"), "000102/ 777777777773  -5.\n");
  EXPECT_EQ(answer("e -m 103"), "000103/ 201040000005  MOVEI 1,5\n");
}

TEST_F(SessionTest, ExamineRanges) {
  answer("deposit 100 1; deposit 101 2; deposit 102 3");
  const std::string three = "000100/ 000000000001\n000101/ 000000000002\n000102/ 000000000003\n";
  EXPECT_EQ(answer("e 100-102"), three);
  EXPECT_EQ(answer("e 100/3"), three);
  EXPECT_EQ(answer("e 100,102"), answer("e 100 102"));
  EXPECT_EQ(answer("e 0-1"), "000000/ 000000000000\n000001/ 000000000000\n");
  EXPECT_EQ(answer("e 100 102"), "000100/ 000000000001\n000102/ 000000000003\n");
}

TEST_F(SessionTest, ExamineFoldsEqualWords) {
  answer("deposit 100-777 5");
  EXPECT_EQ(answer("e 77-1000"),
            "000077/ 000000000000\n000100/ 000000000005\n000101 to 000777 are the same\n001000/ 000000000000\n");
}

TEST_F(SessionTest, RegistersByName) {
  answer("deposit ac17 123; deposit pc 400; deposit flags 10000; deposit switches 7,,7");
  EXPECT_EQ(answer("e ac17 pc flags switches"),
            "ac17/ 000000000123\npc/ 000400\nflags/ 010000 user\nswitches/ 000007000007\n");
  EXPECT_EQ(machine.cpu().ac(AcNo{017}), Word36{0123});
  EXPECT_EQ(machine.cpu().pc(), VirtualAddress{0400});
  EXPECT_EQ(machine.cpu().flags(), kPcUser);
  EXPECT_EQ(machine.cpu().switches().data, (Word36::halves(7, 7)));
  EXPECT_THAT(answer("e"), StartsWith("pc/ 000400\nflags/ 010000 user\nac0/ 000000000000\n"));
  const std::string two = "ac16/ 000000000000\nac17/ 000000000123\n";
  EXPECT_EQ(answer("e ac16-ac17"), two);
  EXPECT_EQ(answer("e ac16-17"), two);
  EXPECT_EQ(answer("e ac16,ac17"), two);
  EXPECT_EQ(answer("e $ac17,pc"), "ac17/ 000000000123\npc/ 000400\n");
  EXPECT_EQ(answer("e state"), answer("e"));
  EXPECT_EQ(refusal("e ac16-20"), "examine: \"20\" cannot end a range of accumulators; write ac0-17");
}

TEST_F(SessionTest, AccumulatorsAreLocations0To17) {
  answer("deposit 5 77");
  EXPECT_EQ(answer("e ac5"), "ac5/ 000000000077\n");
  EXPECT_EQ(answer("e p:5"), "p:000005/ 000000000000\n");  // the core location of the same address
}

TEST_F(SessionTest, DepositFillsRangesAndText) {
  answer("deposit 100-103 7; deposit 200 \"ABCDEFG\"");
  for (std::uint32_t a = 0100; a <= 0103; ++a) EXPECT_EQ(word(a), Word36{7});
  EXPECT_EQ(word(0200), *packAscii("ABCDE"));
  EXPECT_EQ(word(0201), (Word36{(std::uint64_t{'F'} << 29) | (std::uint64_t{'G'} << 22)}));
}

TEST_F(SessionTest, ExpressionsMayContainSymbols) {
  answer("symbol START 100; deposit START+1 JRST START");
  EXPECT_EQ(word(0101), Word36{0254000000100});
  EXPECT_THAT(answer("symbol"), HasSubstr("START"));
  EXPECT_EQ(answer("evaluate 10."), "000000000012  000000,,000012  10.  000000,,000012\n");
}

struct Bad {
  std::string_view command;
  std::string_view says;
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.command; }
class BadExamine : public SessionTest, public ::testing::WithParamInterface<Bad> {};

TEST_P(BadExamine, IsOneClearLine) {
  EXPECT_THAT(refusal(GetParam().command), HasSubstr(std::string{GetParam().says}));
}

INSTANTIATE_TEST_SUITE_P(
    Commands, BadExamine,
    ::testing::Values(Bad{"examine 1000000", "1000000 is not an address"},
                      Bad{"examine 110-100", "ends before it begins"}, Bad{"examine 100/0", "the range is empty"},
                      Bad{"examine -x 100", "-x is not a format"},
                      Bad{"examine p:1000000", "there is no memory at 1000000"},
                      Bad{"examine 100-", "an address is missing"}, Bad{"examine ac0-ac20", "ac20"},
                      Bad{"examine 777700/1000", "past 777777"}, Bad{"deposit", "a location is missing"},
                      Bad{"deposit 100", "a value is missing"}, Bad{"deposit 1000000 5", "1000000 is not an address"},
                      Bad{"deposit 777776 \"TOO LONG FOR IT\"", "past 777777"}, Bad{"deposit 100 \"", "not closed"},
                      Bad{"deposit 100 \"\"", "the text is empty"}, Bad{"deposit ac1 \"MORE THAN ONE\"", "do not fit"},
                      Bad{"deposit -s 100 \"{}\"", "SIXBIT"}, Bad{"deposit 100 NOSUCH 1,2", "NOSUCH"},
                      Bad{"deposit 100 NOSUCH", "NOSUCH"}));

// A machine with less memory than the address space.
TEST(SmallMemory, DepositOutsideItIsAnError) {
  MachineConfig config;
  config.memory.push_back({*findMemoryKind("MA10"), 0, 16384, 1, 4});
  Machine machine{config};
  DeviceSet devices{machine};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
  const StateHash before = stateHash(machine);
  const auto outside = session.perform("deposit 40000 5");
  ASSERT_FALSE(outside);
  EXPECT_EQ(outside.error().text(), "deposit: there is no memory at 040000; the last word is at 037777");
  EXPECT_FALSE(session.perform("deposit 37776-40001 5"));
  EXPECT_FALSE(session.perform("examine 40000"));
  EXPECT_EQ(stateHash(machine), before);
}

}  // namespace
}  // namespace utah10
