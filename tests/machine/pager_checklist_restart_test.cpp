// Conformance checklist of the BBN pager, cases 40-51 of docs/sources/pager.md 14: what a trap saves, and that a
// program goes on where it should.
//
// The handler of PagerRig does what TENEX does (PAGEM, PGUNTP): maps the page, completes a pure write with its own
// store, returns to the saved PC. Each case must end in the state that a machine without the trap reaches.
#include "pager_rig.hpp"

namespace utah10 {
namespace {

using test::lh;
using test::PagerRig;

constexpr std::uint64_t kMovem1 = 0202040000000;  // MOVEM 1,
constexpr std::uint64_t kUmove1 = 0100040000000;  // UMOVE 1,

TEST(Checklist, Case40UserReadFault) {
  PagerRig rig;
  rig.standBy();
  rig.on();
  rig.runUser({0200040006123});  // MOVE 1,6123
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status(), lh(0410010, 06123));
  EXPECT_EQ(rig.trapPc(), lh(kPcUser, 05010));
  EXPECT_EQ(rig.flags() & (kPcUser | kPcCallFromMonitor), 0u);
}

TEST(Checklist, Case40FlagsAreSavedAndKept) {
  PagerRig rig;
  rig.standBy();
  rig.on();
  constexpr std::uint32_t kSet = kPcOverflow | kPcCarry1 | kPcFloatUnderflow | kPcUserIo;
  rig.runUser({0200040006123}, kSet);
  EXPECT_EQ(rig.trapPc(), lh(kPcUser | kSet, 05010));
}

TEST(Checklist, Case41UmoveFault) {
  PagerRig rig;
  rig.standBy();
  rig.on();
  rig.run({kUmove1 | 06123});
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status(), lh(0410010, 06123));
  EXPECT_EQ(rig.trapPc(), 01402u);
}

TEST(Checklist, Case42AccumulatorsOfThePreviousContext) {
  PagerRig rig;
  rig.set(030462, 0777);
  rig.on();
  rig.run({kUmove1 | 2});
  EXPECT_EQ(rig.ac(1), 0777u);
  rig.set(030775, 0);
  rig.cono(0);
  rig.run({kUmove1 | 2});
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status(), lh(0410011, 0775462));
}

TEST(Checklist, Case43StoreIsCompletedByTheMonitor) {
  PagerRig rig;
  rig.standBy();
  rig.on();
  rig.setAc(1, 0123);
  rig.runUser({kMovem1 | 06200});
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status(), lh(0410004, 06200));
  EXPECT_EQ(rig.datum(), 0123u);
  EXPECT_EQ(rig.trapPc(), lh(kPcUser, 05011));
  EXPECT_EQ(rig.at(041200), 0u);
}

// A user's program, to be run also on a machine with all pages present: both must end in the same state.
struct Ending {
  std::vector<std::uint64_t> acs;
  std::vector<std::uint64_t> words;
  std::uint64_t callPc = 0;
  std::uint64_t traps = 0;
  bool operator==(const Ending& o) const { return acs == o.acs && words == o.words && callPc == o.callPc; }
};

struct Program {
  std::initializer_list<std::uint64_t> code;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> acs;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> words;  // real
  std::vector<std::uint32_t> absent = {6};                     // page p is in core page 33+p
  bool ac1Matters = true;  // BLT leaves its progress in its AC when it is interrupted
};

Ending endingOf(const Program& p, bool absent) {
  PagerRig rig;
  rig.installHandler();
  for (const std::uint32_t page : {6u, 7u, 010u}) {
    rig.standBy(page, 033 + page);
    rig.set(031000 + page, lh(0160040, 033 + page));
  }
  if (absent)
    for (const std::uint32_t page : p.absent) rig.set(031000 + page, 0);
  for (const auto& [real, word] : p.words) rig.set(real, word);
  for (const auto& [n, word] : p.acs) rig.setAc(n, word);
  rig.on();
  rig.runUser(p.code);
  EXPECT_TRUE(rig.called()) << std::oct << "PC " << rig.pc() << " status " << rig.status();
  Ending e;
  for (std::uint32_t n = 0; n < 16; ++n) e.acs.push_back(rig.ac(n));
  for (std::uint32_t a = 040000; a < 044000; ++a) e.words.push_back(rig.at(a));
  if (!p.ac1Matters) e.acs[1] = 0;
  e.callPc = rig.callPc();
  e.traps = rig.traps();
  return e;
}

// Runs both; returns the number of traps on the one with absent pages.
std::uint64_t sameWithAndWithout(const Program& p) {
  const Ending there = endingOf(p, false);
  const Ending absent = endingOf(p, true);
  EXPECT_EQ(there.acs, absent.acs);
  EXPECT_EQ(there.callPc, absent.callPc);
  for (std::size_t n = 0; n < there.words.size(); ++n)
    EXPECT_EQ(there.words[n], absent.words[n]) << std::oct << "word " << 040000 + n;
  EXPECT_EQ(there.traps, 0u);
  return absent.traps;
}

TEST(Checklist, Case43OneStoreInAll) {
  // AOS 5700 shows that the store is not done twice: MOVEM is followed by it in the same page.
  EXPECT_EQ(sameWithAndWithout({{kMovem1 | 06200, 0350000006200}, {{1, 0123}}, {}}), 1u);
}

TEST(Checklist, Case43FlagsOfTheInstructionAreComplete) {
  // ADDB would be a read-modify-write; SETOM and HRLZM are not. JSP shows the flags and PC.
  EXPECT_EQ(sameWithAndWithout({{0476000006200, 0265100005012, 0516040006201}, {{1, 0123}}, {}}), 1u);
}

TEST(Checklist, Case44CountingIsRestarted) {
  PagerRig rig;
  rig.standBy();
  rig.set(041200, 0654);
  rig.on();
  rig.runUser({0350040006200});  // AOS 1,6200
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status(), lh(0410014, 06200));
  EXPECT_EQ(rig.trapPc(), lh(kPcUser, 05010));
  EXPECT_EQ(sameWithAndWithout({{0350040006200}, {}, {{041200, 0654}}}), 1u);
  EXPECT_EQ(endingOf({{0350040006200}, {}, {{041200, 0654}}}, true).words[01200], 0655u);
}

TEST(Checklist, Case44OtherUpdatesAreRestarted) {
  for (const std::uint64_t update :
       {0434040006200u, 0272040006200u, 0250040006200u, 0542040006200u, 0370000006200u, 0137040005700u, 0273040006200u})
    // IORM ADDM EXCH HRRM SOS DPB ADDB
    EXPECT_EQ(sameWithAndWithout({{update}, {{1, 0123450000007}}, {{041200, 0777777000654}, {040700, 0140600006200}}}),
              1u)
        << std::oct << update;
}

TEST(Checklist, Case45PushMovesItsPointerOnce) {
  const Program push{{0261040005700}, {{1, 0777700006177}}, {{040700, 0456}}};
  EXPECT_EQ(sameWithAndWithout(push), 1u);
  const Ending e = endingOf(push, true);
  EXPECT_EQ(e.acs[1], 0777701006200u);
  EXPECT_EQ(e.words[01200], 0456u);
}

TEST(Checklist, Case45PushjPopAndSubroutineJumps) {
  // PUSHJ 1,5011
  EXPECT_EQ(sameWithAndWithout({{0260040005011}, {{1, 0777700006177}}, {}}), 1u);
  // POP 1,6300 with the stack in page 7: first the word read, then the word written
  EXPECT_EQ(sameWithAndWithout({{0262040006300}, {{1, 0777700007200}}, {{042200, 0456}}, {6}}), 1u);
  EXPECT_EQ(sameWithAndWithout({{0262040006300}, {{1, 0777700007200}}, {{042200, 0456}}, {7}}), 1u);
  EXPECT_EQ(sameWithAndWithout({{0262040006300}, {{1, 0777700007200}}, {{042200, 0456}}, {6, 7}}), 2u);
  // POPJ 1,
  EXPECT_EQ(sameWithAndWithout({{0263040000000}, {{1, 0777700006200}}, {{041200, 05011}}}), 1u);
  // JSR 6200 and back: the word, then the fetch at 6201, which is present by then
  EXPECT_EQ(sameWithAndWithout({{0264000006200}, {}, {{041201, 0254020006200}}}), 1u);
  // JSA 1,6200 and JRA 1,(1)
  EXPECT_EQ(sameWithAndWithout({{0266040006200}, {{1, 0777}}, {{041201, 0267041000000}}}), 1u);
}

TEST(Checklist, Case46BytesAreStoredOnce) {
  // IDPB 1,5700 with the byte in page 6: the pointer has been stepped when the page is found missing
  const Program idpb{{0136040005700}, {{1, 077}}, {{040700, 0440600006200}}};
  EXPECT_EQ(sameWithAndWithout(idpb), 1u);
  const Ending e = endingOf(idpb, true);
  EXPECT_EQ(e.words[0700], 0360600006200u);
  EXPECT_EQ(e.words[01200], 0770000000000u);
  // The pointer in the absent page
  EXPECT_EQ(sameWithAndWithout({{0136040006700}, {{1, 077}}, {{041700, 0440600005600}}}), 1u);
  EXPECT_EQ(sameWithAndWithout({{0136040006700}, {{1, 077}}, {{041700, 0440600007600}}, {6, 7}}), 2u);
  // ILDB 1,5700; LDB 1,5700; IBP 6700
  EXPECT_EQ(sameWithAndWithout({{0134040005700}, {}, {{040700, 0440600006200}, {041200, 0774000000000}}}), 1u);
  EXPECT_EQ(sameWithAndWithout({{0135040005700}, {}, {{040700, 0360600006200}, {041200, 0774000000000}}}), 1u);
  EXPECT_EQ(sameWithAndWithout({{0133000006700}, {}, {{041700, 0440600005600}}}), 1u);
}

TEST(Checklist, Case46ByteFaultSavesFirstPartDone) {
  PagerRig rig;
  rig.standBy();
  rig.set(040700, 0440600006200);
  rig.on();
  rig.runUser({0134040005700});  // ILDB 1,5700
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.at(040700), 0360600006200u);
  EXPECT_EQ(rig.trapPc(), lh(kPcUser | kPcByteIncrement, 05010));
  EXPECT_EQ(rig.status(), lh(0410010, 06200));
}

TEST(Checklist, Case46DepositReportsReadAndWrite) {
  // Never a pure write: the monitor would store a meaningless datum. (LDB's word is a read; DPB's is read first.)
  PagerRig rig;
  rig.standBy();
  rig.set(040700, 0360600006200);
  rig.on();
  rig.runUser({0137040005700});  // DPB 1,5700
  EXPECT_TRUE(rig.trapped());
  EXPECT_NE(rig.status() & lh(0000010), 0u) << std::oct << rig.status();
}

// Twenty words from 5760 on, in several pages.
std::vector<std::pair<std::uint32_t, std::uint64_t>> numbers(std::uint32_t real) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> words;
  for (std::uint32_t n = 0; n < 0140; ++n) words.emplace_back(real + n, 0111000000000 + n);
  return words;
}

TEST(Checklist, Case47BltToAnAbsentPage) {
  // BLT 1,7017 from 5700: the destination runs from 6770 over the end of page 6 into page 7
  const Program blt{{0251040007017}, {{1, 0005700006770}}, numbers(040700), {6, 7}, false};
  EXPECT_EQ(sameWithAndWithout(blt), 2u);
  const Ending e = endingOf(blt, true);
  for (std::uint32_t n = 0; n < 030; ++n) EXPECT_EQ(e.words[01770 + n], 0111000000000 + n) << n;
  // Only the very first word, and only the last word, in an absent page
  EXPECT_EQ(sameWithAndWithout({{0251040006017}, {{1, 0005700006000}}, numbers(040700), {6}, false}), 1u);
  EXPECT_EQ(sameWithAndWithout({{0251040006000}, {{1, 0005700005740}}, numbers(040700), {6}, false}), 1u);
  // A single word
  EXPECT_EQ(sameWithAndWithout({{0251040006000}, {{1, 0005700006000}}, numbers(040700), {6}, false}), 1u);
}

TEST(Checklist, Case48BltFromAnAbsentPage) {
  const Program blt{{0251040005727}, {{1, 0006770005700}}, numbers(041770), {6, 7}, false};
  EXPECT_EQ(sameWithAndWithout(blt), 2u);
  const Ending e = endingOf(blt, true);
  for (std::uint32_t n = 0; n < 030; ++n) EXPECT_EQ(e.words[0700 + n], 0111000000000 + n) << n;
  // From one absent page to another
  EXPECT_EQ(sameWithAndWithout({{0251040010027}, {{1, 0006770007770}}, numbers(041770), {6, 7, 010}, false}), 3u);
}

TEST(Checklist, Case49TheXctIsSavedNotItsTarget) {
  PagerRig rig;
  rig.standBy();
  rig.set(040700, 0200040006200);  // 5700: MOVE 1,6200
  rig.on();
  rig.runUser({0256000005700});
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.trapPc(), lh(kPcUser, 05010));
  EXPECT_EQ(rig.status(), lh(0410010, 06200));
  EXPECT_EQ(sameWithAndWithout({{0256000005700}, {}, {{040700, 0200040006200}, {041200, 077}}}), 1u);
  // A chain whose last target is in the absent page
  EXPECT_EQ(sameWithAndWithout({{0256000005700}, {}, {{040700, 0256000006200}, {041200, 0201040000077}}}), 1u);
  // With a pure write: continues after the XCT
  EXPECT_EQ(sameWithAndWithout({{0256000005700}, {{1, 05}}, {{040700, 0202040006200}}}), 1u);
}

TEST(Checklist, Case49PreviousContextIsSelectedAgain) {
  // XCT 4,[MOVE 1,6123] in the monitor
  PagerRig rig;
  rig.installHandler();
  rig.standBy();
  rig.set(041123, 0246);
  rig.set(01500, 0200040006123);
  rig.on();
  rig.run({0256200001500});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0246u);
  EXPECT_EQ(rig.traps(), 1u);
  EXPECT_EQ(rig.trapPc(), 01402u);
  EXPECT_EQ(rig.status(), lh(0410010, 06123));
}

TEST(Checklist, Case50IndirectWordAbsent) {
  PagerRig rig;
  rig.standBy();
  rig.on();
  rig.runUser({0202060006200});  // MOVEM 1,@6200
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status(), lh(0410030, 06200));
  EXPECT_EQ(rig.trapPc(), lh(kPcUser, 05010));
  EXPECT_EQ(sameWithAndWithout({{0202060006200}, {{1, 5}}, {{041200, 05700}}}), 1u);
}

TEST(Checklist, Case51FaultInAPiCycle) {
  PagerRig rig;
  rig.on();
  rig.set(042, 0200040300000);              // MOVE 1,300000
  rig.x(0700600002300);                     // CONO PI,2300: channel 1 and the system on
  rig.run({0700600004100, 0255000000000});  // CONO PI,4100; JFCL
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status(), lh(0410051, 0300000)) << std::oct << rig.status();
}

// PISRV checks for a push-down overflow together with a trap: the PUSH had been done except for its store.
TEST(ChecklistTrap, PushDownOverflowComesWithTheTrap) {
  PagerRig rig;
  rig.standBy();
  rig.on();
  rig.setAc(1, 0777777006177);
  rig.runUser({0261040005700});  // PUSH 1,5700
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.ac(1), 06200u);
  EXPECT_TRUE(rig.pdlOverflow());
  EXPECT_EQ(rig.trapPc(), lh(kPcUser, 05011));
}

TEST(ChecklistTrap, LocationSeventyMayHoldAJsr) {
  PagerRig rig;
  rig.set(070, 0264000001500);  // JSR 1500
  rig.set(01501, PagerRig::halt(01502));
  rig.standBy();
  rig.on();
  rig.runUser({0200040006123});
  EXPECT_EQ(rig.pc(), 01502u);
  EXPECT_EQ(rig.at(01500), lh(kPcUser, 05010));
  EXPECT_EQ(rig.status(), lh(0410010, 06123));
  EXPECT_EQ(rig.flags() & kPcUser, 0u);
}

// An instruction of the EXECUTE key traps like any other. It is not known whether bit 11 (console key) is then set.
TEST(ChecklistTrap, UnderTheExecuteKey) {
  PagerRig rig;
  rig.standBy();
  rig.on();
  rig.m.cpu().setPc(VirtualAddress{01402});
  rig.x(kUmove1 | 06123);
  EXPECT_EQ(rig.pc(), 01200u);
  EXPECT_EQ(rig.status() & ~lh(0000100), lh(0410010, 06123)) << std::oct << rig.status();
  EXPECT_EQ(rig.trapPc(), 01402u);
}

// The monitor keeps page 777 in core; if it did not, each trap would cause another.
TEST(ChecklistTrap, ACircleOfTrapsCanBeStopped) {
  PagerRig rig;
  rig.set(030777, 0);
  rig.on();
  rig.set(01402, kUmove1 | 06123);
  rig.m.cpu().setFlags(0);
  rig.m.cpu().setPc(VirtualAddress{01402});
  EXPECT_EQ(rig.m.cpu().run({.instructions = 1000}), StopReason::InstructionLimit);
  EXPECT_EQ(rig.status(), lh(0410005, 0777573)) << std::oct << rig.status();
  Probe nobody;
  rig.m.cpu().connect(nobody);
  EXPECT_EQ(rig.m.cpu().run({.instructions = 1000}), StopReason::InstructionLimit);
}

}  // namespace
}  // namespace utah10
