// Comparison of two streams; summaries of a stream. All counts and times are written by hand.
#include "trace/trace_diff.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sample_records.hpp"
#include "trace/trace_summary.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {
namespace {

constexpr Instant at(std::int64_t ns) { return kPowerOn + nanoseconds(ns); }

// Sends one record of each kind to a probe.
struct Records {
  HistoryEntry entry;
  std::array<Word36, 16> ac{};
  InstructionRecord instruction{entry, at(3310), 5, 030, ac};
  AbandonRecord abandoned{at(4000), InstructionAbort::Reason::PageTrap, false, Instruction{Word36{0200040001003}},
                          PcWord{Word36{0102}}};
  MemoryRecord memory = test::waitingRead(at(5000));
  IoRecord io{at(6000), DeviceCode::written(0104), 4, Word36{060}};
  InterruptRecord interrupt{at(7000), 3, PcWord{Word36{0100}}};
  PagerRecord pager{.kind = PagerAction::Trap,
                    .at = at(8000),
                    .length = nanoseconds(700),
                    .space = Space::User,
                    .virtualAddress = VirtualAddress{05123},
                    .chain = 2,
                    .core = 057,
                    .status = 0500000,
                    .process = 030};
  std::string slot = "ptr.read";
  EventRecord event{EventChange::Fired, at(9000), 3, slot, at(9000)};
  std::vector<std::uint8_t> octets = {5, 2, 3, 0};
  MessageRecord message{at(10000), nanoseconds(320), 1, false, 32, octets};

  Records() {
    entry.began = at(1000);
    entry.instruction = Instruction{Word36{0200040001003}};
    entry.pcWord = PcWord{Word36{0102}};
    entry.e = 01003;
  }
  std::vector<std::function<void(Probe&)>> tellers() {
    return {[this](Probe& p) { p.instruction(instruction); },
            [this](Probe& p) { p.abandoned(abandoned); },
            [this](Probe& p) { p.memory(memory); },
            [this](Probe& p) { p.io(io); },
            [this](Probe& p) { p.interrupt(interrupt); },
            [this](Probe& p) { p.pager(pager); },
            [this](Probe& p) { p.event(event); },
            [this](Probe& p) { p.message(message); },
            [](Probe& p) { p.started(at(11000)); },
            [](Probe& p) { p.stopped(at(12000), StopReason::Halt); }};
  }
};

RecordSource sourceOf(std::vector<std::function<void(Probe&)>> tellers) {
  return [tellers = std::move(tellers), next = std::size_t{0}](Probe& to) mutable -> Expected<bool> {
    if (next == tellers.size()) return false;
    tellers[next++](to);
    return true;
  };
}

TraceDifference compared(Records& a, Records& b, const DiffOptions& options = {}) {
  auto found = compareTraces(sourceOf(a.tellers()), sourceOf(b.tellers()), options);
  EXPECT_TRUE(found);
  return std::move(*found);
}

TEST(TraceDiff, FindsNothingWhereNothingIs) {
  Records a, b;
  const TraceDifference d = compared(a, b);
  EXPECT_FALSE(d.any());
  EXPECT_EQ(d.common, 10u);
}

// Each change, the record it affects, and the columns that show it. Changes of times are those that can be ignored.
struct Change {
  const char* columns;
  std::uint64_t common;
  bool time;
  void (*make)(Records&);
};
const Change kChanges[] = {
    {"time ns length", 0, true, [](Records& r) { r.entry.began = at(1001); }},
    {"length", 0, true, [](Records& r) { r.instruction.ended = at(3311); }},
    {"what word insn text", 0, false, [](Records& r) { r.entry.instruction = Instruction{Word36{0201040001003}}; }},
    {"pc", 0, false, [](Records& r) { r.entry.pcWord = PcWord{Word36{0103}}; }},
    {"flags", 0, false, [](Records& r) { r.entry.pcWord = PcWord{Word36{0400000000102}}; }},
    {"e", 0, false, [](Records& r) { r.entry.e = 01004; }},
    {"ac", 0, false, [](Records& r) { r.entry.accumulator = Word36{1}; }},
    {"data", 0, false, [](Records& r) { r.entry.data = Word36{1}; }},
    {"text", 0, false, [](Records& r) { r.entry.context = kHistoryXct; }},
    {"level", 0, false, [](Records& r) { r.instruction.level = 4; }},
    {"process", 0, false, [](Records& r) { r.instruction.process = 031; }},
    {"ac17", 0, false, [](Records& r) { r.ac[15] = Word36{1}; }},
    {"time ns", 1, true, [](Records& r) { r.abandoned.at = at(4001); }},
    {"what text", 1, false, [](Records& r) { r.abandoned.reason = InstructionAbort::Reason::Interrupt; }},
    {"word insn text", 1, false, [](Records& r) { r.abandoned.fetching = true; }},
    {"time ns", 2, true, [](Records& r) { r.memory.at = at(5001); }},
    {"text waited", 2, true, [](Records& r) { r.memory.waited = nanoseconds(301); }},
    {"length", 2, true, [](Records& r) { r.memory.length = nanoseconds(1001); }},
    {"what text", 2, false, [](Records& r) { r.memory.kind = CycleKind::Write; }},
    {"mode", 2, false, [](Records& r) { r.memory.user = false; }},
    {"text address", 2, false, [](Records& r) { r.memory.virtualAddress = VirtualAddress{01235}; }},
    {"text physical", 2, false, [](Records& r) { r.memory.physicalAddress = PhysicalAddress{0561235}; }},
    {"text datum", 2, false, [](Records& r) { r.memory.word = Word36{020}; }},
    {"name text", 3, false, [](Records& r) { r.io.device = DeviceCode::written(0100); }},
    {"what text", 3, false, [](Records& r) { r.io.function = 5; }},
    {"text datum", 3, false, [](Records& r) { r.io.word = Word36{061}; }},
    {"level text", 4, false, [](Records& r) { r.interrupt.level = 4; }},
    {"text length", 5, true, [](Records& r) { r.pager.length = nanoseconds(701); }},
    {"what text", 5, false, [](Records& r) { r.pager.status = 0440000; }},
    {"process", 5, false, [](Records& r) { r.pager.process = 031; }},
    {"time ns", 6, true, [](Records& r) { r.event.at = at(9001); }},
    {"what text", 6, false, [](Records& r) { r.event.kind = EventChange::Cancelled; }},
    {"name text", 6, false, [](Records& r) { r.event.name = "ptr.rest"; }},
    {"text length", 7, true, [](Records& r) { r.message.length = nanoseconds(321); }},
    {"name text", 7, false, [](Records& r) { r.message.wire = 2; }},
    {"text", 7, false, [](Records& r) { r.octets[2] = 4; }},
};

TEST(TraceDiff, FindsEveryDifference) {
  const RecordNames names;
  for (const Change& c : kChanges) {
    Records a, b;
    c.make(b);
    const TraceDifference d = compared(a, b);
    ASSERT_TRUE(d.any()) << c.columns;
    EXPECT_EQ(d.common, c.common) << c.columns;
    const std::string text = differenceText(d, {"a", "b", names, names});
    std::istringstream lines{text.substr(text.find("they differ in\n") + 15)};
    std::string columns;
    for (std::string line; std::getline(lines, line);)
      columns += (columns.empty() ? "" : " ") + line.substr(2, line.find(' ', 2) - 2);
    EXPECT_EQ(columns, c.columns) << text;
    EXPECT_EQ(compared(a, b, {.ignoreTimes = true}).any(), !c.time) << c.columns;
  }
}

TEST(TraceDiff, ShowsWhatCameBefore) {
  Records a, b;
  b.interrupt.level = 4;
  const RecordNames names;
  const TraceDifference d = compared(a, b, {.before = 2});
  EXPECT_EQ(differenceText(d, {"one", "two", names, names}),
            "4. records are equal; the last 2.:\n"
            "           5.000           user          "
            "read u:001234 at 561234: 000000000017, waited 0.30us\n"
            "           6.000                         "
            "CONO  PTR,000060\n"
            "one:\n"
            "           7.000        3  exec  000100  interrupt on level 3\n"
            "two:\n"
            "           7.000        4  exec  000100  interrupt on level 4\n"
            "they differ in\n"
            "  level     3                        4\n"
            "  text      interrupt on level 3     interrupt on level 4\n");
}

TEST(TraceDiff, IgnoredTimesAreNotShown) {
  Records a, b;
  b.entry.began = at(1001);
  b.event.at = b.event.due = at(9001);
  b.event.name = "ptr.rest";
  const RecordNames names;
  const TraceDifference d = compared(a, b, {.ignoreTimes = true});
  EXPECT_EQ(d.common, 6u);
  const std::string text = differenceText(d, {"one", "two", names, names});
  EXPECT_EQ(text.substr(text.find("they differ in\n")),
            "they differ in\n"
            "  name      ptr.read                 ptr.rest\n"
            "  text      fired ptr.read           fired ptr.rest\n");
}

TEST(TraceDiff, SeesWhereOneEnds) {
  Records a, b;
  auto shorter = b.tellers();
  shorter.pop_back();
  const auto d = compareTraces(sourceOf(a.tellers()), sourceOf(shorter), {.before = 0});
  ASSERT_TRUE(d);
  EXPECT_TRUE(d->any());
  const RecordNames names;
  EXPECT_EQ(differenceText(*d, {"one", "two", names, names}),
            "9. records are equal\n"
            "one:\n"
            "          12.000                         run ends: halt instruction\n"
            "two: ends here\n");
}

TEST(TraceDiff, PassesAnErrorOn) {
  Records a;
  const auto d = compareTraces(sourceOf(a.tellers()),
                               [](Probe&) -> Expected<bool> { return fail("b", "block 3 is damaged"); }, {});
  ASSERT_FALSE(d);
  EXPECT_EQ(d.error().text(), "b: block 3 is damaged");
}

TEST(TraceSummary, CountsEveryKind) {
  Records r;
  const RecordNames names;
  TraceSummary summary{names};
  for (int i = 0; i < 2; ++i)
    for (const auto& tell : r.tellers()) tell(summary);
  EXPECT_EQ(summary.records(), 20u);
  EXPECT_EQ(summary.report(ReportForm::Csv, ""),
            "section,name,count,ns\n"
            "records,instruction,2,\n"
            "records,abandoned,2,\n"
            "records,memory,2,\n"
            "records,io,2,\n"
            "records,interrupt,2,\n"
            "records,pager,2,\n"
            "records,event,2,\n"
            "records,network,2,\n"
            "records,run,4,\n"
            "\"instructions, exec mode\",MOVE,2,4620\n"  // twice 3310 - 1000
            "process,30,2,4620\n"
            "PI level,5,2,4620\n"
            "memory cycles (time: waited),read,2,600\n"
            "in-out,CONO PTR,2,\n"
            "page faults,not-in-core,2,1400\n"
            "events fired,ptr.read,2,\n"
            "messages,to host RFNM,2,640\n");
  const auto json = nlohmann::json::parse(summary.report(ReportForm::Json, "complete"));
  EXPECT_EQ(json["ending"], "complete");
  EXPECT_EQ(json["first_ns"], 1000);
  EXPECT_EQ(json["last_ns"], 12000);
  EXPECT_EQ(json["sections"]["page faults"]["not-in-core"], (nlohmann::json{{"count", 2}, {"ns", 1400}}));
  const std::string text = summary.report(ReportForm::Text, "complete");
  EXPECT_TRUE(text.starts_with("complete\nfrom 1.00us to 12.00us: 11.00us\nrecords\n")) << text;
}

// LOOP: SOJG 1,LOOP twice, then a halt: 4 instructions, of which 3 are SOJG.
TEST(TraceSummary, AgreesWithALiveMachine) {
  Machine machine;
  const Word36 program[] = {Word36{0367040000100}, Word36{0254200000101}};
  machine.load(PhysicalAddress{0100}, program);
  machine.cpu().setAc(AcNo{1}, Word36{3});
  machine.cpu().setStart(VirtualAddress{0100});
  const RecordNames names;
  TraceSummary summary{names};
  machine.cpu().connect(summary);
  machine.cpu().run({});
  machine.cpu().disconnect(summary);
  Duration all{};
  std::map<std::string, std::uint64_t> counts;
  for (const TraceSummary::Row& row : summary.rows()) {
    counts[std::string{row.section} + " " + row.name] = row.count.number;
    if (row.section == "process") all += row.count.time;
  }
  EXPECT_EQ(counts["records instruction"], 4u);
  EXPECT_EQ(counts["instructions, exec mode SOJG"], 3u);
  EXPECT_EQ(counts["instructions, exec mode JRST"], 1u);
  EXPECT_EQ(counts["memory cycles (time: waited) fetch"], 4u);
  EXPECT_EQ(all, machine.now() - kPowerOn);
}

}  // namespace
}  // namespace utah10
