// Conformance checklist of the BBN pager, cases 59-65 of docs/sources/pager.md 14, and more of XCT and UMOVE:
// previous-context references.
#include "pager_rig.hpp"

namespace utah10 {
namespace {

using test::lh;
using test::PagerRig;

constexpr std::uint64_t kXct = 0256000000000;
constexpr std::uint64_t kUmove1 = 0100040000000;  // UMOVE 1,
constexpr std::uint64_t kDatum = 0123456701234;   // the user's word 5123

TEST(Checklist, Case59XctInUserModeSelectsNothing) {
  PagerRig rig;
  rig.set(040700, 0200040000002);  // MOVE 1,2
  rig.setAc(2, 0222);
  rig.set(030462, 0777);
  rig.on();
  rig.runUser({kXct | 0000340005700});
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.ac(1), 0222u);
}

// One instruction of the monitor, executed at 1402 by XCT AC,1500.
void runXct(PagerRig& rig, std::uint32_t ac, std::uint64_t object) {
  rig.set(01500, object);
  rig.on();
  rig.run({kXct | (std::uint64_t{ac} << 23) | 01500});
  EXPECT_TRUE(rig.ended()) << std::oct << rig.status();
}

TEST(Checklist, Case60ByteFromTheUser) {
  PagerRig rig;
  rig.setAc(2, 0440600005123);
  rig.set(030462, 0777);
  runXct(rig, 3, 0134040000002);  // ILDB 1,2
  EXPECT_EQ(rig.ac(1), 012u);
  EXPECT_EQ(rig.ac(2), 0360600005123u);
  EXPECT_EQ(rig.at(030462), 0777u);
}

TEST(Checklist, Case60PointerInTheMonitorsMemory) {
  PagerRig rig;
  rig.set(01600, 0440600005123);
  runXct(rig, 3, 0134040001600);  // ILDB 1,1600
  EXPECT_EQ(rig.ac(1), 012u);
  EXPECT_EQ(rig.at(01600), 0360600005123u);
}

TEST(Checklist, Case61ByteToTheUser) {
  PagerRig rig;
  const auto there = rig.at(05123);
  rig.setAc(1, 077);
  rig.setAc(2, 0360600005123);
  rig.set(030462, 0777);
  runXct(rig, 3, 0136040000002);  // IDPB 1,2
  EXPECT_EQ(rig.at(040123), 0127756701234u);
  EXPECT_EQ(rig.ac(2), 0300600005123u);
  EXPECT_EQ(rig.at(030462), 0777u);
  EXPECT_EQ(rig.at(05123), there);
  EXPECT_EQ(rig.cst(040), lh(0400600));
}

TEST(Checklist, Case61ByteToTheUsersAccumulator) {
  PagerRig rig;
  rig.setAc(1, 077);
  rig.setAc(2, 0440600000003);
  rig.setAc(3, 0);
  runXct(rig, 3, 0136040000002);  // IDPB 1,2
  EXPECT_EQ(rig.at(030463), 0770000000000u);
  EXPECT_EQ(rig.ac(3), 0u);
}

TEST(Checklist, Case62PopToTheUser) {
  PagerRig rig;
  rig.set(01600, 0565656);
  rig.setAc(1, 0111);
  rig.setAc(017, 0777777001600);
  runXct(rig, 1, 0262740000001);  // POP 17,1
  EXPECT_EQ(rig.at(030461), 0565656u);
  EXPECT_EQ(rig.ac(1), 0111u);
  EXPECT_EQ(rig.ac(017), 0777776001577u);
}

TEST(Checklist, Case63PushFromTheUser) {
  PagerRig rig;
  rig.set(030462, 0343434);
  rig.setAc(2, 0222);
  rig.setAc(017, 0777777001600);
  runXct(rig, 4, 0261740000002);  // PUSH 17,2
  EXPECT_EQ(rig.at(01601), 0343434u);
  EXPECT_EQ(rig.ac(017), 0000000001601u);
}

TEST(Checklist, Case64AccumulatorsToTheBlockAndBack) {
  PagerRig rig;
  for (std::uint32_t n = 0; n < 017; ++n) rig.setAc(n, 0100 + n);
  rig.setAc(017, 0);
  rig.set(030477, 0777);
  runXct(rig, 1, 0251740000016);  // BLT 17,16
  for (std::uint32_t n = 0; n < 017; ++n) EXPECT_EQ(rig.at(030460 + n), 0100 + n);
  EXPECT_EQ(rig.at(030477), 0777u);
  for (std::uint32_t n = 0; n < 017; ++n) rig.setAc(n, 0);
  rig.setAc(017, 0);
  runXct(rig, 4, 0251740000017);  // BLT 17,17
  for (std::uint32_t n = 0; n < 017; ++n) EXPECT_EQ(rig.ac(n), 0100 + n);
  EXPECT_EQ(rig.ac(017), 0777u);
}

TEST(Checklist, Case64BlocksBetweenUserAndMonitor) {
  PagerRig rig;
  for (std::uint32_t n = 0; n < 4; ++n) rig.set(01600 + n, 0700 + n);
  rig.setAc(1, lh(01600, 05200));
  runXct(rig, 1, 0251040005203);  // BLT 1,5203: out
  for (std::uint32_t n = 0; n < 4; ++n) EXPECT_EQ(rig.at(040200 + n), 0700 + n);
  rig.setAc(1, lh(05200, 01640));
  runXct(rig, 4, 0251040001643);  // BLT 1,1643: in
  for (std::uint32_t n = 0; n < 4; ++n) EXPECT_EQ(rig.at(01640 + n), 0700 + n);
}

TEST(Checklist, Case65FetchAfterAUserStoreIsFromTheMonitor) {
  for (const std::uint32_t mode : {6u, 7u}) {
    PagerRig rig;
    rig.set(03001, lh(0160040, 1));
    rig.setAc(1, 0135);
    rig.on(mode);
    rig.run({0102040005124, 0201100000077, 0103100005123, 0201140000076});  // UMOVEM 1,; MOVEI 2,; UMOVES 2,; MOVEI 3,
    EXPECT_TRUE(rig.ended());
    EXPECT_EQ(rig.at(040124), 0135u);
    EXPECT_EQ(rig.ac(2), kDatum);
    EXPECT_EQ(rig.ac(3), 076u);
  }
}

// Not in the list, but in monitor 1.34.

// FORKS: XCTUM [HRRZS 1] copies the right half of the caller's AC 1 to the monitor.
TEST(ChecklistXct, ReadFromUserWriteToMonitor) {
  PagerRig rig;
  rig.setAc(1, 0111);
  rig.set(030461, 0654321123456);
  runXct(rig, 4, 0553000000001);  // HRRZS 1
  EXPECT_EQ(rig.ac(1), 0123456u);
  EXPECT_EQ(rig.at(030461), 0654321123456u);
}

TEST(ChecklistXct, ReadFromUserWriteToMonitorMemory) {
  PagerRig rig;
  rig.set(05200, 0111);
  rig.set(040200, 0654321123456);
  runXct(rig, 4, 0350000005200);  // AOS 5200
  EXPECT_EQ(rig.at(05200), 0654321123457u);
  EXPECT_EQ(rig.at(040200), 0654321123456u);
}

TEST(ChecklistXct, UpdateInThePreviousContext) {
  PagerRig rig;
  rig.setAc(1, 0111);
  rig.set(040200, 0777);
  runXct(rig, 7, 0250040005200);  // EXCH 1,5200
  EXPECT_EQ(rig.ac(1), 0777u);
  EXPECT_EQ(rig.at(040200), 0111u);
}

// GTJFN and IO: XCTUU [ILDB A,2], XCTUU [IDPB B,2]: the pointer is also the user's, and is stepped there.
TEST(ChecklistXct, PointerOfTheUser) {
  PagerRig rig;
  rig.setAc(2, 0222);
  rig.set(030462, 0440600005123);
  runXct(rig, 7, 0134040000002);  // ILDB 1,2
  EXPECT_EQ(rig.ac(1), 012u);
  EXPECT_EQ(rig.ac(2), 0222u);
  EXPECT_EQ(rig.at(030462), 0360600005123u);
  rig.setAc(1, 077);
  runXct(rig, 7, 0136040000002);  // IDPB 1,2
  EXPECT_EQ(rig.at(030462), 0300600005123u);
  EXPECT_EQ(rig.at(040123), 0127756701234u);
  EXPECT_EQ(rig.ac(2), 0222u);
}

// IO: XCT LDBTB(MOD), whose target is XCTBU LDBTB.
TEST(ChecklistXct, XctOfAnXctThatSelects) {
  PagerRig rig;
  rig.setAc(2, 0440600005123);
  rig.set(01501, kXct | 0000140001502);  // XCT 3,1502
  rig.set(01502, 0134040000002);         // ILDB 1,2
  runXct(rig, 0, kXct | 01501);
  EXPECT_EQ(rig.ac(1), 012u);
  EXPECT_EQ(rig.ac(2), 0360600005123u);
}

// PISRV: XCTUU PATU40, whose target is a UMOVEM.
TEST(ChecklistXct, UmovesReferToTheUserWhateverIsSelected) {
  for (const std::uint32_t choice : {0u, 1u, 3u, 4u, 7u}) {
    PagerRig rig;
    rig.setAc(1, 0246);
    runXct(rig, choice, 0102040005200);  // UMOVEM 1,5200
    EXPECT_EQ(rig.at(040200), 0246u) << choice;
    runXct(rig, choice, kUmove1 | 05123);
    EXPECT_EQ(rig.ac(1), kDatum) << choice;
    runXct(rig, choice, 0103100005200);  // UMOVES 2,5200
    EXPECT_EQ(rig.ac(2), 0246u) << choice;
  }
}

// IO: XCTUU [BLT T1,0(T2)], within the user's pages, and from his accumulators.
TEST(ChecklistXct, BlockTransferWithinTheUser) {
  PagerRig rig;
  rig.setAc(1, lh(05123, 05200));
  runXct(rig, 7, 0251040005200);  // BLT 1,5200
  EXPECT_EQ(rig.at(040200), kDatum);
  for (std::uint32_t n = 2; n < 6; ++n) {
    rig.set(030460 + n, 0700 + n);
    rig.setAc(n, 0);
  }
  rig.setAc(1, lh(2, 05300));
  runXct(rig, 7, 0251040005303);  // BLT 1,5303
  for (std::uint32_t n = 2; n < 6; ++n) EXPECT_EQ(rig.at(040300 + n - 2), 0700 + n);
}

// Monitor 1.28 has no XCTBU: DSKDEV, I/O, JSYS and others move a user's bytes by XCTMU, XCT 1. PUP still uses XCTMU
// [LDB A,PUPLEN], with the pointer in its own core.
TEST(ChecklistXct, BytesUnderXctOne) {
  PagerRig rig;
  rig.setAc(2, 0440600005123);
  rig.set(030462, 0777);
  const auto there = rig.at(05123);
  runXct(rig, 1, 0134040000002);  // ILDB 1,2
  EXPECT_EQ(rig.ac(1), 012u);
  EXPECT_EQ(rig.ac(2), 0360600005123u);
  rig.setAc(1, 077);
  runXct(rig, 1, 0136040000002);  // IDPB 1,2
  EXPECT_EQ(rig.at(040123), 0127756701234u);
  EXPECT_EQ(rig.ac(2), 0300600005123u);
  rig.set(01600, 0300600005123);
  runXct(rig, 1, 0135140001600);  // LDB 3,1600
  EXPECT_EQ(rig.ac(3), 077u);
  EXPECT_EQ(rig.at(030462), 0777u);
  EXPECT_EQ(rig.at(05123), there);
}

// A selection applies to one instruction: neither a nested XCT nor the next instruction inherits it.
TEST(ChecklistXct, TheSelectionIsNotInherited) {
  PagerRig rig;
  rig.set(01501, 0200040001600);  // MOVE 1,1600
  rig.set(01600, 0333);
  runXct(rig, 7, kXct | 01501);
  EXPECT_EQ(rig.ac(1), 0333u);
  rig.set(01500, 0200040005123);
  rig.run({kXct | 0000200001500, 0200100001600});  // XCT 4,1500; MOVE 2,1600
  EXPECT_EQ(rig.ac(1), kDatum);
  EXPECT_EQ(rig.ac(2), 0333u);
}

// Index registers and indirect words belong to the current context.
TEST(ChecklistXct, AddressesAreCalculatedInTheCurrentContext) {
  PagerRig rig;
  rig.setAc(3, 05000);
  rig.set(030463, 0777);
  rig.set(01600, 0000003000123);  // 123(3)
  runXct(rig, 7, 0200060001600);  // MOVE 1,@1600
  EXPECT_EQ(rig.ac(1), kDatum);
  rig.run({0100063774600});  // UMOVE 1,@1600-5000(3)
  EXPECT_EQ(rig.ac(1), kDatum);
}

// CACM 15:3: in user mode these are plain moves.
TEST(ChecklistXct, UmoveOfAUser) {
  PagerRig rig;
  rig.set(030462, 0777);
  rig.setAc(2, 0222);
  rig.on();
  rig.runUser({kUmove1 | 05123, 0102040005200, 0103140005123, 0100200000002, 0101240005432});
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.at(040200), kDatum);
  EXPECT_EQ(rig.ac(3), kDatum);
  EXPECT_EQ(rig.ac(4), 0222u);
  EXPECT_EQ(rig.ac(5), 05432u);
}

}  // namespace
}  // namespace utah10
