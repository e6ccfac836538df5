// The ledger of a plain program, of interrupts and of busy memory; restarting it; the names of its buckets.
#include "ledger_rig.hpp"

namespace utah10 {
namespace {

using namespace ledger;
using namespace test::ledger_rig;
using test::cell;
using test::expectCounters;
using test::expectSums;
using test::timeOf;

TEST(Ledger, TimesAPlainProgram) {
  test::Rig rig;
  loadPlain(rig);
  Counted c{rig.m, kByMode};
  ASSERT_EQ(rig.start(0100), StopReason::Halt);
  EXPECT_EQ(timeOf(c.ledger, op(0201)), 1410);
  EXPECT_EQ(timeOf(c.ledger, op(0202)), 2050);
  EXPECT_EQ(timeOf(c.ledger, op(0256)), 1410);
  EXPECT_EQ(timeOf(c.ledger, op(0270)), 2630);
  EXPECT_EQ(timeOf(c.ledger, op(0254)), 1760);
  EXPECT_EQ(c.ledger.elapsed().count(), 9260);
  // Five fetches of 600, a read of 600, a write of 200.
  EXPECT_EQ(timeOf(c.ledger, access(CycleKind::Fetch)), 3000);
  EXPECT_EQ(timeOf(c.ledger, access(CycleKind::Read)), 600);
  EXPECT_EQ(timeOf(c.ledger, access(CycleKind::Write)), 200);
  EXPECT_EQ(timeOf(c.ledger, kProcessor), 5460);
  for (const LedgerBucket rest : {kNoPagerWork, kNoFault, kLevels, kNoCall, kNoTransfer})
    EXPECT_EQ(timeOf(c.ledger, rest), 9260);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

TEST(Ledger, CountsWaitingForMemory) {
  test::Rig rig{test::Rig::boxesOf("MA10", 4)};
  loadPlain(rig);
  Counted c{rig.m, kByMode};
  ASSERT_EQ(rig.start(0100), StopReason::Halt);
  // Access 610, cycle 1000. MOVEI leaves the box idle for long enough; so do MOVEM's fetch and its store (1000 - 610 is
  // less than 170 + 110 + ...). ADD requests its operand 170 + 110 + 170 = 450 after its instruction word arrived; 390
  // were needed. The store of MOVEM ends 130 after its access of 200; the next request comes 170 later, 500 after the
  // store began: it waits for 1000 - 500 = 500.
  EXPECT_EQ(timeOf(c.ledger, waiting(CycleKind::Fetch)), 500);
  EXPECT_EQ(timeOf(c.ledger, waiting(CycleKind::Read)), 0);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

// CONO PI,2300 turns channel 1 and the system on; CONO PI,4100 requests an interrupt on it.
//  42: JSR 500           1050 + 30 + 680 + 500 = 2260
// 501: MOVEI 2,7                                 1410
// 502: JRST 12,@500      940 + 90 + 940 + 90 + 20 + 30 + 330 = 2440
void loadInterrupt(test::Rig& rig) {
  rig.load(042, {0264000000500});
  rig.load(0501, {0201100000007, 0254520000500});
  rig.load(0100, {0700600002300, 0700600004100, 0201040000001, 0254200000103});
}

TEST(Ledger, TimesAnInterrupt) {
  test::Rig rig;
  loadInterrupt(rig);
  Counted c{rig.m, {.mode = true, .level = true}};
  ASSERT_EQ(rig.start(0100), StopReason::Halt);
  ASSERT_EQ(rig.ac(2), 7u);
  // The wasted fetch, 940, and 90 until the interrupt's cycle.
  EXPECT_EQ(timeOf(c.ledger, kEntries + 1), 1030);
  EXPECT_EQ(timeOf(c.ledger, kInterruptEntry), 1030);
  EXPECT_EQ(cell(c.ledger, kEntries + 1).count, 1u);
  EXPECT_EQ(timeOf(c.ledger, kLevels + 1), 2260 + 1410 + 2440);
  EXPECT_EQ(c.ledger.time({.level = 1}).count(), 1030 + 2260 + 1410 + 2440);
  // CONO: 1050 + 30 + 30 + 120, the bus 1000 + 1000 + 500, then 120 + 30: 3880. The second CONO begins 640 + 1230 after
  // the bus was at 2000 of its 4500, and waits: its T0 comes 4500 after the first one's.
  const DeviceCode pi = DeviceCode::written(4);
  const LedgerCell conos = cell(c.ledger, transfer(pi, static_cast<unsigned>(IoFunction::Cono)));
  EXPECT_EQ(conos.count, 2u);
  EXPECT_EQ(conos.time.count(), 1230 + 4500 + 2500 + 150);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

TEST(Ledger, GivesAnInstructionThatIsCutOffItsOwnBucket) {
  test::Rig rig;
  loadInterrupt(rig);
  // 101: XCT 200; 200: XCT 201; 201: CONO PI,4100, which requests an interrupt. It comes at the fetch of 102. Both XCTs
  // have their own time.
  rig.load(0100, {0700600002300, 0256000000200, 0254200000102});
  rig.load(0200, {0256000000201, 0700600004100});
  Counted c{rig.m, kByMode};
  ASSERT_EQ(rig.start(0100), StopReason::Halt);
  EXPECT_EQ(cell(c.ledger, op(0256)).count, 2u);
  EXPECT_EQ(timeOf(c.ledger, op(0256)), 2 * 1410);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

TEST(Ledger, CountsFromAClear) {
  test::Rig rig;
  loadPlain(rig);
  Counted c{rig.m, kByMode};
  rig.start(0100, {.instructions = 2});
  c.ledger.clear(rig.m.now());
  EXPECT_EQ(c.ledger.elapsed(), Duration{});
  EXPECT_TRUE(c.ledger.totals().empty());
  rig.m.cpu().run({.until = kPowerOn + seconds(1)});
  EXPECT_EQ(c.ledger.elapsed().count(), 1410 + 2630 + 1760);
  expectSums(c.ledger);
}

TEST(Ledger, BeginsAnewWhenTimeGoesBack) {
  test::Rig rig;
  loadPlain(rig);
  const std::vector<std::byte> state = rig.m.save(true);
  Counted c{rig.m, kByMode};
  rig.start(0100);
  ASSERT_TRUE(rig.m.restore(state));
  rig.start(0100);
  EXPECT_EQ(c.ledger.elapsed().count(), 9260);
  expectSums(c.ledger);
}

TEST(LedgerBuckets, HaveNamesOfTheirOwn) {
  std::map<std::pair<LedgerDimension, std::string>, LedgerBucket> seen;
  for (LedgerBucket b = 0; b < kBuckets; ++b) {
    if (b >= kFaults && b < kFaultStopped) continue;  // by causes: bits without a name repeat
    const auto [at, fresh] = seen.try_emplace({dimensionOf(b), bucketName(b, {})}, b);
    EXPECT_TRUE(fresh) << bucketName(b, {}) << " " << b << " and " << at->second;
    EXPECT_EQ(bucketName(b, {}).find(','), std::string::npos);
  }
  EXPECT_EQ(bucketName(op(0200), {}), "MOVE");
  EXPECT_EQ(bucketName(reload(true, 3), {}), "reload-user-3");
  EXPECT_EQ(bucketName(bucket(kFaults, 0440), {}), "copy-on-write");
  EXPECT_EQ(bucketName(waiting(CycleKind::CstRead), {}), "cst-read-wait");
  EXPECT_EQ(bucketName(transfer(DeviceCode::written(0104), 1), {}), "DATAI 104");
}

}  // namespace
}  // namespace utah10
