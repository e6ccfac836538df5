// The names that users of SIMH and GDB try first: each is a command here, or is answered with where to find it.
#include "command/prompt/foreign_names.hpp"

#include <gmock/gmock.h>

#include "command/console/suggestion.hpp"
#include "command/prompt/command_table.hpp"
#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Tried {
  std::string_view typed;
  std::string_view ours;  // the command that it is
};

constexpr Tried kSame[] = {
    // SIMH
    {"e", "examine"},
    {"ex", "examine"},
    {"exam", "examine"},
    {"d", "deposit"},
    {"dep", "deposit"},
    {"eval", "evaluate"},
    {"br", "break"},
    {"bre", "break"},
    {"nobr", "nobreak"},
    {"nobreak", "nobreak"},
    {"at", "attach"},
    {"att", "attach"},
    {"attach", "attach"},
    {"det", "detach"},
    {"detach", "detach"},
    {"load", "load"},
    {"save", "save"},
    {"sa", "save"},
    {"rest", "restore"},
    {"restore", "restore"},
    {"do", "do"},
    {"echo", "echo"},
    {"exp", "expect"},
    {"expect", "expect"},
    {"send", "type"},
    {"set", "set"},
    {"sh", "show"},
    {"sho", "show"},
    {"show", "show"},
    {"reset", "reset"},
    {"boot", "readin"},
    {"go", "start"},
    {"run", "run"},
    {"ru", "run"},
    {"step", "step"},
    {"s", "step"},
    {"n", "next"},
    {"cont", "continue"},
    {"assert", "assert"},
    {"exit", "quit"},
    {"q", "quit"},
    {"bye", "quit"},
    {"help", "help"},
    {"h", "help"},
    {"?", "help"},
    // GDB
    {"b", "break"},
    {"bp", "break"},
    {"break", "break"},
    {"hbreak", "break"},
    {"tb", "tbreak"},
    {"tbreak", "tbreak"},
    {"thbreak", "tbreak"},
    {"watch", "watch"},
    {"wa", "watch"},
    {"del", "delete"},
    {"delete", "delete"},
    {"dis", "disable"},
    {"disable", "disable"},
    {"en", "enable"},
    {"enable", "enable"},
    {"c", "continue"},
    {"fg", "continue"},
    {"si", "step"},
    {"stepi", "step"},
    {"ni", "next"},
    {"nexti", "next"},
    {"next", "next"},
    {"fin", "finish"},
    {"finish", "finish"},
    {"u", "until"},
    {"until", "until"},
    {"advance", "until"},
    {"p", "evaluate"},
    {"print", "evaluate"},
    {"inspect", "evaluate"},
    {"output", "evaluate"},
    {"x", "x"},
    {"i", "info"},
    {"info", "info"},
    {"l", "list"},
    {"list", "list"},
    {"bt", "where"},
    {"backtrace", "where"},
    {"where", "where"},
    {"disas", "disassemble"},
    {"disassemble", "disassemble"},
    {"source", "do"},
    {"start", "start"},
    {"load", "load"},
    {"symbol-file", "symbols"},
    {"record", "record"},
    {"rsi", "back"},
    {"reverse-stepi", "back"},
    {"quit", "quit"},
};

// Other things are done in another way; the answer names a command.
constexpr Tried kOther[] = {
    {"ie", "examine"},
    {"iexamine", "examine"},
    {"id", "deposit"},
    {"asn", "attach"},
    {"assign", "attach"},
    {"deassign", "attach"},
    {"dump", "save"},
    {"sleep", "run"},
    {"throttle", "pace"},
    {"debug", "iotrace"},
    {"nodebug", "iotrace"},
    {"goto", "assert"},
    {"call", "assert"},
    {"on", "assert"},
    {"dir", "host"},
    {"cd", "host"},
    {"version", "show version"},
    {"noexpect", "expect"},
    {"r", "start"},
    {"f", "finish"},
    {"jump", "start"},
    {"j", "start"},
    {"kill", "quit"},
    {"frame", "where"},
    {"up", "where"},
    {"down", "where"},
    {"rwatch", "watch read"},
    {"awatch", "watch write"},
    {"clear", "nobreak"},
    {"condition", "break"},
    {"ignore", "break"},
    {"commands", "break"},
    {"catch", "break fault"},
    {"handle", "break level"},
    {"display", "break"},
    {"thread", "job"},
    {"checkpoint", "save"},
    {"rc", "back until"},
    {"reverse-continue", "back until"},
    {"file", "load"},
    {"directory", "set sources"},
    {"ptype", "evaluate"},
    {"printf", "echo"},
    {"define", "do FILE"},
    {"layout", "list"},
    {"target", "boot"},
};

TEST(ForeignNames, ThatAreOursAreTheSameCommand) {
  for (const Tried& t : kSame) {
    const auto found = findCommand(t.typed);
    ASSERT_TRUE(found) << t.typed << ": " << found.error().text();
    EXPECT_EQ((*found)->name, t.ours) << t.typed;
  }
}

TEST(ForeignNames, ThatDifferPointToOurs) {
  for (const Tried& t : kOther) {
    const auto found = findCommand(t.typed);
    ASSERT_FALSE(found) << t.typed << " is " << (*found)->name;
    EXPECT_EQ(found.error().what, "not a command here") << t.typed;
    EXPECT_THAT(found.error().hint, HasSubstr(std::string{t.ours})) << t.typed;
    EXPECT_EQ(found.error().text().find('\n'), std::string::npos);
  }
}

// A name of the table that a command has would never be looked at.
TEST(ForeignNames, AreNoCommands) {
  for (const ForeignName& f : foreignNames())
    for (const std::string_view name : wordsOf(f.names)) EXPECT_EQ(foreignPointer(name), f.pointer) << name;
  for (const Command& c : commandTable()) {
    EXPECT_EQ(foreignPointer(c.name), "") << c.name;
    for (const std::string_view a : wordsOf(c.aliases)) EXPECT_EQ(foreignPointer(a), "") << a;
  }
}

TEST_F(SessionTest, BreaksWhereGdbWould) {
  answer("load demo.oct; deposit pc 100");
  EXPECT_EQ(answer("b 102"), "break 1: 000102\n");
  EXPECT_THAT(answer("continue"), HasSubstr("000102/"));
  EXPECT_EQ(answer("bp 101"), "break 2: 000101\n");
  EXPECT_THAT(answer("info b"), HasSubstr("break 2: 000101"));
  EXPECT_THAT(answer("i r"), HasSubstr("ac17/ "));
  EXPECT_THAT(answer("info registers $pc ac1"), StartsWith("pc/ 000102\nac1/ "));
  EXPECT_THAT(answer("info version"), StartsWith("utah10 "));
  EXPECT_THAT(answer("show breaks"), HasSubstr("break 1"));
}

TEST_F(SessionTest, XShowsWordsAsGdbDoes) {
  answer("load demo.oct; deposit pc 100");
  EXPECT_EQ(answer("x/2i 100"), "000100/ 271040000001  ADDI 1,1\n000101/ 202040001000  MOVEM 1,1000\n");
  EXPECT_EQ(answer("x 101"), "000101/ 202040001000\n");
  EXPECT_EQ(answer("x/i"), "000100/ 271040000001  ADDI 1,1\n");
  EXPECT_EQ(answer("x/i $pc"), "000100/ 271040000001  ADDI 1,1\n");
  EXPECT_EQ(answer("x/1dh 102"), "000102/ 254000,,000100  23085449280.\n");
  EXPECT_EQ(answer("disassemble 100-101"), answer("x/2i 100"));
  EXPECT_EQ(refusal("x/2z 100"),
            "x: z is not a format; i instructions, o octal, d decimal, s ASCII, c SIXBIT, h half words");
  EXPECT_EQ(refusal("x/99999 100"), "x: 99999 is not a count of words");
}

TEST_F(SessionTest, PrintEvaluatesWithPrecedenceAndRegisters) {
  EXPECT_THAT(answer("print 2+3*4"), StartsWith("000000000016  "));
  EXPECT_THAT(answer("p/d (2+3)*4"), StartsWith("000000000024  "));
  answer("deposit ac5 40; deposit pc 1000");
  EXPECT_THAT(answer("p ac5+2"), StartsWith("000000000042  "));
  EXPECT_THAT(answer("p $pc"), StartsWith("000000001000  "));
  answer("symbol AC5 7");
  EXPECT_THAT(answer("p ac5"), StartsWith("000000000007  "));
  EXPECT_THAT(answer("= MOVEI 1,5"), StartsWith("201040000005  "));
}

TEST_F(SessionTest, SettingsOfOthersPointToOurs) {
  EXPECT_THAT(refusal("set throttle 50%"), HasSubstr("pace real"));
  EXPECT_THAT(refusal("set var x=1"), HasSubstr("deposit PLACE VALUE"));
  EXPECT_THAT(refusal("set cpu 256k"), HasSubstr("machine file"));
}

}  // namespace
}  // namespace utah10
