// Breakpoints on events, and watches: number of stops, exact positions, old and new words.
#include <gmock/gmock.h>

#include "command/debug/debug_support.hpp"
#include "machine/paged_machine.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class WatchTest : public DebugTest {
 protected:
  void SetUp() override {
    DebugTest::SetUp();
    assembleAndLink("demo", kAddProgram);
    answer("load demo.sav");
  }
};

// A breakpoint on the demo program: the number of stops before the halt, and PC after each.
struct Case {
  std::string_view command;
  std::size_t stops;
  std::uint32_t pc;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.command; }
class Stopping : public WatchTest, public ::testing::WithParamInterface<Case> {};

TEST_P(Stopping, StopsAtEveryEvent) {
  answer(GetParam().command);
  std::string text = answer("start");
  std::size_t stops = 0;
  while (text.find("halt instruction") == std::string::npos && stops < 20) {
    ++stops;
    EXPECT_THAT(text, HasSubstr("breakpoint after"));
    EXPECT_EQ(pc(), GetParam().pc) << text;
    text = answer("continue");
  }
  EXPECT_EQ(stops, GetParam().stops);
  EXPECT_EQ(ac(1), 3u);
}

INSTANTIATE_TEST_SUITE_P(
    Program, Stopping,
    ::testing::Values(Case{"break LOOP", 3, 0141}, Case{"break demo.mac:6", 3, 0142}, Case{"break e:LOOP", 3, 0141},
                      Case{"break u:LOOP", 0, 0}, Case{"break p:141", 3, 0141}, Case{"break LOOP 2", 2, 0141},
                      Case{"break LOOP if ac1 = 2", 1, 0141}, Case{"break LOOP if ac1 = 2 or ac1 = 0", 2, 0141},
                      Case{"break LOOP if ac1 = 2 and ac1 = 0", 0, 0}, Case{"tbreak LOOP", 1, 0141},
                      Case{"break LOOP process 5", 0, 0}, Case{"break opcode POPJ", 3, 0142},
                      Case{"break opcode 271", 3, 0147}, Case{"break opcode MOVN", 0, 0},
                      Case{"break opcode PUSHJ if e = 146", 3, 0146}, Case{"watch write SUM", 3, 0143},
                      Case{"watch write p:150", 3, 0143}, Case{"watch write e:150", 3, 0143},
                      Case{"watch write u:150", 0, 0}, Case{"watch read SUM", 0, 0}, Case{"watch read 161", 1, 0141},
                      Case{"watch change SUM", 3, 0143}, Case{"watch SUM", 3, 0143},
                      Case{"watch SUM if word SUM = 2", 1, 0143}, Case{"watch change ac1", 3, 0147},
                      Case{"watch write 151-160", 3, 0146}, Case{"watch change STACK", 1, 0146},
                      Case{"watch write SUM 3", 1, 0143}, Case{"break level 1", 0, 0}, Case{"break fault", 0, 0},
                      Case{"break jsys", 0, 0}, Case{"break device tty", 0, 0}));

TEST_F(WatchTest, ReportsOldAndNewWordInstructionAndTime) {
  answer("watch write SUM");
  EXPECT_THAT(answer("start"),
              StartsWith("1: write of 000150 SUM: 000000000000 -> 000000000001, by 000142 LOOP+1/ MOVEM COUNT,SUM at "
                         "0.0000"));
  EXPECT_THAT(answer("continue"), HasSubstr("000000000001 -> 000000000002"));
  EXPECT_THAT(terminal.answers(), HasSubstr("   demo.mac(6): \tMOVEM\tCOUNT,SUM\n"));
}

TEST_F(WatchTest, CommandsRunAndMayContinue) {
  answer("break opcode POPJ do \"examine ac1; continue\"");
  const std::string text = answer("start");
  for (const char* line : {"ac1/ 000000000001\n", "ac1/ 000000000002\n", "ac1/ 000000000003\n"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text, HasSubstr("halt instruction after"));
  EXPECT_THAT(answer("break"), HasSubstr("break 1: opcode 263 POPJ, do examine ac1; continue (passed 3. times)"));
  answer("nobreak; break LOOP do continue; break 142 2; deposit ac1 0");
  answer("start");
  EXPECT_EQ(pc(), 0142u);
  EXPECT_EQ(ac(1), 2u);
  answer("nobreak; break LOOP do \"nonsense; continue\"; start");
  EXPECT_THAT(terminal.answers(), HasSubstr("no such command"));
  EXPECT_EQ(pc(), 0141u);
}

// The limit of a run includes the instructions before breakpoints that continue.
TEST_F(WatchTest, CommandsDoNotLengthenARun) {
  answer("break LOOP do continue; watch change ac1 do continue; deposit pc START; run 7");
  EXPECT_EQ(pc(), 0141u);  // MOVE, PUSHJ, ADDI, POPJ, MOVEM, CAIGE, JRST
}

TEST_F(WatchTest, AreListedDisabledAndRemovedByNumber) {
  answer("break LOOP; watch SUM; break level 3");
  EXPECT_EQ(answer("break"), "break 1: 000141 LOOP\nbreak 2: watch change 000150 SUM\nbreak 3: interrupt on level 3\n");
  answer("disable 1; disable 2; start");
  EXPECT_EQ(pc(), 0145u);
  answer("enable 2; deposit ac1 0; start");
  EXPECT_EQ(pc(), 0143u);
  answer("delete 2; nobreak #3");
  EXPECT_EQ(answer("break"), "break 1: 000141 LOOP, disabled\n");
  EXPECT_THAT(refusal("delete 2"), HasSubstr("no breakpoint number 2"));
}

TEST_F(WatchTest, WatchesThatNeverHitChangeNothing) {
  answer("start");
  const StateHash plain = stateHash(machine);
  Machine other;
  DeviceSet otherDevices{other};
  TextTerminal otherTerminal;
  Session otherSession{other, otherDevices, otherTerminal};
  ASSERT_TRUE(otherSession.performAll(
      "load demo.sav; watch write 5000-5777; watch read u:100; watch change 6000; watch coni tty 10; watch change ac5; "
      "watch change flags if ac1 = 7; break opcode MOVN; break jsys; break fault; break reload; break level 1; "
      "break device tty cono; break 7000; start"));
  EXPECT_EQ(stateHash(other), plain);
}

TEST_F(WatchTest, DevicesAndTheirStatus) {
  answer("load demo.oct; break device tty datao; start 200");
  EXPECT_EQ(pc(), 0202u);
  EXPECT_THAT(terminal.answers(), HasSubstr("1: DATAO TTY,"));
  answer("nobreak; break device tty datai cono; start 200");
  EXPECT_EQ(pc(), 0210u);
  answer("nobreak; watch coni tty 20; start 200");  // busy
  EXPECT_EQ(pc(), 0202u);
  EXPECT_THAT(terminal.answers(), HasSubstr("change of CONI tty bits 20: 000000000000 -> 000000000020"));
  answer("continue");  // the character is out
  EXPECT_THAT(terminal.answers(), HasSubstr("000000000020 -> 000000000000"));
}

// CONO TTY,1 and CONO TTY,21: only the second has bit 20. Then a character makes the console busy.
TEST_F(WatchTest, ConditionsOfADeviceByTheirBits) {
  const char* program =
      "symbols none; nobreak; reset; deposit 100 CONO TTY,1; deposit 101 CONO TTY,21; deposit 102 DATAO TTY,200; "
      "deposit 103 JRST 4,103; deposit 200 117; ";
  answer(std::string{program} + "break device tty cono bits 20; start 100");
  EXPECT_EQ(pc(), 0102u);
  EXPECT_THAT(terminal.answers(), HasSubstr("1: CONO  TTY,000021: "));
  answer("continue");
  EXPECT_EQ(pc(), 0103u);
  answer(std::string{program} + "break device tty cono; start 100");
  EXPECT_EQ(pc(), 0101u);
  answer(std::string{program} + "break device tty cono bits 40; start 100");
  EXPECT_EQ(pc(), 0103u);
}

TEST_F(WatchTest, InterruptsStopAfterTheirFirstInstruction) {
  answer(
      "symbols none; reset; deposit 100 CONO PI,2240; deposit 101 CONO PI,4040; deposit 102 ADDI 2,1; deposit 103 JRST "
      "4,103");
  answer("deposit 44 JSR 300; deposit 301 JRST 12,@300; break level 2; watch write 300");
  const std::string text = answer("start 100");
  EXPECT_EQ(pc(), 0301u);
  EXPECT_THAT(text, HasSubstr("1: interrupt on level 2, by 000102/ JSR 300 in a PI cycle at"));
  EXPECT_THAT(text, HasSubstr("2: write of 000300"));
  EXPECT_EQ(machine.cpu().level(), 2u);
  answer("continue");
  EXPECT_EQ(pc(), 0103u);
  answer("nobreak; break 301 if level = 2; start 100");
  EXPECT_EQ(pc(), 0301u);
}

// DATAO APR relocates the user program by 10000; it stores at its address 100 and continues at its address 42.
TEST_F(WatchTest, UserSpaceIsDistinct) {
  answer(
      "reset; symbols none; deposit 100 DATAO APR,200; deposit 200 10000; deposit 101 JRST 2,@201; "
      "deposit 201 10000,,40; deposit p:10040 MOVEI 1,5; deposit p:10041 MOVEM 1,100; deposit p:10042 JRST 42");
  answer("watch write u:100; watch write e:100; break u:42");
  EXPECT_THAT(answer("start 100"), StartsWith("1: write of u:000100: 000000000000 -> 000000000005, by u:000041/"));
  EXPECT_EQ(pc(), 042u);
  EXPECT_EQ(answer("examine u:100 p:10100"), "u:000100/ 000000000005\np:010100/ 000000000005\n");
  answer("nobreak; reset; watch write p:10100; break 42 if user = 1; start 100");
  EXPECT_THAT(terminal.answers(), HasSubstr("write of p:010100"));
  answer("continue");
  EXPECT_EQ(pc(), 042u);
}

class PagedWatch : public ::testing::Test {
 protected:
  PagedWatch() {
    rig.installHandler();
    rig.map(5, 0);  // absent
    rig.on();
    rig.load(046000, {0201040000001, 0202040005000, 0201040000002, 0202040005000, 0254000006004});
    rig.startUser(06000);
  }
  std::string answer(std::string_view commands) {
    terminal.clear();
    const auto done = session.performAll(commands);
    EXPECT_TRUE(done) << commands << "\n" << (done ? "" : done.error().text());
    return terminal.answers();
  }
  std::uint32_t pc() { return rig.m.cpu().pc().bits(); }

  test::PagedMachine rig;
  DeviceSet devices{rig.m};
  TextTerminal terminal;
  Session session{rig.m, devices, terminal};
};

// The trap of location 70 ends with the faulting instruction; the handler is at 1200.
TEST_F(PagedWatch, PageFaultsByTheirReason) {
  answer("break fault no-page");
  EXPECT_THAT(answer("continue"), HasSubstr("1: page fault at u:005000: no-page"));
  EXPECT_EQ(pc(), 01200u);
  answer("nobreak; break u:6004; continue");
  EXPECT_EQ(pc(), 06004u);
}

// The page is present, but must be copied before a write.
TEST_F(PagedWatch, CopyOnWriteIsAReason) {
  rig.set(test::PagedMachine::word(test::kUpt, 5), test::kAllAccess | 0000400000045);
  answer("break fault no-page; break fault copy-on-write; continue");
  EXPECT_THAT(terminal.answers(), HasSubstr("2: page fault at u:005000: "));
  EXPECT_THAT(terminal.answers(), HasSubstr("copy-on-write"));
  EXPECT_EQ(pc(), 01200u);
}

TEST_F(PagedWatch, OtherReasonsDoNotStop) {
  answer("break fault copy-on-write; break u:6004; continue");
  EXPECT_EQ(pc(), 06004u);
}

// The handler stores a word for the user with UMOVEM, then the user program stores one itself.
TEST_F(PagedWatch, WritesOfUserWordsFromEitherMode) {
  answer("watch write u:5000");
  EXPECT_THAT(answer("continue"), HasSubstr("write of u:005000: 000000000000 -> 000000000001"));
  EXPECT_FALSE(rig.m.cpu().userMode());
  EXPECT_THAT(answer("continue"), HasSubstr("write of u:005000: 000000000001 -> 000000000002, by u:006003/"));
  EXPECT_EQ(pc(), 06004u);
}

TEST_F(PagedWatch, AProcessIsIdentifiedByItsPsb) {
  answer("break u:6002 process 31; break u:6003 process 30; continue");
  EXPECT_EQ(pc(), 06003u);
}

TEST_F(PagedWatch, ReloadsStop) {
  answer("break reload");
  EXPECT_THAT(answer("continue"), HasSubstr("1: pager reload for u:006000: core page 46"));
  EXPECT_EQ(pc(), 06001u);
}

TEST_F(PagedWatch, ExaminingNeverFaults) {
  const StateHash before = stateHash(rig.m);
  EXPECT_EQ(answer("examine u:5000"), "u:005000/ ??\n");
  EXPECT_EQ(answer("examine u:6000"), "u:006000/ 201040000001\n");
  EXPECT_EQ(answer("examine upt31:6001 upt31:5001"), "upt31:006001/ 202040005000\nupt31:005001/ ??\n");
  EXPECT_EQ(answer("examine psb30:775777 p:30777"), "psb30:775777/ 160040000030\np:030777/ 160040000030\n");
  EXPECT_EQ(answer("examine e:600000"), "600000/ ??\n");
  EXPECT_EQ(answer("examine prev:6000"), "prev:006000/ 201040000001\n");
  for (const char* range : {"u:0-777777", "e:0-777777", "upt0:0-777777", "psb3777:0-777777", "upt3777:700000-777777"})
    answer(std::string{"examine "} + range);
  EXPECT_EQ(stateHash(rig.m), before);
  answer("deposit upt31:6000 MOVEI 1,3");
  EXPECT_EQ(rig.real(046000), 0201040000003u);
  terminal.clear();
  EXPECT_FALSE(session.perform("deposit u:5000 1"));
}

}  // namespace
}  // namespace utah10
