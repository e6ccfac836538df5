// Conformance checklist of the BBN pager, cases 52-58 of docs/sources/pager.md 14: JSYS, the call-from-monitor flag,
// UUOs and interrupts.
#include "pager_rig.hpp"

namespace utah10 {
namespace {

using test::lh;
using test::PagerRig;

constexpr std::uint64_t kJsys = 0104000000000;
constexpr std::uint64_t kUmove1 = 0100040000000;  // UMOVE 1,
constexpr std::uint64_t kInUse = lh(0400000);
constexpr std::uint64_t kDatum = 0123456701234;  // the user's word 5123

// Monitor page 300 is core page 41, word 123 of which differs from the user's.
void monitorPage(PagerRig& rig) {
  rig.set(03300, lh(0160040, 041));
  rig.set(04041, kInUse);
  rig.set(041123, 0606060707070);
}

TEST(Checklist, Case52CallFromUser) {
  PagerRig rig;
  rig.on();
  rig.runUser({kJsys | 030});
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.callPc(), lh(kPcUser, 05011));
  EXPECT_EQ(rig.flags() & (kPcUser | kPcCallFromMonitor), 0u);
}

TEST(Checklist, Case52ArithmeticFlagsSurviveACall) {
  PagerRig rig;
  rig.on();
  constexpr std::uint32_t kSet = kPcOverflow | kPcCarry0 | kPcFloatOverflow | kPcNoDivide;
  rig.runUser({kJsys | 030}, kSet);
  EXPECT_EQ(rig.callPc(), lh(kPcUser | kSet, 05011));
  EXPECT_EQ(rig.flags() & kSet, kSet);
}

TEST(Checklist, Case53CallFromMonitor) {
  PagerRig rig;
  monitorPage(rig);
  rig.words(01300, {kUmove1 | 0300123, 0100100000003, 0254200001301});  // UMOVE 1,300123; UMOVE 2,3; HALT
  rig.set(030463, 0333);
  rig.setAc(3, 0444);
  rig.on();
  rig.run({kJsys | 030});
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.callPc(), 01403u);
  EXPECT_EQ(rig.flags() & kPcCallFromMonitor, kPcCallFromMonitor);
  EXPECT_EQ(rig.ac(1), 0606060707070u);
  EXPECT_EQ(rig.ac(2), 0333u) << "accumulators of the previous context are still in the block";
}

TEST(Checklist, Case54ReturnRestoresTheFlag) {
  for (const std::uint32_t flag : {0u, 0u + kPcCallFromMonitor})
    for (const std::uint64_t back : {0254120777560u, 0254520777560u}) {  // JRSTF, JEN
      PagerRig rig;
      monitorPage(rig);
      rig.set(03005, 0);
      rig.set(01300, back);
      rig.on();
      rig.run({kJsys | 030, flag != 0 ? kUmove1 | 0300123 : kUmove1 | 05123}, flag);
      EXPECT_TRUE(rig.ended());
      EXPECT_EQ(rig.callPc(), lh(flag, 01403));
      EXPECT_EQ(rig.flags() & kPcCallFromMonitor, flag);
      EXPECT_EQ(rig.ac(1), flag != 0 ? 0606060707070u : kDatum);
    }
}

TEST(Checklist, Case54ReturnToTheUser) {
  PagerRig rig;
  rig.set(01300, 0254120777560);
  rig.set(01031, 0777560001310);
  rig.set(01310, PagerRig::halt(01301));
  rig.on();
  rig.runUser({kJsys | 030, 0201040000077, kJsys | 031});  // JSYS 30; MOVEI 1,77; JSYS 31
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.ac(1), 077u);
  EXPECT_EQ(rig.callPc(), lh(kPcUser, 05013));
}

TEST(Checklist, Case55AUserSetsNoMonitorFlags) {
  PagerRig rig;
  rig.set(040015, 0007600005020);
  rig.set(040020, kJsys | 030);
  rig.on();
  rig.runUser({0254120005015});  // JRSTF @5015
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.callPc(), lh(kPcUser, 05021));
}

TEST(Checklist, Case56CoroutineCallOfAUser) {
  PagerRig rig;
  rig.set(040100, 0005200005300);
  rig.set(040300, kJsys | 030);
  rig.on();
  rig.runUser({kJsys | 05100});
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.at(040200), lh(kPcUser, 05011));
  EXPECT_EQ(rig.callPc(), lh(kPcUser, 05301));
}

TEST(Checklist, Case56CoroutineCallOfTheMonitor) {
  for (const std::uint32_t flag : {0u, 0u + kPcCallFromMonitor}) {
    PagerRig rig;
    rig.set(01500, 0001510001520);
    rig.set(01520, PagerRig::halt(01521));
    rig.on();
    rig.run({kJsys | 01500}, flag);
    EXPECT_EQ(rig.pc(), 01521u);
    EXPECT_EQ(rig.at(01510), lh(flag, 01403));
    EXPECT_EQ(rig.flags() & kPcCallFromMonitor, flag);
  }
}

TEST(Checklist, Case57InterruptByJsys) {
  PagerRig rig;
  rig.set(042, kJsys | 01500);
  rig.set(01500, 0001510001520);
  rig.set(01520, 0254520001510);  // JEN @1510
  rig.on();
  rig.x(0700600012300);  // CONO PI,12300
  rig.x(0700600004100);  // CONO PI,4100: a request on channel 1
  rig.runUser({0201040000055});
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.at(01510), lh(kPcUser, 05010));
  EXPECT_EQ(rig.ac(1), 055u);
  EXPECT_EQ(rig.m.bus().coni(DeviceCode::written(4)).bits() & 0377400, 0u) << "dismissed";
}

TEST(Checklist, Case57InterruptEntersTheMonitor) {
  PagerRig rig;
  rig.set(042, kJsys | 01500);
  rig.set(01500, 0001510001520);
  rig.set(01520, PagerRig::halt(01521));
  rig.set(031001, 0);  // page 1 of the user is missing: no reference may use it
  rig.on();
  rig.x(0700600012300);
  rig.x(0700600004100);
  rig.runUser({0201040000055});
  EXPECT_EQ(rig.pc(), 01521u);
  EXPECT_EQ(rig.flags() & kPcUser, 0u);
}

TEST(Checklist, Case58UuoByJsys) {
  for (const auto& [uuo, place] : {std::pair{0047000000123u, 040u}, std::pair{0105040000123u, 060u}}) {
    PagerRig rig;
    rig.set(place + 1, kJsys | 01500);
    rig.set(01500, 0001510001520);
    rig.set(01520, PagerRig::halt(01521));
    rig.on();
    rig.runUser({uuo});
    EXPECT_EQ(rig.pc(), 01521u) << std::oct << uuo;
    EXPECT_EQ(rig.at(place), uuo);
    EXPECT_EQ(rig.at(01510), lh(kPcUser, 05011));
    EXPECT_EQ(rig.flags() & (kPcUser | kPcCallFromMonitor), 0u);
  }
}

TEST(Checklist, Case58UserUuo) {
  // Operations 1-37 go to the user's 40 and 41, through his map.
  PagerRig rig;
  rig.set(031000, lh(0160040, 041));
  rig.set(04041, kInUse);
  rig.set(041041, 0254000005100);  // JRST 5100
  rig.set(040100, kJsys | 030);
  rig.on();
  rig.runUser({0010040000123});
  EXPECT_TRUE(rig.called());
  EXPECT_EQ(rig.at(041040), 0010040000123u);
  EXPECT_EQ(rig.callPc(), lh(kPcUser, 05101));
}

// JTRPSW = 2: the words of monitor calls are in job page 600.
TEST(ChecklistCalls, VectorInTheJobPage) {
  PagerConfig config;
  config.callVector = PagerConfig::CallVector::JobPage;
  PagerRig rig{config};
  rig.set(030600, lh(0160040, 041));
  rig.set(04041, kInUse);
  rig.set(041030, 0777560001310);
  rig.set(01310, PagerRig::halt(01311));
  rig.on();
  rig.runUser({kJsys | 030});
  EXPECT_EQ(rig.pc(), 01311u);
  EXPECT_EQ(rig.callPc(), lh(kPcUser, 05011));
}

// JTRPSW = 1: a process's own copy of the vector, seen in mode 7 only.
TEST(ChecklistCalls, VectorOfTheProcess) {
  for (const std::uint32_t mode : {6u, 7u}) {
    PagerRig rig;
    rig.set(03001, lh(0120040, 041));  // core page 41 is a copy of page 1 except for the vector
    rig.set(04041, kInUse);
    for (std::uint32_t n = 0; n < 01000; ++n) rig.set(041000 + n, rig.at(01000 + n));
    rig.set(041030, 0777560001200);
    rig.on(mode);
    rig.runUser({kJsys | 030});
    EXPECT_EQ(rig.pc(), mode == 7 ? 01201u : 01301u);
  }
}

}  // namespace
}  // namespace utah10
