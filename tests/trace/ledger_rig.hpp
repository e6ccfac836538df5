// Programs whose counts and times are known by hand, and a ledger on the machine that runs them: "srm" timing, ideal
// core (read .60, write .20 us, no waiting), which give in ns
//   fetch        before 170, access 600, after 170 = 940; address 90, its end 20 = 110; together 1050
//   operand      170 + 600 + 160 = 930; none 30; accumulator 140; store 170 + 200 + 130 = 500; read-pause-write
//                260 + 600 + 160 and 130 + 130 after execution; indirect word 170 + 600 + 170 and 90
//   execution    30 + class + 30: plain 270, adder 450, two-step 620
#pragma once

#include "ledger_support.hpp"
#include "machine/paged_machine.hpp"

namespace utah10::test::ledger_rig {

constexpr LedgerSplit kByMode{.mode = true};
constexpr LedgerSplit kByAll{.mode = true, .process = true, .level = true, .symbol = true};
constexpr LedgerBucket op(unsigned n) { return ledger::bucket(ledger::kInstructions, n); }

// Starts a ledger and the machine's own counters at the same time.
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
inline void loadPlain(test::Rig& rig) {
  rig.load(0100, {0201040000005, 0202040001000, 0256000000104, 0254200000103, 0270040001000});
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

}  // namespace utah10::test::ledger_rig
