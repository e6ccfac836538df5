// Conformance checklist of the BBN pager, cases 1-11 and 66-70: modes, address spaces, associative registers, channels.
//
// The numbers are those of docs/sources/pager.md 14. Words are octal, as a monitor's author would write them.
#include "pager_rig.hpp"

namespace utah10 {
namespace {

using test::lh;
using test::PagerRig;

constexpr std::uint64_t kMove1 = 0200040000000;    // MOVE 1,
constexpr std::uint64_t kUmove1 = 0100040000000;   // UMOVE 1,
constexpr std::uint64_t kUmovem1 = 0102040000000;  // UMOVEM 1,
constexpr std::uint64_t kRwx = lh(0160040);
constexpr std::uint64_t kInUse = lh(0400000);

// Maps monitor page 1, where the programs are, for mode 7.
void mapProgram(PagerRig& rig) { rig.set(03001, kRwx | 1); }
// Core page 41 with a different word at 123.
constexpr std::uint64_t kOther = 0707070606060;
void otherPage(PagerRig& rig, std::uint32_t page = 041) {
  rig.set(04000 + page, kInUse);
  rig.set((page << 9) | 0123, kOther);
}

TEST(Checklist, Case01PagerOffIsReal) {
  PagerRig rig;
  rig.set(0300000, 0111222333444);
  rig.set(03300, kRwx | 040);
  rig.run({kMove1 | 0300000});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0111222333444u);
  EXPECT_TRUE(rig.changedStatusWords().empty());
}

TEST(Checklist, Case02ResidentMonitorIsReal) {
  PagerRig rig;
  rig.on();
  const auto there = rig.at(05123);
  rig.set(05123, 05432);
  rig.run({kMove1 | 05123});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 05432u);
  rig.set(05123, there);  // the word is itself a core status word
  EXPECT_TRUE(rig.changedStatusWords().empty());
  EXPECT_EQ(rig.cst(030), kInUse);
}

TEST(Checklist, Case03ResidentMonitorMapped) {
  PagerRig rig;
  mapProgram(rig);
  rig.on(7);
  rig.run({kMove1 | 05123});
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status(), lh(0410011, 05123));
  EXPECT_EQ(rig.trapPc(), 01402u);
}

TEST(Checklist, Case04ResidentMonitorThroughItsMap) {
  PagerRig rig;
  mapProgram(rig);
  rig.set(03005, kRwx | 040);
  rig.on(7);
  rig.run({kMove1 | 05123});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0123456701234u);
  EXPECT_EQ(rig.cst(040), lh(0400200));
  EXPECT_EQ(rig.cst(001), lh(0400200));  // the program's own page
}

TEST(Checklist, Case05SwappableMonitorMap) {
  PagerRig rig;
  rig.set(03200, kRwx | 040);
  rig.set(03577, kRwx | 041);
  otherPage(rig);
  rig.set(040000, 0111);
  rig.set(041777, 0222);
  rig.on();
  rig.run({kMove1 | 0200000, 0200100577777});  // MOVE 2,577777
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0111u);
  EXPECT_EQ(rig.ac(2), 0222u);
}

TEST(Checklist, Case06JobAreaIsMappedByThePsb) {
  PagerRig rig;
  rig.set(03600, kRwx | 041);
  rig.set(030600, kRwx | 040);
  otherPage(rig);
  rig.on();
  rig.run({kMove1 | 0600123});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0123456701234u);
}

TEST(Checklist, Case07ThePsbMapsItself) {
  PagerRig rig;
  rig.set(030000, 0765);
  rig.on();
  rig.run({kMove1 | 0777000});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0765u);
  EXPECT_EQ(rig.cst(030), lh(0400200));
}

TEST(Checklist, Case08ANewPsbTakesEffectOnlyAfterLoading) {
  PagerRig rig;
  rig.set(030600, kRwx | 040);
  rig.set(032600, kRwx | 041);
  otherPage(rig);
  rig.on();
  rig.set(071, 0000031460032);
  rig.run({kMove1 | 0600123});
  EXPECT_EQ(rig.ac(1), 0123456701234u);
  rig.cono(0);
  rig.run({kMove1 | 0600123});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), kOther);
}

TEST(Checklist, Case09AnArOutlivesItsMapWord) {
  PagerRig rig;
  otherPage(rig);
  rig.on();
  rig.run({kUmove1 | 05123});
  rig.set(031005, kRwx | 041);
  rig.run({kUmove1 | 05123});
  EXPECT_EQ(rig.ac(1), 0123456701234u);
  EXPECT_EQ(rig.cst(041), kInUse);
  rig.cono(0);
  rig.run({kUmove1 | 05123});
  EXPECT_EQ(rig.ac(1), kOther);
}

// Reads monitor 200123 into AC 1 and the user's 5123 into AC 2, both page 40; then moves both to page 41.
void readBothAndMove(PagerRig& rig) {
  otherPage(rig);
  rig.set(03200, kRwx | 040);
  rig.on();
  rig.run({kMove1 | 0200123, 0100100005123});  // UMOVE 2,5123
  EXPECT_EQ(rig.ac(1), 0123456701234u);
  EXPECT_EQ(rig.ac(2), 0123456701234u);
  rig.set(03200, kRwx | 041);
  rig.set(031005, kRwx | 041);
}

TEST(Checklist, Case10ClearingMonitorRegisters) {
  PagerRig rig;
  readBothAndMove(rig);
  rig.run({kMove1 | 0200123, 0100100005123});
  EXPECT_EQ(rig.ac(1), 0123456701234u);
  rig.cono(1);
  rig.run({kMove1 | 0200123, 0100100005123});
  EXPECT_EQ(rig.ac(1), kOther);
  EXPECT_EQ(rig.ac(2), 0123456701234u);
}

TEST(Checklist, Case11ClearingUserRegisters) {
  PagerRig rig;
  readBothAndMove(rig);
  rig.cono(3);
  rig.run({kMove1 | 0200123, 0100100005123});
  EXPECT_EQ(rig.ac(1), 0123456701234u);
  EXPECT_EQ(rig.ac(2), kOther);
}

// Monitor 1.28: CONO 24,10 loads only the AC base and leaves the registers unchanged.
TEST(ChecklistModes, AcBaseAlone) {
  PagerRig rig;
  otherPage(rig);
  rig.set(030502, 0777);
  rig.on();
  rig.run({kUmove1 | 05123});
  rig.set(031005, kRwx | 041);
  rig.set(071, 0000032500032);  // UPT 32, AC base 24, PSB 32
  rig.cono(010);
  rig.run({kUmove1 | 05123, 0100100000002});  // UMOVE 2,2
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0123456701234u);
  EXPECT_EQ(rig.ac(2), 0777u);
}

// MAPRESMON: with the console switch on, mode 6 is mode 7.
TEST(ChecklistModes, TheConsoleSwitchMapsTheResidentMonitor) {
  PagerConfig config;
  config.residentMapped = true;
  PagerRig rig{config};
  mapProgram(rig);
  rig.set(03005, kRwx | 040);
  rig.on();
  rig.run({kMove1 | 05123});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0123456701234u);
}

// The monitor switches between modes 6 and 7 while running (SCHED): the registers stay.
TEST(ChecklistModes, SwitchingKeepsTheRegisters) {
  PagerRig rig;
  mapProgram(rig);
  rig.set(03005, kRwx | 040);
  rig.on(7);
  rig.run({kMove1 | 05123, kUmove1 | 05123});
  EXPECT_EQ(rig.cst(040), lh(0400200));
  rig.set(04040, kInUse);
  rig.cono(6);
  rig.set(05123, 0765);  // real
  rig.run({kMove1 | 05123, 0100100005123});
  EXPECT_EQ(rig.ac(1), 0765u);
  EXPECT_EQ(rig.ac(2), 0123456701234u);
  rig.cono(7);
  rig.run({kMove1 | 05123});
  EXPECT_EQ(rig.ac(1), 0123456701234u);
  EXPECT_EQ(rig.cst(040), kInUse);
}

// PAGEM, PGRME: bit 9 of the status makes the monitor look for the bad word and try again.
TEST(ChecklistModes, ParityErrorInAWalk) {
  PagerRig rig;
  rig.on();
  rig.m.core().injectParityError(PhysicalAddress{031005});
  rig.run({kUmove1 | 05123});
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status() & lh(0000417, 0777777), lh(0000410, 05123)) << std::oct << rig.status();
  EXPECT_EQ(rig.trapPc(), 01402u);
  rig.set(031005, kRwx | 040);
  rig.run({kUmove1 | 05123});
  EXPECT_EQ(rig.ac(1), 0123456701234u);
}

// Touches `pages` user pages twice, all mapped to core page 40; returns how many of the second round's touches missed.
int missesOfSecondRound(PagerRig& rig, std::uint32_t pages) {
  for (std::uint32_t page = 0; page < pages; ++page) rig.set(031100 + page, kRwx | 040);
  rig.on();
  int misses = 0;
  for (const int round : {1, 2})
    for (std::uint32_t page = 0; page < pages; ++page) {
      rig.set(04040, kInUse);
      rig.x(kUmove1 | ((0100 + page) << 9));
      if (round == 2 && rig.cst(040) != kInUse) ++misses;
    }
  return misses;
}

TEST(Checklist, Case66SeventeenPagesInSixteenRegisters) {
  for (const std::uint32_t registers : {1u, 4u, 16u, 54u}) {
    PagerConfig config;
    config.registers = registers;
    PagerRig within{config};
    EXPECT_EQ(missesOfSecondRound(within, registers), 0) << registers;
    PagerRig beyond{config};
    EXPECT_EQ(missesOfSecondRound(beyond, registers + 1), static_cast<int>(registers + 1)) << registers;
  }
}

TEST(Checklist, Case67AChannelBypassesThePager) {
  PagerRig rig;
  rig.on();
  rig.set(031005, 0);
  MemoryPort port(rig.m.core(), rig.m.clock(), "test", 0, [](const MemoryPort::Result&) {});
  port.write(PhysicalAddress{040200}, Word36{0777});
  rig.m.clock().idleUntil(rig.m.now() + microseconds(10));
  EXPECT_EQ(rig.at(040200), 0777u);
  EXPECT_EQ(rig.cst(040), kInUse);
}

TEST(Checklist, Case68NonexistentMemoryInAWalk) {
  // An indirect pointer to a table in core page 2000, which this machine does not have.
  PagerRig rig;
  rig.set(031005, 0560040401007);
  rig.set(020401, 0000020002000);
  rig.on();
  rig.run({kUmove1 | 05123});
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.status() & lh(0000200, 0777777), lh(0000200, 05123)) << std::oct << rig.status();
  EXPECT_EQ(rig.status() & lh(0000057), lh(0000010)) << std::oct << rig.status();
  EXPECT_EQ(rig.trapPc(), 01402u);
}

TEST(Checklist, Case69WithoutAPsbATrapWritesRealCore) {
  PagerRig rig;
  rig.set(071, 0000031000000);
  rig.set(0777, kRwx | 0);  // page 777 of the PSB, which is core page 0
  rig.set(04000, kInUse);
  rig.on();
  rig.run({kMove1 | 0300000});
  EXPECT_TRUE(rig.trapped());
  EXPECT_EQ(rig.at(0571), lh(0410011, 0300000));
  EXPECT_EQ(rig.at(0573), 01402u);
}

TEST(Checklist, Case70OffAndOnAgain) {
  PagerRig rig;
  otherPage(rig);
  rig.on();
  rig.run({kUmove1 | 05123});
  EXPECT_EQ(rig.cst(040), lh(0400200));
  rig.cono(4);
  rig.run({kMove1 | 0200123});
  EXPECT_TRUE(rig.ended()) << "real while off";
  rig.set(072, lh(0500100));  // not loaded by turning on
  rig.set(04040, kInUse);
  rig.cono(6);
  rig.run({kUmovem1 | 05123});
  EXPECT_EQ(rig.cst(040), lh(0400600));
  rig.set(031005, kRwx | 041);
  rig.cono(4);
  rig.cono(0);
  rig.cono(6);
  rig.run({kUmove1 | 05123});
  EXPECT_EQ(rig.ac(1), kOther);
  EXPECT_EQ(rig.cst(041), lh(0500100));
}

}  // namespace
}  // namespace utah10
