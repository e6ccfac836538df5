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

// 5000: MOVEI 1,1   5001: MOVE 2,6000 (page 6 is not there)   5002: JSYS 31, which halts. The handler of PagedMachine
// (JSYS 1100 in 70: PC to 777573, on at 1200) maps the page; 1201 to 1220 are its 17. instructions.
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
  EXPECT_EQ(m.row("START", "user").exclusive.instructions, 3);  // MOVE once: given up, then done
  EXPECT_EQ(m.row("page trap").calls, 1);
  EXPECT_EQ(m.row("page trap").ended, 1);
  EXPECT_EQ(m.row("page trap").exclusive.instructions, 1);
  EXPECT_EQ(m.row("HANDLE").calls, 1);
  EXPECT_EQ(m.row("HANDLE").exclusive, m.log.of(01200, 01230));
  EXPECT_EQ(m.profile.irregular().total(), 0) << m.text();
  EXPECT_THAT(m.folded(), HasSubstr("START;page trap;HANDLE "));
}

}  // namespace
}  // namespace utah10
