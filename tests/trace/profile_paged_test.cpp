// The profile on a machine with the pager: calls of the monitor, page traps, processes.
#include <gmock/gmock.h>

#include "machine/paged_machine.hpp"
#include "profile_rig.hpp"

namespace utah10 {
namespace {

using test::PagedMachine;
using test::Profiled;
using ::testing::HasSubstr;

constexpr std::uint64_t kHalt = 0254200000000;

struct PagedProfileTest : ::testing::Test {
  Profiled<PagedMachine> m;
};

// The user, page 5: 5000: MOVEI 1,1   5001: JSYS 30   5002: MOVEI 2,2   5003: JSYS 31
// Monitor, JSYS 30: word 1030 is 1400,,1401: PC goes to 1400. 1401: MOVEI 3,3   1402: AOS 1400? no skip: JRST 2,@1400
// JSYS 31: word 1031 is 1410,,1411: HALT.
TEST_F(PagedProfileTest, ACallOfTheMonitorReturnsToItsUser) {
  m.load(01030, {0001400001401, 0001410001411});
  m.load(01401, {0201140000003, 0254120001400});
  m.load(01411, {kHalt});
  const std::uint32_t at = PagedMachine::user(05000);
  std::uint32_t a = at;
  for (const std::uint64_t w : {0201040000001, 0104000000030, 0201100000002, 0104000000031})
    m.set(a++, static_cast<std::uint64_t>(w));
  m.label("START", 05000, true);
  m.on();
  m.profile.clear();
  m.startUser(05000);
  m.m.cpu().run({.until = kPowerOn + seconds(1)});
  EXPECT_EQ(m.row("START", "user").exclusive.instructions, 4);
  EXPECT_EQ(m.row("START", "user").inclusive.time, m.profile.elapsed());
  const ProfileRow call = m.row("JSYS 30");
  EXPECT_EQ(call.calls, 1);
  EXPECT_EQ(call.ended, 1);
  EXPECT_EQ(call.exclusive.instructions, 2);
  EXPECT_EQ(call.exclusive, m.log.of(01401, 01402));
  EXPECT_EQ(m.row("JSYS 31").exclusive.instructions, 1);
  EXPECT_EQ(m.row("JSYS 31").ended, 0);
  EXPECT_EQ(m.profile.irregular().total(), 0) << m.text();
  EXPECT_THAT(m.folded(), HasSubstr("START;JSYS 30 "));
}

// 5000: MOVEI 1,1   5001: MOVE 2,6000 (page 6 is missing)   5002: JSYS 31, which halts. The handler of PagedMachine
// (JSYS 1100 in 70: PC to 777573, continues at 1200) maps the page; 1201 to 1220 are its 17. instructions.
TEST_F(PagedProfileTest, APageTrapIsUnderWhatItInterruptedAndRestartsIt) {
  m.installHandler();
  m.load(01031, {0001410001411});
  m.load(01411, {kHalt});
  m.map(06, 0);
  std::uint32_t a = PagedMachine::user(05000);
  for (const std::uint64_t w : {0201040000001, 0200100006000, 0104000000031}) m.set(a++, static_cast<std::uint64_t>(w));
  m.label("START", 05000, true);
  m.label("HANDLE", 01200);
  m.on();
  m.profile.clear();
  m.startUser(05000);
  m.m.cpu().run({.until = kPowerOn + seconds(1)});
  EXPECT_EQ(m.row("START", "user").exclusive.instructions, 3);  // MOVE counts once: abandoned, then completed
  EXPECT_EQ(m.row("page trap").calls, 1);
  EXPECT_EQ(m.row("page trap").ended, 1);
  EXPECT_EQ(m.row("page trap").exclusive.instructions, 1);
  EXPECT_EQ(m.row("HANDLE").calls, 1);
  EXPECT_EQ(m.row("HANDLE").exclusive, m.log.of(01200, 01230));
  EXPECT_EQ(m.profile.irregular().total(), 0) << m.text();
  EXPECT_THAT(m.folded(), HasSubstr("START;page trap;HANDLE "));
}

// The same from the monitor: 1500: UMOVE 2,6000   1501: PUSHJ 17,1510   1502: HALT   1510: POPJ 17,   The trap ends
// when the handler returns to 1500, and the PUSHJ belongs to MAIN.
TEST_F(PagedProfileTest, APageTrapOfTheMonitorEnds) {
  m.installHandler();
  m.load(01500, {0100100006000, 0260740001510, kHalt});
  m.load(01510, {0263740000000});
  m.map(06, 0);
  m.label("MAIN", 01500);
  m.label("SUB", 01510);
  m.on();
  m.m.cpu().setAc(AcNo{017}, Word36{0777700001600});
  m.profile.clear();
  m.m.cpu().setFlags(0);
  m.start(01500);
  EXPECT_EQ(m.row("page trap").ended, 1);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, 3);
  EXPECT_EQ(m.calls("MAIN", "SUB"), 1);
  EXPECT_EQ(m.profile.irregular().total(), 0) << m.text();
}

// Two processes, 30 and 32, switched by CONO 24,0 with words 71 and 72 rewritten: each keeps its stack while the other
// runs.
//  MAIN: PUSHJ 17,A   1502: HALT
//  A, 1510: MOVE 1,1550   MOVEM 1,71   CONO PGR,0   now as 32: PUSHJ 17,B   1514: MOVE 1,1551   MOVEM 1,71   CONO PGR,0
//  1517: now as 30 again: POPJ 17,       B, 1530: POPJ 17,
TEST_F(PagedProfileTest, ProcessesHaveStacksOfTheirOwn) {
  m.load(01501, {0260740001510, kHalt});
  m.load(01510, {0200040001550, 0202040000071, 0702600000000, 0260740001530, 0200040001551, 0202040000071,
                 0702600000000, 0263740000000});
  m.load(01530, {0263740000000});
  m.load(01550, {0000031460032, 0000031460030});
  m.set(04000 + 032, 0400000000000);
  m.label("MAIN", 01501);
  m.label("A", 01510);
  m.label("B", 01530);
  m.on();
  m.m.cpu().setAc(AcNo{017}, Word36{0777700001600});
  m.profile.clear();
  m.m.cpu().setFlags(0);
  m.start(01501);
  std::map<std::pair<std::string, ProcessId>, std::uint64_t> instructions;
  for (const ProfileRow& r : m.rows({.processes = true})) instructions[{r.name, *r.process}] = r.exclusive.instructions;
  const std::map<std::pair<std::string, ProcessId>, std::uint64_t> expected{
      {{"MAIN", 030}, 2}, {{"MAIN", 032}, 0}, {{"A", 030}, 4}, {{"A", 032}, 4}, {{"B", 032}, 1}};
  // The frames on the stack of 30 when it first loads the base of 32 are inherited by 32.
  EXPECT_EQ(instructions, expected) << m.text();
  EXPECT_EQ(m.calls("A", "B"), 1);
  EXPECT_EQ(m.row("A").calls, 1);
  EXPECT_EQ(m.row("A").ended, 1);  // as 30; as 32 it never returns
  EXPECT_EQ(m.profile.irregular().total(), 0) << m.text();
}

}  // namespace
}  // namespace utah10
