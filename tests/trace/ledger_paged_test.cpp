// The ledger of a paged machine: reloads, faults and their service, monitor calls.
#include "ledger_rig.hpp"

namespace utah10 {
namespace {

using namespace ledger;
using namespace test::ledger_rig;
using test::cell;
using test::expectCounters;
using test::expectSums;
using test::PagedMachine;
using test::timeOf;

TEST(Ledger, TimesReloadsByChain) {
  PagedProgram rig;
  Counted c{rig.m, kByMode};
  rig.run();
  // Pages 5 and 6, 11 after the fault, 5 again after the registers were cleared.
  EXPECT_EQ(cell(c.ledger, reload(true, 1)).count, 4u);
  EXPECT_EQ(timeOf(c.ledger, reload(true, 1)), 4 * 600);
  EXPECT_EQ(timeOf(c.ledger, kCstUpdates + 8 + 1), 4 * 600);
  EXPECT_EQ(timeOf(c.ledger, reload(true, 2)), 1200);
  EXPECT_EQ(timeOf(c.ledger, reload(true, 3)), 1800);
  EXPECT_EQ(cell(c.ledger, reload(false, 1)).count, 1u);
  EXPECT_EQ(timeOf(c.ledger, kRefused), 600);
  EXPECT_EQ(timeOf(c.ledger, kTrapStore), 400);
  EXPECT_EQ(c.ledger.elapsed().count(),
            4930 + 4330 + 4930 + 3270 + 2840 + 2440 + 2960 + 4360 + 2310 + 2050 + 3880 + 2310 + 3250 + 2440 + 2720);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

TEST(Ledger, TimesAPageFaultAndItsService) {
  PagedProgram rig;
  Counted c{rig.m, kByMode};
  rig.run();
  const unsigned copyOnWrite = 0440;  // group 2, bit 3
  const LedgerCell fault = cell(c.ledger, bucket(kFaults, copyOnWrite));
  EXPECT_EQ(fault.count, 1u);
  EXPECT_EQ(fault.time.count(), 600 + 200);  // map word, status
  EXPECT_EQ(c.ledger.fault(copyOnWrite).served, 1u);
  // The remainder of MOVEM, 200 + 130, and the handler.
  EXPECT_EQ(c.ledger.fault(copyOnWrite).service.count(), 330 + 4360 + 2310 + 2050 + 3880 + 2310 + 3250 + 2440);
}

TEST(Ledger, TimesAMonitorCall) {
  PagedProgram rig;
  Counted c{rig.m, kByMode};
  rig.run();
  const LedgerBucket call = bucket(kCalls, 0300);
  EXPECT_EQ(timeOf(c.ledger, call), 3270 + 2840 + 2440);
  // JSYS belongs to the monitor from its store on: 200 and 130.
  EXPECT_EQ(timeOf(c.ledger, call, LedgerMode::User), 3270 - 330);
  EXPECT_EQ(timeOf(c.ledger, call, LedgerMode::Monitor), 330 + 2840 + 2440);
  const JsysTotals& t = c.ledger.jsys(0300);
  EXPECT_EQ(t.calls, 1u);
  EXPECT_EQ(t.returned[1], 1u);  // skips: +2
  EXPECT_EQ(t.returned[0] + t.returned[2] + t.returned[3] + t.left, 0u);
  EXPECT_EQ(t.inclusive.count(), 3270 + 2840 + 2440);
  EXPECT_EQ(t.elapsed.count(), 3270 + 2840 + 2440);
  EXPECT_EQ(c.ledger.openJsys(0300), 0u);
}

TEST(Ledger, TimesCallsWithinCalls) {
  PagedProgram rig;
  // 1401: JSYS 301; JRST 2,@1400. 301 is JRST 2,@1500, which returns to 1402.
  rig.load(01301, {0001500001501});
  rig.load(01401, {0104000000301, 0254120001400});
  rig.load(01501, {0254120001500});
  rig.set(PagedMachine::user(05004), 0254000005005);  // JRST 5005
  Counted c{rig.m, kByMode};
  rig.m.cpu().run({.instructions = 8});
  // Inner call: JSYS 3160, JRSTF 2440. Outer call: JSYS 3270 and its own JRSTF 2440.
  EXPECT_EQ(timeOf(c.ledger, kCalls + 0301), 3160 + 2440);
  EXPECT_EQ(timeOf(c.ledger, kCalls + 0300), 3270 + 2440);
  EXPECT_EQ(c.ledger.jsys(0301).inclusive.count(), 3160 + 2440);
  EXPECT_EQ(c.ledger.jsys(0300).inclusive.count(), 3270 + 2440 + 3160 + 2440);
  EXPECT_EQ(c.ledger.jsys(0300).returned[0], 1u);
  EXPECT_EQ(c.ledger.jsys(0301).returned[0], 1u);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

// The routine of 301 lies where the call would return with a skip of two, but going there is not its return.
TEST(Ledger, ARoutineBehindItsCallIsNotTheReturn) {
  PagedProgram rig;
  rig.load(01301, {0001500001404});
  rig.load(01401, {0104000000301, 0254120001400, 0});  // 1401: JSYS 301; JRST 2,@1400
  rig.load(01404, {0254120001500});                    // 1404: JRST 2,@1500
  rig.set(PagedMachine::user(05004), 0254000005005);   // JRST 5005
  Counted c{rig.m, kByMode};
  rig.m.cpu().run({.instructions = 8});
  EXPECT_EQ(timeOf(c.ledger, kCalls + 0301), 3160 + 2440);
  EXPECT_EQ(timeOf(c.ledger, kCalls + 0300), 3270 + 2440);
  EXPECT_EQ(c.ledger.jsys(0301).returned[0], 1u);
  EXPECT_EQ(c.ledger.jsys(0301).returned[2], 0u);
  expectSums(c.ledger);
}

// Not a call: without the pager opcode 104 is unassigned and traps to 60.
TEST(Ledger, CountsNoCallsWithoutThePager) {
  test::Rig rig;
  rig.load(061, {0255000000000});  // JFCL
  rig.load(0100, {0104000000300, 0254200000101});
  Counted c{rig.m, kByMode};
  ASSERT_EQ(rig.start(0100), StopReason::Halt);
  EXPECT_EQ(cell(c.ledger, op(0104)).count, 1u);
  EXPECT_EQ(cell(c.ledger, kCalls + 0300).count, 0u);
  EXPECT_EQ(timeOf(c.ledger, op(0255)), 1410);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

}  // namespace
}  // namespace utah10
