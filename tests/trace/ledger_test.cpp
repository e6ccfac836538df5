// The ledger against programs whose counts and times are known by hand: "srm" timing, ideal core (read .60, write .20
// us, no waiting), which give in ns
//   fetch        before 170, access 600, after 170 = 940; address 90, its end 20 = 110; together 1050
//   operand      170 + 600 + 160 = 930; none 30; accumulator 140; store 170 + 200 + 130 = 500; read-pause-write
//                260 + 600 + 160 and 130 + 130 after execution; indirect word 170 + 600 + 170 and 90
//   execution    30 + class + 30: plain 270, adder 450, two-step 620
#include "utah10/trace/ledger.hpp"

#include "ledger_support.hpp"
#include "machine/paged_machine.hpp"
#include "utah10/trace/state_hash.hpp"

namespace utah10 {
namespace {

using namespace ledger;
using test::cell;
using test::expectCounters;
using test::expectSums;
using test::PagedMachine;
using test::timeOf;

constexpr LedgerSplit kByMode{.mode = true};
constexpr LedgerSplit kByAll{.mode = true, .process = true, .level = true, .symbol = true};
constexpr LedgerBucket op(unsigned n) { return bucket(kInstructions, n); }

std::int64_t timeOf(const Ledger& ledger, LedgerBucket b, LedgerMode mode) {
  return cell(ledger, b, [&](const LedgerPlace& p) { return p.mode == mode; }).time.count();
}

// A ledger on a machine from now on, and the machine's counters with it.
struct Counted {
  Counted(Machine& machine, LedgerSplit split, LabelFinder labels = {}) : m(machine), ledger(split, std::move(labels)) {
    ledger.begin(m.now());
    m.cpu().connect(ledger);
    m.cpu().counters() = Counters{};
  }
  ~Counted() { m.cpu().disconnect(ledger); }
  Machine& m;
  Ledger ledger;
};

// 100: MOVEI 1,5         1050 + 30 + 330             = 1410
// 101: MOVEM 1,1000      1050 + 30 + 140 + 330 + 500 = 2050
// 102: XCT 104           1050 + 30 + 330             = 1410 of its own
// 104: ADD 1,1000        1050 + 930 + 140 + 510      = 2630
// 103: JRST 4,103 (HALT) 1050 + 30 + 330, and 350 that a halt takes longer = 1760
void loadPlain(test::Rig& rig) {
  rig.load(0100, {0201040000005, 0202040001000, 0256000000104, 0254200000103, 0270040001000});
}

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
  // Access 610, cycle 1000. MOVEI leaves the box alone for long enough; so do MOVEM's fetch and its store (1000 - 610
  // is less than 170 + 110 + ...). ADD asks for its operand 170 + 110 + 170 = 450 after its word came: 390 had to pass.
  // The store of MOVEM ends 130 after its access of 200; the next request comes 170 later, 500 after the store began:
  // it waits for 1000 - 500 = 500.
  EXPECT_EQ(timeOf(c.ledger, waiting(CycleKind::Fetch)), 500);
  EXPECT_EQ(timeOf(c.ledger, waiting(CycleKind::Read)), 0);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

// CONO PI,2300 turns channel 1 and the system on; CONO PI,4100 asks for an interrupt on it.
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
  // The fetch that is wasted, 940, and 90 to the interrupt's cycle.
  EXPECT_EQ(timeOf(c.ledger, kEntries + 1), 1030);
  EXPECT_EQ(timeOf(c.ledger, kInterruptEntry), 1030);
  EXPECT_EQ(cell(c.ledger, kEntries + 1).count, 1u);
  EXPECT_EQ(timeOf(c.ledger, kLevels + 1), 2260 + 1410 + 2440);
  EXPECT_EQ(c.ledger.time({.level = 1}).count(), 1030 + 2260 + 1410 + 2440);
  // CONO: 1050 + 30 + 30 + 120, the bus 1000 + 1000 + 500, then 120 + 30: 3880. The second CONO begins 640 + 1230 after
  // the bus was at 2000 of its 4500, and waits: its T0 is 4500 after the first one's.
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
  // 101 asks, 102: MOVE 1,@200 is taken at its indirect word: the interrupt comes at the fetch already. With XCT 4,
  // which asks by its target, XCT 102, the fetch of the target is where it comes.
  rig.load(0100, {0700600002300, 0256000000200, 0254200000102});
  rig.load(0200, {0256000000201, 0700600004100});
  Counted c{rig.m, kByMode};
  ASSERT_EQ(rig.start(0100), StopReason::Halt);
  EXPECT_EQ(cell(c.ledger, op(0256)).count, 2u);
  EXPECT_EQ(timeOf(c.ledger, op(0256)), 2 * 1410);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

// A user of a paged machine. Its references pay 110 for relocation each; a reload 600 a table word and 600 for CST.
// 5000: MOVE 1,6000   1050 + 930 + 330 + 220             = 2530, reloads of pages 5 and 6, chain 1: 2400
// 5001: MOVE 1,7000   2530, page 7 is shared, chain 2: 1800
// 5002: MOVE 1,10000  2530, page 10 behind an indirect pointer, chain 3: 2400
// 5003: JSYS 300      1050 + 110 + 930 + 680 + 500       = 3270
// 1401: AOS 1400      1050 + 1020 + 510 + 260            = 2840
// 1402: JRST 2,@1400                                       2440; to 5005
// 5005: MOVEM 1,11000 1050 + 110 + 30 + 140 + 330, store 170, map word 600, status 200, datum 200, 130 = 2960
//   70: JSYS 1100     1050 + 930 + 680 + 500 = 3160, reload of the monitor's page 777: 1200
// 1200: MOVE 4,1270 2310; MOVEM 4,31011 2050; CONO PGR,3 3880; MOVE 4,30572 2310; UMOVEM 4,11000 2050, reload 1200;
//       JRST 2,@30573 2440
// 5006: MOVEI 1,0     1410 + 110, reload of page 5: 1200
struct PagedProgram : PagedMachine {
  PagedProgram() {
    set(user(05000), 0200040006000);
    set(user(05001), 0200040007000);
    set(user(05002), 0200040010000);
    set(user(05003), 0104000000300);
    set(user(05004), 0);
    set(user(05005), 0202040011000);
    set(user(05006), 0201040000000);
    set(word(test::kUpt, 07), 0360040005000);
    set(020005, 047);
    set(word(test::kUpt, 010), 0560040006003);
    set(020006, 032);
    set(word(032, 3), test::kAllAccess | 050);
    set(word(test::kUpt, 011), test::kAllAccess | 0000400000051);
    load(01300, {0001400001401});
    load(01401, {0350000001400, 0254120001400});
    load(01200, {0200200001270, 0202200031011, 0702600000003, 0200200030572, 0102200011000, 0254120030573});
    load(01270, {test::kAllAccess | 051});
    set(user(010000), 0123);
    on();
    startUser(05000);
  }
  void run() {
    m.cpu().run({.instructions = 14});
    ASSERT_EQ(pc(), 05007u) << std::oct << pc() << " status " << status();
    ASSERT_EQ(real(user(011000)), 0123u);
  }
};

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
  // The rest of MOVEM, 200 + 130, and the handler.
  EXPECT_EQ(c.ledger.fault(copyOnWrite).service.count(), 330 + 4360 + 2310 + 2050 + 3880 + 2310 + 3250 + 2440);
}

TEST(Ledger, TimesAMonitorCall) {
  PagedProgram rig;
  Counted c{rig.m, kByMode};
  rig.run();
  const LedgerBucket call = bucket(kCalls, 0300);
  EXPECT_EQ(timeOf(c.ledger, call), 3270 + 2840 + 2440);
  // From its store on JSYS is the monitor's: 200 and 130.
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
  // The inner: JSYS 3160, JRSTF 2440. The outer: JSYS 3270 and JRSTF 2440 of its own.
  EXPECT_EQ(timeOf(c.ledger, kCalls + 0301), 3160 + 2440);
  EXPECT_EQ(timeOf(c.ledger, kCalls + 0300), 3270 + 2440);
  EXPECT_EQ(c.ledger.jsys(0301).inclusive.count(), 3160 + 2440);
  EXPECT_EQ(c.ledger.jsys(0300).inclusive.count(), 3270 + 2440 + 3160 + 2440);
  EXPECT_EQ(c.ledger.jsys(0300).returned[0], 1u);
  EXPECT_EQ(c.ledger.jsys(0301).returned[0], 1u);
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
}

// The routine of 301 is where the call would return skipping two: it is not its return.
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

// A call that is no call: without the pager opcode 104 is unassigned and traps to 60.
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

// Labels every 2 words: nobody's program has them so, but every PC has one.
LabelFinder pairs() {
  return [](bool user, VirtualAddress pc) -> std::optional<LedgerLabel> {
    if (pc.bits() >= 01400 && pc.bits() < 05000) return std::nullopt;
    const VirtualAddress label{pc.bits() & ~1u};
    return LedgerLabel{std::to_string(label.bits()), user, label};
  };
}

TEST(Ledger, EverySplitSumsToTheWhole) {
  PagedProgram plain;
  Counted whole{plain.m, {}};
  plain.run();
  for (unsigned mask = 0; mask < 16; ++mask) {
    PagedProgram rig;
    Counted c{
        rig.m,
        {.mode = (mask & 1) != 0, .process = (mask & 2) != 0, .level = (mask & 4) != 0, .symbol = (mask & 8) != 0},
        pairs()};
    rig.run();
    expectSums(c.ledger);
    for (LedgerBucket b = 0; b < kBuckets; ++b) {
      EXPECT_EQ(cell(c.ledger, b).count, cell(whole.ledger, b).count) << mask << " bucket " << b;
      EXPECT_EQ(cell(c.ledger, b).time, cell(whole.ledger, b).time) << mask << " bucket " << b;
    }
  }
}

TEST(Ledger, AnswersByPlace) {
  PagedProgram rig;
  Counted c{rig.m, kByAll, pairs()};
  rig.run();
  EXPECT_EQ(c.ledger.time({}), c.ledger.elapsed());
  EXPECT_EQ(c.ledger.time({.process = test::kPsb}), c.ledger.elapsed());
  // 5000 and 5001, then 5002.
  const VirtualAddress first{05000}, second{05002};
  EXPECT_EQ(c.ledger.time({.mode = LedgerMode::User, .first = first, .last = first}).count(), 4930 + 4330);
  // 5002, JSYS but for its store; the end of that is the monitor's, and its label another, of the same address.
  EXPECT_EQ(c.ledger.time({.mode = LedgerMode::User, .first = second, .last = second}).count(), 4930 + 2940);
  const auto aos = [](const LedgerPlace&, LedgerBucket b) { return b == op(0350); };
  EXPECT_EQ(c.ledger.time(aos, LedgerDimension::Instruction).count(), 2840);
}

struct Samples final : LedgerSampler {
  struct One {
    Instant from, to;
    Duration sum;
    std::uint64_t count = 0;
  };
  std::vector<One> all;
  LedgerTable table;
  void sample(const Ledger&, const LedgerTable& t, Instant from, Instant to) override {
    One one{from, to, {}};
    t.each([&](std::uint64_t, LedgerBucket b, const LedgerCell& c) {
      if (dimensionOf(b) == LedgerDimension::Cycle) one.sum += c.time;
      one.count += c.count;
    });
    all.push_back(one);
    table.add(t);
  }
};

TEST(Ledger, SamplesSumToTheTotals) {
  PagedProgram rig;
  Samples samples;
  Counted c{rig.m, kByAll, pairs()};
  const Instant began = rig.m.now();
  c.ledger.every(nanoseconds(5000), &samples);
  rig.run();
  c.ledger.finishSample();
  ASSERT_GT(samples.all.size(), 5u);
  Instant at = began;
  for (const Samples::One& s : samples.all) {
    EXPECT_EQ(s.from, at);
    EXPECT_EQ(s.sum, s.to - s.from);
    at = s.to;
  }
  EXPECT_EQ(at, rig.m.now());
  // The first ends with MOVE 7000 at 4930 + 4330; the boundary at 10000 is passed by MOVE 10000.
  EXPECT_EQ((samples.all[0].to - began).count(), 4930 + 4330);
  EXPECT_EQ((samples.all[1].to - began).count(), 4930 + 4330 + 4930);
  std::uint64_t cells = 0;
  c.ledger.totals().each([&](std::uint64_t key, LedgerBucket b, const LedgerCell& t) {
    EXPECT_EQ(samples.table.row(key).at(b).time, t.time);
    EXPECT_EQ(samples.table.row(key).at(b).count, t.count);
    ++cells;
  });
  EXPECT_GT(cells, 50u);
  expectSums(c.ledger);
}

TEST(Ledger, DividesStandingTimeAtTheIntervals) {
  Samples samples;
  Ledger ledger;
  ledger.begin(kPowerOn);
  ledger.every(milliseconds(10), &samples);
  ledger.upTo(kPowerOn + milliseconds(25));
  ledger.finishSample();
  ASSERT_EQ(samples.all.size(), 3u);
  EXPECT_EQ(samples.all[1].to, kPowerOn + milliseconds(20));
  EXPECT_EQ(samples.all[2].sum, milliseconds(5));
  EXPECT_EQ(timeOf(ledger, kIoStopped), 25'000'000);
  expectSums(ledger);
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

// Between memory cycles of one instruction the time so far is under way, and stopped time is stopped time.
TEST(Ledger, SumsInTheMiddleOfAnInstruction) {
  PagedProgram rig;
  Counted c{rig.m, kByMode};
  rig.m.cpu().switches().singleCycle = true;
  std::uint64_t underWay = 0;
  for (int n = 0; n < 40; ++n) {
    rig.m.cpu().run({.instructions = 1});
    expectSums(c.ledger);
    underWay += timeOf(c.ledger, kUnderWay) != 0 ? 1 : 0;
  }
  EXPECT_GT(underWay, 20u);
  EXPECT_EQ(c.ledger.to(), rig.m.now());
  rig.m.cpu().switches().singleCycle = false;
  while (rig.pc() != 05007) rig.m.cpu().run({.instructions = 1});
  expectSums(c.ledger);
  expectCounters(rig.m.cpu().counters(), c.ledger);
  EXPECT_EQ(timeOf(c.ledger, kUnderWay), 0);
}

TEST(Ledger, ChangesNothing) {
  PagedProgram plain, counted;
  plain.run();
  Counted c{counted.m, kByAll, pairs()};
  counted.run();
  EXPECT_EQ(stateHash(plain.m), stateHash(counted.m));
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
    if (b >= kFaults && b < kFaultStopped) continue;  // by causes: bits that name nothing repeat
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
