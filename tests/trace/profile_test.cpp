// The profile of small programs whose calls and counts are known by hand.
#include <gmock/gmock.h>

#include "profile_rig.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {
namespace {

using test::Profiled;
using test::Rig;
using ::testing::HasSubstr;

constexpr std::uint64_t kHalt = 0254200000000;
constexpr std::uint64_t kPushj = 0260740000000;  // PUSHJ 17,
constexpr std::uint64_t kPopj = 0263740000000;   // POPJ 17,
constexpr std::uint64_t kStack = 0777760001000;  // 16. words from 1001 on

struct ProfileTest : ::testing::Test {
  ProfileTest() {
    m.load(077, {kStack});
    m.load(0100, {0200740000077});  // MOVE 17,77: every program begins with it
    m.label("MAIN", 0100);
  }
  Profiled<Rig> m;
};

//  101: MOVEI 1,3   102: PUSHJ 17,REC   103: HALT
//  REC: SOJLE 1,203   201: PUSHJ 17,REC   202: AOS 2   203: POPJ 17,
// AC 1 is 3, 2, 1 in the three calls. Only the innermost jumps: SOJLE 3, PUSHJ 2, AOS 2, POPJ 3 times: 10 instructions
// in REC, 4 in MAIN; one call from MAIN, two from REC. The shortest call is SOJLE and POPJ, the longest all 10.
TEST_F(ProfileTest, RecursionCountsOnceInInclusiveTime) {
  m.load(0101, {0201040000003, kPushj | 0200, kHalt});
  m.load(0200, {0363040000203, kPushj | 0200, 0350000000002, kPopj});
  m.label("REC", 0200);
  m.start(0100);
  const ProfileRow main = m.row("MAIN");
  const ProfileRow rec = m.row("REC");
  EXPECT_EQ(main.exclusive, m.log.of(0100, 0177));
  EXPECT_EQ(main.exclusive.instructions, 4);
  EXPECT_EQ(main.inclusive.time, m.profile.elapsed());
  EXPECT_EQ(main.calls, 0);
  EXPECT_EQ(rec.exclusive, m.log.of(0200, 0203));
  EXPECT_EQ(rec.exclusive.instructions, 10);
  EXPECT_EQ(rec.inclusive, rec.exclusive);
  EXPECT_EQ(rec.calls, 3);
  EXPECT_EQ(m.calls("MAIN", "REC"), 1);
  EXPECT_EQ(m.calls("REC", "REC"), 2);
  EXPECT_EQ(rec.most, rec.inclusive.time);
  const Duration sojle = m.log.byPc[0200].time / 3;
  const Duration popj = m.log.byPc[0203].time / 3;
  EXPECT_EQ(rec.least, sojle + popj);
  EXPECT_EQ(m.profile.irregular().total(), 0);
  // With "ideal" memory the timing chart gives MOVE 2.31, MOVEI 1.41, PUSHJ 2.58, HALT 1.76, SOJLE 1.73, AOS (fast
  // memory) 2.71 and POPJ 3.06 us. MAIN: 2.31 + 1.41 + 2.58 + 1.76 = 8.06. The two outer calls of REC: 1.73 + 2.58
  // + 2.71 + 3.06 = 10.08 each; the innermost: 1.73 + 3.06 = 4.79. Together 33.01.
  EXPECT_EQ(m.folded(), "MAIN 8060\nMAIN;REC 10080\nMAIN;REC;REC 10080\nMAIN;REC;REC;REC 4790\n");
  EXPECT_EQ(m.profile.elapsed(), nanoseconds(33010));
}

// 101: PUSHJ 17,SKIP   102: HALT   103: HALT       SKIP: AOS (17)   201: POPJ 17,
TEST_F(ProfileTest, SkipReturnsReturn) {
  m.load(0101, {kPushj | 0200, kHalt, kHalt});
  m.load(0200, {0350017000000, kPopj});
  m.label("SKIP", 0200);
  m.start(0100);
  EXPECT_EQ(m.row("SKIP").exclusive, m.log.of(0200, 0201));
  EXPECT_EQ(m.row("SKIP").ended, 1);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, 3);
  EXPECT_EQ(m.profile.irregular().total(), 0);
}

struct Linkage {
  const char* name;
  std::uint64_t call;
  std::uint32_t entry;
  std::uint64_t last;  // instruction of the routine, after MOVEI 3,5
  bool skips;
};
void PrintTo(const Linkage& l, std::ostream* out) { *out << l.name; }
constexpr Linkage kLinkages[] = {
    {"JspByIndex", 0265700000300, 0300, 0254016000000, false},         // JSP 16,300; JRST (16)
    {"JspWithAParameter", 0265700000300, 0300, 0254016000001, true},   // JRST 1(16)
    {"JspIndirect", 0265700000300, 0300, 0254020000016, false},        // JRST @16
    {"JsrIndirect", 0264000000277, 0277, 0254020000277, false},        // JSR 277; JRST @277
    {"JsrRestoringFlags", 0264000000277, 0277, 0254120000277, false},  // JRST 2,@277
    {"JsaJra", 0266700000277, 0277, 0267716000000, false},             // JSA 16,277; JRA 16,(16)
    {"JsaWithAParameter", 0266700000277, 0277, 0267716000001, true},   // JRA 16,1(16)
    {"PushjPopj", kPushj | 0300, 0300, kPopj, false},
    {"PushjLeftByJump", kPushj | 0300, 0300, 0254017000000, false},  // see the test
};

class Linkages : public ::testing::TestWithParam<Linkage> {};

// 101: the call   102: MOVEI 2,1 (a parameter)   103: PUSHJ 17,OTHER   104: HALT. ROUT: MOVEI 3,5 and the return. After
// every kind of return MAIN continues under its own name, and OTHER is called by MAIN, not by ROUT.
TEST_P(Linkages, ComeBack) {
  Profiled<Rig> m;
  const Linkage& how = GetParam();
  m.load(077, {kStack});
  m.load(0100, {0200740000077, how.call, 0201100000001, kPushj | 0400, kHalt});
  m.load(0300, {0201140000005, how.last});
  if (std::string_view{how.name} == "PushjLeftByJump")
    m.load(0300, {0262740000004, 0254004000000});  // POP 17,4; JRST (4)
  m.load(0400, {kPopj});
  m.label("MAIN", 0100);
  m.label("ROUT", how.entry);
  m.label("OTHER", 0400);
  m.start(0100);
  EXPECT_EQ(m.row("ROUT").exclusive, m.log.of(0300, 0301));
  EXPECT_EQ(m.row("ROUT").exclusive.instructions, 2);
  EXPECT_EQ(m.row("ROUT").calls, 1);
  EXPECT_EQ(m.row("ROUT").ended, 1);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, how.skips ? 4 : 5);
  EXPECT_EQ(m.calls("MAIN", "OTHER"), 1);
  EXPECT_EQ(m.profile.irregular().total(), 0) << m.text();
}

INSTANTIATE_TEST_SUITE_P(All, Linkages, ::testing::ValuesIn(kLinkages),
                         [](const auto& test) { return std::string{test.param.name}; });

// JSP 16,.+1 only reads the flags and is not a call.
TEST_F(ProfileTest, JspToTheNextInstructionIsNoCall) {
  m.load(0101, {0265700000102, kHalt});
  m.start(0100);
  EXPECT_EQ(m.rows().size(), 1);
}

// XCT of a call and of a return: both belong to the PC of the XCT.
TEST_F(ProfileTest, ExecutedCallsAndReturns) {
  m.load(0101, {0256000000150, kHalt});
  m.load(0150, {kPushj | 0200, kPopj});
  m.load(0200, {0256000000151});
  m.label("SUB", 0200);
  m.start(0100);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, 4);  // MOVE, XCT and PUSHJ, HALT
  EXPECT_EQ(m.row("SUB").exclusive.instructions, 2);
  EXPECT_EQ(m.row("SUB").exclusive, m.log.of(0200, 0200));
  EXPECT_EQ(m.row("SUB").ended, 1);
}

// 001 in exec mode through 40 and 41: PUSHJ 17,UUOH. UUOH: MOVEI 3,5; POPJ 17,
TEST_F(ProfileTest, UuosCallTheirHandler) {
  m.load(041, {kPushj | 0500});
  m.load(0101, {0001000001234, kHalt});
  m.load(0500, {0201140000005, kPopj});
  m.label("UUOH", 0500);
  m.start(0100);
  EXPECT_EQ(m.row("UUOH").exclusive, m.log.of(0500, 0501));
  EXPECT_EQ(m.row("UUOH").calls, 1);
  EXPECT_EQ(m.row("UUOH").ended, 1);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, 4);  // MOVE, UUO and PUSHJ, HALT
}

// 101: PUSHJ 17,A   102: PUSHJ 17,C   103: HALT
// A: PUSHJ 17,B   201: HALT    B: SUB 17,[2,,2]   301: JRST 102: drops both returns and jumps back to MAIN
// C: POPJ 17,     C's return word takes A's slot: A and B have ended.
TEST_F(ProfileTest, AStackThatIsCutBackEndsItsFrames) {
  m.load(0101, {kPushj | 0200, kPushj | 0400, kHalt});
  m.load(0150, {0000002000002});
  m.load(0200, {kPushj | 0300, kHalt});
  m.load(0300, {0274740000150, 0254000000102});
  m.load(0400, {kPopj});
  m.label("A", 0200);
  m.label("B", 0300);
  m.label("C", 0400);
  m.start(0100);
  EXPECT_EQ(m.row("A").ended, 1);
  EXPECT_EQ(m.row("B").ended, 1);
  EXPECT_EQ(m.row("C").ended, 1);
  EXPECT_EQ(m.calls("MAIN", "C"), 1);
  EXPECT_EQ(m.profile.irregular().cut, 2);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, 3);  // MOVE, PUSHJ, HALT. The PUSHJ at 102 still belonged to B
}

// A longer return: B, called by A, drops its own return and returns for A. A's frame ends with B's.
TEST_F(ProfileTest, AReturnPastSomeFramesEndsThem) {
  m.load(0101, {kPushj | 0200, kHalt});
  m.load(0150, {0000001000001});
  m.load(0200, {kPushj | 0300, kHalt});
  m.load(0300, {0274740000150, kPopj});
  m.label("A", 0200);
  m.label("B", 0300);
  m.start(0100);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, 3);
  EXPECT_EQ(m.row("A").ended, 1);
  EXPECT_EQ(m.row("B").ended, 1);
  EXPECT_EQ(m.profile.irregular().unwound, 1);
  EXPECT_EQ(m.profile.irregular().total(), 1);
}

// PUSH 17,[102]; POPJ 17, is a jump: it is counted, and MAIN continues.
TEST_F(ProfileTest, APopjThatReturnsFromNothingIsAJump) {
  m.load(0101, {0261740000150, kPopj, kHalt, kHalt});
  m.load(0150, {0000000000104});
  m.start(0100);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, 4);
  EXPECT_EQ(m.profile.irregular().tails, 1);
  EXPECT_THAT(m.text(), HasSubstr("irregular transfers: 1. jumps by POPJ\n"));
}

// CONO PI within SUB requests an interrupt on level 5 (location 52: JSR INT).
//  101: CONO PI,2304   102: PUSHJ 17,SUB   103: HALT
//  SUB: CONO PI,4004   201: MOVEI 1,1   202: POPJ 17,
//  INT+1: PUSHJ 17,DEEP   502: JEN @INT       DEEP: POPJ 17,
TEST_F(ProfileTest, AnInterruptHasAStackOfItsOwn) {
  m.load(052, {0264000000500});
  m.load(0101, {0700600002304, kPushj | 0200, kHalt});
  m.load(0200, {0700600004004, 0201040000001, kPopj});
  m.load(0501, {kPushj | 0600, 0254520000500});
  m.load(0600, {kPopj});
  m.label("SUB", 0200);
  m.label("INT", 0500);
  m.label("DEEP", 0600);
  m.start(0100);
  const ProfileRow entry = m.row("interrupt 5", "level 5");
  EXPECT_EQ(entry.calls, 1);
  EXPECT_EQ(entry.ended, 1);
  EXPECT_EQ(entry.exclusive.instructions, 1);  // JSR, with the wasted fetch and the PI entry
  EXPECT_EQ(m.row("INT", "level 5").exclusive.instructions, 2);
  EXPECT_EQ(m.row("DEEP", "level 5").exclusive.instructions, 1);
  EXPECT_EQ(m.row("SUB").exclusive.instructions, 3);
  EXPECT_EQ(entry.inclusive.time, entry.exclusive.time + m.row("INT", "level 5").inclusive.time);
  // The plain log charges the JSR to the interrupted PC, as its record says.
  EXPECT_EQ(m.row("SUB").exclusive.time + entry.exclusive.time, m.log.of(0200, 0202).time);
  EXPECT_EQ(m.row("SUB").most, m.row("SUB").exclusive.time);  // excludes the interrupt
  EXPECT_THAT(m.folded(), HasSubstr("interrupt 5;INT;DEEP "));
  EXPECT_EQ(m.profile.irregular().total(), 0);
}

TEST_F(ProfileTest, TimeBetweenRunsIsNobodys) {
  m.load(0101, {kHalt});
  m.start(0100);
  const Duration first = m.profile.elapsed();
  m.m.clock().idleUntil(m.m.now() + microseconds(7));
  m.start(0100);
  EXPECT_EQ(m.profile.betweenRuns(), microseconds(7));
  EXPECT_EQ(m.profile.elapsed(), 2 * first + microseconds(7));
  EXPECT_EQ(m.profile.elapsed(), m.m.now() - kPowerOn);
  EXPECT_THAT(m.text(), HasSubstr("(between runs)"));
}

TEST_F(ProfileTest, LookingChangesNothing) {
  m.load(0101, {0201040000003, kPushj | 0200, kHalt});
  m.load(0200, {0363040000203, kPushj | 0200, 0350000000002, kPopj});
  Rig plain;
  plain.load(077, {kStack, 0200740000077, 0201040000003, kPushj | 0200, kHalt});
  plain.load(0200, {0363040000203, kPushj | 0200, 0350000000002, kPopj});
  m.start(0100);
  plain.start(0100);
  EXPECT_EQ(stateHash(m.m), stateHash(plain.m));
}

TEST_F(ProfileTest, ClearForgetsEverything) {
  m.load(0101, {kHalt});
  m.start(0100);
  m.profile.clear();
  EXPECT_EQ(m.profile.elapsed(), Duration{});
  EXPECT_EQ(m.rows().size(), 0);
  m.start(0100);
  EXPECT_EQ(m.row("MAIN").exclusive.instructions, 2);
}

}  // namespace
}  // namespace utah10
