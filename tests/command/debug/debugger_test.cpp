// The debugger with symbols and source lines: names, listings, stepping over and out of calls.
#include <gmock/gmock.h>

#include "command/debug/debug_support.hpp"
#include "toolchain/its_information.hpp"
#include "toolchain/radix50.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Debugger : public DebugTest {
 protected:
  void SetUp() override {
    DebugTest::SetUp();
    assembleAndLink("demo", kAddProgram);
    answer("load demo.sav");
  }
};

TEST_F(Debugger, LoadReadsTheDebugFileOfTheImage) {
  EXPECT_THAT(answer("load demo.sav"), HasSubstr("symbols from demo.debug: 7. symbols, 10. source lines\n"));
  EXPECT_EQ(answer("symbol loop"), "LOOP     000000000141\n");
  EXPECT_EQ(answer("evaluate ADD1+1"), "000000000147  000000,,000147  103.  000000,,000147  ADD1+1\n");
}

TEST_F(Debugger, ShowsNamesWhereverThereAreAddresses) {
  EXPECT_EQ(answer("examine -m LOOP"), "000141 LOOP/ 260740000146  PUSHJ P,ADD1\n");
  EXPECT_EQ(answer("examine -m LOOP+1-LOOP+3"),
            "000142 LOOP+1/ 202040000150  MOVEM COUNT,SUM\n"
            "000143 LOOP+2/ 305040000003  CAIGE COUNT,3\n"
            "000144 LOOP+3/ 254000000141  JRST LOOP\n");
  answer("deposit SUM 5");
  EXPECT_EQ(word(0150), Word36{5});
  answer("start; history 1");
  EXPECT_THAT(answer("history 2"), HasSubstr("000143 LOOP+2   / 305040000003  CAIGE COUNT,3"));
  EXPECT_THAT(refusal("break opcode CONI"), HasSubstr("break device tty coni"));
}

TEST_F(Debugger, StepsShowTheSourceLine) {
  EXPECT_EQ(answer("deposit pc START; step"),
            "000141 LOOP/ 260740000146  PUSHJ P,ADD1\ndemo.mac(5): LOOP:\tPUSHJ\tP,ADD1\n");
  EXPECT_EQ(answer("step"), "000146 ADD1/ 271040000001  ADDI COUNT,1\ndemo.mac(10): ADD1:\tADDI\tCOUNT,1\n");
  EXPECT_EQ(answer("finish"), "000142 LOOP+1/ 202040000150  MOVEM COUNT,SUM\ndemo.mac(6): \tMOVEM\tCOUNT,SUM\n");
}

TEST_F(Debugger, NextStepsOverCalls) {
  answer("deposit pc LOOP; deposit P 777770000150");
  answer("next");
  EXPECT_EQ(pc(), 0142u);
  EXPECT_EQ(ac(1), 1u);
  answer("next 3");  // MOVEM, CAIGE, JRST
  EXPECT_EQ(pc(), 0141u);
  answer("step line");
  EXPECT_EQ(pc(), 0146u);
  answer("until LOOP");
  EXPECT_EQ(pc(), 0141u);
  EXPECT_EQ(ac(1), 2u);
  answer("run to demo.mac:7");
  EXPECT_EQ(pc(), 0143u);
}

// A recursive routine: the stack determines which call a return belongs to. FACT at 140 pushes and calls itself until
// AC 1 is 0.
TEST_F(Debugger, NextAndFinishKeepToTheirOwnDepth) {
  assembleAndLink("deep",
                  "P=17\nSTART:\tMOVE P,[IOWD 20,STACK]\n\tMOVEI 1,4\n\tPUSHJ P,DOWN\n\tHALT .\n"
                  "DOWN:\tSOJE 1,RET\n\tPUSH P,1\n\tPUSHJ P,DOWN\n\tPOP P,2\n\tADDI 3,1\nRET:\tPOPJ P,\n"
                  "STACK:\tBLOCK 20\n\tEND START\n");
  answer("load deep.sav; deposit pc START; step 5");  // DOWN+2: AC 1 is 3, one word pushed
  EXPECT_EQ(pc(), 0146u);
  answer("next");
  EXPECT_EQ(pc(), 0147u);
  EXPECT_EQ(ac(3), 2u);  // the two inner calls have counted
  answer("deposit pc START; deposit ac3 0; step 5; finish");
  EXPECT_EQ(pc(), 0143u);
  EXPECT_EQ(ac(3), 3u);
}

TEST_F(Debugger, NextOverASkippingCall) {
  assembleAndLink("skip",
                  "P=17\nSTART:\tPUSHJ P,SUB\n\tHALT .\n\tMOVEI 1,7\n\tHALT .\nSUB:\tAOS (P)\n\tPOPJ P,\n"
                  "\tEND START\n");
  answer("load skip.sav; deposit P 777770001000; next");
  EXPECT_EQ(pc(), 0142u);
}

TEST_F(Debugger, ListsSourceLines) {
  answer("deposit pc LOOP; break demo.mac:7");
  const std::string text = answer("list");
  EXPECT_THAT(text, StartsWith("demo.mac\n"));
  EXPECT_THAT(text, HasSubstr("=>      5  000141  LOOP:\tPUSHJ\tP,ADD1\n"));
  EXPECT_THAT(text, HasSubstr("  *     7  000143  \tCAIGE\tCOUNT,3\n"));
  EXPECT_THAT(text, HasSubstr("        2          P=17\n"));
  EXPECT_THAT(text, HasSubstr("       10  000146  ADD1:"));
  EXPECT_THAT(text, Not(HasSubstr("SUM:")));
  EXPECT_THAT(answer("list demo.mac:12"), HasSubstr("SUM:\t0\n"));
  EXPECT_THAT(refusal("list demo.mac:3"), HasSubstr("line 3 of demo.mac generates no words"));
  // No source lines are known after the literal, so instructions are shown.
  EXPECT_THAT(answer("list 200"), HasSubstr("    000200 STACK+27/ 000000000000  000000,,000000\n"));
}

TEST_F(Debugger, SourcesAreFoundInOtherFolders) {
  std::filesystem::create_directory("elsewhere");
  std::filesystem::rename("demo.mac", "elsewhere/demo.mac");
  answer("load demo.sav");
  EXPECT_THAT(refusal("list LOOP"), HasSubstr("set sources DIR"));
  EXPECT_THAT(answer("set sources elsewhere; list LOOP"), HasSubstr("LOOP:\tPUSHJ"));
  EXPECT_THAT(refusal("set sources nowhere"), HasSubstr("not a folder"));
}

TEST_F(Debugger, SymbolsOfUserSpaceNameUserAddresses) {
  write("user.sym", "UBEG 100\nULOOP 200\n");
  EXPECT_EQ(answer("symbols user.sym user"), "symbols from user.sym: 2. symbols\n");
  EXPECT_EQ(answer("examine u:201"), "u:000201 ULOOP+1/ 000000000000\n");
  EXPECT_EQ(answer("examine 201"), "000201 STACK+30/ 000000000000\n");
  EXPECT_EQ(answer("symbols none; examine 141"), "000141/ 260740000146\n");
  EXPECT_THAT(refusal("symbols nosuch"), HasSubstr("no such file"));
  EXPECT_THAT(refusal("symbols demo.sav"), HasSubstr("no symbol table"));
}

TEST_F(Debugger, ADamagedDebugFileIsRefused) {
  write("demo.debug", "; utah10 debug file 1\nrubbish\n");
  EXPECT_EQ(refusal("load demo.sav"), "demo.debug(2): not a line of a debug file");
}

// An image of core dumps, as bytes of a host file.
std::string coreDump(const std::vector<Word36>& words) {
  const auto bytes = packWords(words, Packing::CoreDump);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST_F(Debugger, ASymbolTableOutsideTheImageIsAWarning) {
  write("bare.sav", coreDump({Word36{0777777000115}, Word36{0777774001000}, Word36{0777776000077},
                              Word36{0201040000005}, Word36{0254000000100}, Word36{0254000000100}}));
  EXPECT_EQ(answer("load bare.sav"),
            "bare.sav: 10/50 SAV (core-dump): 000100-000101, 2 words; 000116-000116, 1 word; start 000100\n"
            "warning: bare.sav: location 116: the symbol table is not in the image: nothing at 001000; no symbols are "
            "loaded\n");
  EXPECT_EQ(word(0100), Word36{0201040000005});
  EXPECT_THAT(refusal("symbols bare.sav"), HasSubstr("the symbol table is not in the image"));
}

// 777777,,100 rotated 777776,,201; + 254000,,100 = 253776,,301.
TEST_F(Debugger, LoadSaysWhatItLeavesUnread) {
  write("tail.bin",
        coreDump({Word36{0254000000001}, Word36{0777777000100}, Word36{0254000000100}, Word36{0253776000301},
                  Word36{0324000000100}, Word36{0324000000100}, Word36{0777777777777}}));
  EXPECT_EQ(answer("load tail.bin"),
            "tail.bin: SBLK (core-dump): 000100-000100, 1 word; start 000100\n"
            "  tail.bin: byte 30: 1 word left unread: they follow the second start word\n");
  EXPECT_EQ(answer("set quiet on; load tail.bin"),
            "tail.bin: byte 30: 1 word left unread: they follow the second start word\n");
}

TEST_F(Debugger, AnItsProgramBringsItsSymbols) {
  const Word36 block{0777777000100}, jump{0254000000100}, header{0777772000000};
  const std::vector<Word36> symbols{radix50Word(0, "GAME"), Word36{0777774000000},   radix50Word(010, "START"),
                                    Word36{0100},           radix50Word(04, "SIZE"), Word36{5}};
  std::vector<Word36> words{Word36{0254000000001}, block, jump, itsBlockSum(block, {&jump, 1}), jump, header};
  words.insert(words.end(), symbols.begin(), symbols.end());
  words.push_back(itsBlockSum(header, symbols));
  words.push_back(jump);
  write("game.bin", coreDump(words));
  EXPECT_EQ(answer("symbols none; load game.bin"),
            "game.bin: SBLK (core-dump): 000100-000100, 1 word; 1 symbol block; start 000100\n"
            "symbols from the image's own table: 2. symbols\n");
  EXPECT_EQ(answer("examine -m start"), "000100 START/ 254000000100  JRST START\n");
  EXPECT_EQ(answer("symbol size"), "SIZE     000000000005\n");
}

// After the 5. instructions MOVE, PUSHJ, ADDI, POPJ, MOVEM the sixth is CAIGE.
TEST_F(Debugger, RunsUntilAnInstructionByItsNumber) {
  answer("counters clear; deposit pc START; run until instruction 5");
  EXPECT_EQ(pc(), 0143u);
  EXPECT_THAT(refusal("run until instruction 5"), HasSubstr("5. instructions have been counted already"));
}

TEST_F(Debugger, CyclesOneByOne) {
  answer("deposit pc START");
  EXPECT_THAT(answer("cycle"), StartsWith("MA 000140"));  // the fetch
  EXPECT_THAT(answer("cycle"), StartsWith("MA 000161"));  // the literal
  answer("step");
  EXPECT_FALSE(machine.cpu().switches().singleCycle);
}

}  // namespace
}  // namespace utah10
