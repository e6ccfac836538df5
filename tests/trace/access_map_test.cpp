// The access map against a program whose references are counted by hand.
#include "trace/access_map.hpp"

#include <gmock/gmock.h>

#include "toy_monitor.hpp"
#include "trace/access_report.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

struct Ends final : Probe {
  std::vector<MemoryRecord> cycles;
  void memory(const MemoryRecord& r) override { cycles.push_back(r); }
};

// Twice: MOVE 1,200; MOVEM 1,201; AOS 201; MOVE 2,205; SOJG 3,100. 205 holds 5, 200 nothing.
struct Counted : test::Rig {
  AccessMap map;
  Ends ends;
  Symbols symbols;
  Counted() {
    m.cpu().connect(map);
    m.cpu().connect(ends);
    load(0100, {0200040000200, 0202040000201, 0350000000201, 0200100000205, 0367140000100, 0254200000105});
    load(0205, {5});
    symbols.exec.add("LOOP", Word36{0100});
    symbols.exec.add("STOP", Word36{0105});
    symbols.exec.add("SUM", Word36{0201});
    for (std::uint32_t n = 0; n < 6; ++n) symbols.exec.addLine(VirtualAddress{0100 + n}, "loop.mac", n + 2);
  }
  void run() {
    m.cpu().setAc(AcNo{3}, Word36{2});
    start(0100);
  }
  const WordAccess& of(std::uint32_t a) const {
    const WordAccess* w = map.at({kNoProcess, false, a});
    if (w == nullptr) throw std::runtime_error("never touched");
    return *w;
  }
};

TEST(AccessMap, CountsEachKind) {
  Counted c;
  c.run();
  EXPECT_EQ(c.of(0100).executed.count, 2u);
  EXPECT_EQ(c.of(0105).executed.count, 1u);
  EXPECT_EQ(c.of(0200).read.count, 2u);
  EXPECT_EQ(c.of(0200).written.count, 0u);
  EXPECT_EQ(c.of(0201).read.count, 2u);     // AOS
  EXPECT_EQ(c.of(0201).written.count, 4u);  // MOVEM and AOS
  EXPECT_EQ(c.of(0201).written.pc.bits(), 0102u);
  EXPECT_EQ(c.of(0201).last->bits(), 1u);
  EXPECT_EQ(c.map.at({kNoProcess, false, 0202}), nullptr);
  EXPECT_EQ(c.map.at({kNoProcess, false, 1}), nullptr);  // accumulators are not core
  // The last write is the restart of the last AOS, at its own time.
  const auto write = std::ranges::find_if(c.ends.cycles.rbegin(), c.ends.cycles.rend(),
                                          [](const MemoryRecord& r) { return r.kind == CycleKind::WriteRestart; });
  ASSERT_NE(write, c.ends.cycles.rend());
  EXPECT_EQ(c.of(0201).written.at, write->at);
}

TEST(AccessMap, ReadsOfWordsNobodyWrote) {
  Counted c;
  c.run();
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const UnwrittenRead& r : c.map.unwritten()) counts[r.place.address] = r.first.count;
  // The program itself, the empty word and the loaded one; 201 was written before it was read.
  EXPECT_EQ(counts, (std::map<std::uint32_t, std::uint64_t>{
                        {0100, 2}, {0101, 2}, {0102, 2}, {0103, 2}, {0104, 2}, {0105, 1}, {0200, 2}, {0205, 2}}));
  const std::string zeros = unwrittenReport(c.map, c.symbols, false, ReportForm::Text);
  EXPECT_THAT(zeros, HasSubstr("p:000200   (000200)      2. first at "));
  EXPECT_THAT(zeros, HasSubstr(" us by e:000100 (LOOP), holds 000000000000\n"));
  EXPECT_EQ(std::ranges::count(zeros, '\n'), 1);
  EXPECT_EQ(std::ranges::count(unwrittenReport(c.map, c.symbols, true, ReportForm::Csv), '\n'), 9);
  EXPECT_THAT(unwrittenReport(c.map, c.symbols, false, ReportForm::Json), HasSubstr(R"("symbol":"LOOP")"));
  EXPECT_EQ(unwrittenReport(AccessMap{}, c.symbols, true, ReportForm::Text),
            "no word was read before it was written\n");
}

TEST(AccessMap, SaysWhatChangedBehindItsBack) {
  Counted c;
  c.run();
  const auto who = [&](std::uint32_t a) {
    return whoText(c.map.at({kNoProcess, false, a}), c.symbols, Word36{c.at(a)});
  };
  EXPECT_THAT(who(0201), HasSubstr("  written          4. last at "));
  EXPECT_THAT(who(0201), HasSubstr(" us by e:000102 (LOOP+2)\n"));
  EXPECT_THAT(who(0201), HasSubstr("  executed  never\n"));
  EXPECT_THAT(who(0201), ::testing::Not(HasSubstr("changed")));
  c.load(0201, {7});
  EXPECT_THAT(who(0201), HasSubstr("changed since by a channel or the console: was 000000000001, is 000000000007\n"));
  EXPECT_EQ(who(0300), "  not referenced since the map began\n");
  c.load(0200, {9});  // the read counts as one of a written word
  c.run();
  EXPECT_TRUE(c.of(0200).outside);
  EXPECT_EQ(c.of(0200).read.count, 4u);
  for (const UnwrittenRead& r : c.map.unwritten()) EXPECT_TRUE(r.place.address != 0200 || r.first.count == 2);
}

TEST(AccessMap, CoverageByPageLabelAndLine) {
  Counted c;
  c.run();
  const auto pages = c.map.pages();
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].executed, 6u);
  EXPECT_EQ(pages[0].read, 3u);
  EXPECT_EQ(pages[0].written, 1u);
  const auto rows = symbolCoverage(c.map, c.symbols.exec, false, VirtualAddress{0210});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].name, "LOOP");
  EXPECT_EQ(rows[0].words, 5u);
  EXPECT_EQ(rows[0].executed, 5u);
  EXPECT_EQ(rows[0].times, 10u);
  EXPECT_EQ(rows[1].words, 0201u - 0105u);
  EXPECT_EQ(rows[1].executed, 1u);
  EXPECT_EQ(rows[2].words, 010u);
  EXPECT_EQ(rows[2].executed, 0u);
  EXPECT_THAT(coverageReport(c.map, c.symbols, ReportForm::Text),
              HasSubstr("LOOP           e:000100      5.      5. 100%            10.\n"));
  EXPECT_THAT(coverageReport(c.map, c.symbols, ReportForm::Csv), HasSubstr("label,exec,LOOP,100,5,5,,,10\n"));
  EXPECT_THAT(coverageReport(c.map, c.symbols, ReportForm::Json),
              HasSubstr(R"({"page":"p:000000","executed":6,"read":3,"written":1})"));
  c.symbols.exec.addLine(VirtualAddress{0150}, "loop.mac", 8);
  EXPECT_EQ(coverageListing(c.map, c.symbols.exec, false, "loop.mac", "TITLE\nLOOP:\n\n\n\n\nSTOP:\nNEVER"),
            "            TITLE\n        2.  LOOP:\n        2.  \n        2.  \n        2.  \n        2.  \n"
            "        1.  STOP:\n  ########  NEVER\n");
}

TEST(AccessMap, AnXctAndWhatItExecutes) {
  test::Rig r;
  AccessMap map;
  r.m.cpu().connect(map);
  r.load(0100, {0256000000200, 0254200000101});
  r.load(0200, {0202000000300});  // MOVEM 0,300
  r.start(0100);
  EXPECT_EQ(map.executed(false, VirtualAddress{0200}), 1u);
  EXPECT_EQ(map.at({kNoProcess, false, 0300})->written.pc.bits(), 0100u);  // PC is that of the XCT
}

// An instruction abandoned for a page fault was executed once; its process, and the pager's own references.
TEST(AccessMap, PagesAndProcesses) {
  for (const bool byProcess : {false, true}) {
    test::ToyMonitor m;
    AccessMap map{{.byProcess = byProcess}};
    m.m.cpu().connect(map);
    m.map(7, 0);
    m.program({0202040007000, test::jsys(0167), test::kCallDone});  // MOVEM 1,7000; DISMS
    m.program({0202040007001, test::jsys(0171)}, 05200);
    m.go();
    EXPECT_EQ(map.executed(true, VirtualAddress{05000}), 1u);
    const AccessPlace first = byProcess ? AccessPlace{test::kPsb, true, 07000} : AccessPlace{kNoProcess, false, 047000};
    const AccessPlace other =
        byProcess ? AccessPlace{test::kOtherPsb, true, 07001} : AccessPlace{kNoProcess, false, 047001};
    ASSERT_NE(map.at(first), nullptr);
    ASSERT_NE(map.at(other), nullptr);
    EXPECT_EQ(map.at(other)->written.process, test::kOtherPsb);
    EXPECT_TRUE(map.at(other)->written.user);
    EXPECT_EQ(map.at(other)->written.pc.bits(), 05200u);
    const WordAccess* status = map.at({kNoProcess, false, test::PagedMachine::word(test::kPsb, 0571)});
    ASSERT_NE(status, nullptr);
    EXPECT_TRUE(status->written.pager);
    if (!byProcess) {
      EXPECT_EQ(map.at({kNoProcess, false, 045000})->executed.count, 1u);
    }
  }
}

TEST(AccessMap, LookingChangesNothing) {
  Counted c;
  test::Rig plain;
  plain.load(0100, {0200040000200, 0202040000201, 0350000000201, 0200100000205, 0367140000100, 0254200000105});
  plain.load(0205, {5});
  plain.m.cpu().setAc(AcNo{3}, Word36{2});
  plain.start(0100);
  c.run();
  EXPECT_EQ(stateHash(c.m), stateHash(plain.m));
}

}  // namespace
}  // namespace utah10
