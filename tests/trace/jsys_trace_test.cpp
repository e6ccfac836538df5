// Contents of a monitor call's line: arguments, results, split lines, CSV, JSON, summary.
#include "trace/jsys_trace.hpp"

#include <gmock/gmock.h>

#include <regex>

#include "toy_monitor.hpp"
#include "trace/jsys_summary.hpp"
#include "trace/jsys_text.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {
namespace {

using test::jsys;
using test::kCallDone;
using Lines = std::vector<std::string>;

struct Said {
  const char* call;
  std::array<std::uint64_t, 4> ac;  // AC 1 to 4
  const char* text;
};

std::array<Word36, 16> acs(const std::array<std::uint64_t, 4>& values) {
  std::array<Word36, 16> all{};
  for (std::size_t n = 0; n < values.size(); ++n) all[n + 1] = Word36{values[n]};
  return all;
}

// User space holds "FOO.TXT" and a null at 1000, and "hello" repeated without end at 2000.
std::optional<Word36> strings(bool user, ProcessId process, VirtualAddress a) {
  if (!user || process != 030) return std::nullopt;
  if (a.bits() == 01000) return packAscii("FOO.T").value();
  if (a.bits() == 01001) return packAscii("XT").value();
  if (a.bits() >= 02000 && a.bits() < 03000) return packAscii("hello").value();
  return std::nullopt;
}

constexpr Said kArguments[] = {
    {"BIN", {0100}, "1=.PRIIN"},
    {"BIN", {3}, "1=JFN 3"},
    {"BIN", {0440700001000}, "1=440700,,1000"},
    {"BOUT", {0101, 'A'}, "1=.PRIOU, 2='A'"},
    {"BOUT", {0400005, 015}, "1=TTY 5, 2='\\r'"},
    {"BOUT", {0777777, 0377}, "1=terminal, 2=377"},
    {"GTJFN", {0100001000000, 0777777001000}, "1=old|short|newest, 2=\"FOO.TXT\""},
    {"GTJFN", {0400021777777, 0440700001001}, "1=output|return-flags|short|version -1., 2=\"XT\""},
    {"GTJFN", {0000003000000, 0000100000101}, "1=jfns|short|newest, 2=in .PRIIN, out .PRIOU"},
    {"GTJFN", {0000000002000, 0}, "1=block at 2000, 2=0"},
    {"OPENF", {3, 0070000200000}, "1=JFN 3, 2=7-bit|read"},
    {"OPENF", {3, 0447400300000}, "1=JFN 3, 2=36-bit|mode-17|read|write"},
    {"CLOSF", {0400000000003}, "1=keep|JFN 3"},
    {"CLOSF", {0777777777777}, "1=all"},
    {"PMAP", {0000003000012, 0400000000777, 0140000000000}, "1=JFN 3,,page 12, 2=self,,page 777, 3=read|write"},
    {"PMAP", {0777777777777, 0400001000010, 0}, "1=none, 2=fork 1,,page 10, 3=0"},
    {"SOUT", {0101, 0440700002000, 0777777777775}, "1=.PRIOU, 2=\"hel\", 3=-3."},
    {"SOUT", {0101, 0440700002000, 7, 'l'}, "1=.PRIOU, 2=\"hellohe\", 3=7., 4='l'"},
    {"SOUT", {0101, 0440700001000, 0}, "1=.PRIOU, 2=\"FOO.TXT\", 3=0."},
    {"PSOUT", {01000}, "1=\"FOO.TXT\""},
    {"PSOUT", {0440700003000}, "1=440700,,3000"},
    {"PSOUT", {02000}, "1=\"hellohellohellohellohellohellohellohellohellohel\"..."},
    {"CFORK", {0460000000140, 2}, "1=share-map|set-acs|start|140, 2=2"},
    {"KFORK", {0777777777774}, "1=inferiors"},
    {"RFORK", {0400002}, "1=fork 2"},
    {"NOUT", {0101, 0777777777777, 0140003000012}, "1=.PRIOU, 2=-1., 3=radix-10|width-3|right|zeros"},
    {"AIC", {0400000, 0400000000001}, "1=self, 2=channels 0. 35."},
    {"SYSGT", {0637163645600}, "1='SYSTN'"},
    {"ODTIM", {0101, 0777777777777, 0}, "1=.PRIOU, 2=now, 3=0"},
    {"DISMS", {1000}, "1=1000."},
    {"SWTCH", {1, 2, 0777777777777}, "1=1, 2=2, 3=777777777777"},
    {"HALTF", {1}, ""},
};

TEST(JsysText, ArgumentsInWords) {
  for (const Said& s : kArguments) {
    const auto ac = acs(s.ac);
    const MemoryPeek peek = strings;
    EXPECT_EQ(jsysArguments(jsysCall(s.call)->number, {ac, true, 030, peek}).text, s.text) << s.call;
  }
}

TEST(JsysText, AStringThatCannotBeSeenIsAPointer) {
  const auto ac = acs({01000});
  const JsysText unseen = jsysArguments(076, {ac, true, 032, strings});
  EXPECT_EQ(unseen.text, "1=-1,,1000");
  EXPECT_TRUE(unseen.unseen);
  EXPECT_EQ(jsysArguments(076, {ac, true, 032, {}}).text, "1=-1,,1000");
}

struct Returned {
  const char* call;
  unsigned place;
  std::array<std::uint64_t, 4> ac;
  const char* text;
};

constexpr Returned kResults[] = {
    {"BIN", 1, {3, 'A'}, "2='A'"},
    {"GTJFN", 2, {3}, "1=JFN 3"},
    {"GTJFN", 1, {0600076}, "GJFX18"},
    {"GTJFN", 1, {0600002}, "600002"},
    {"OPENF", 2, {3}, ""},
    {"NOUT", 1, {0101, 5, 0600407}, "NOUTX1"},
    {"SIBE", 1, {0100, 3}, "2=3."},
    {"RFSTS", 1, {0400002000000}, "1=frozen|halted, 2=0,,0"},
    {"RPACS", 1, {0, 0170000000000}, "2=read|write|execute|exists"},
    {"GTSTS", 1, {3, 0600200000000}, "2=open|read|named"},
    {"SWTCH", 1, {0600770}, "ILINS1"},
    {"SWTCH", 1, {5}, ""},
};

TEST(JsysText, ResultsInWords) {
  for (const Returned& r : kResults) {
    const auto ac = acs(r.ac);
    EXPECT_EQ(jsysResults(jsysCall(r.call)->number, r.place, {ac, true, 030, {}}), r.text) << r.call;
  }
}

struct Traced : test::ToyMonitor {
  Lines lines;
  JsysTrace trace;
  explicit Traced(JsysTraceOptions options = {}, bool live = true)
      : trace{[this](const std::string& line) { lines.push_back(line); }, live ? peekAt(m) : seen.peeker(),
              std::move(options)} {
    m.cpu().connect(seen);
    m.cpu().connect(trace);
  }
  SeenMemory seen;
  // Runs until the monitor halts, in slices of so many instructions.
  void go(std::uint64_t slice = RunLimit{}.instructions) {
    on();
    startUser(05000);
    const RunLimit limit{.instructions = slice, .until = Instant{} + seconds(1)};
    while (m.cpu().run(limit) == StopReason::InstructionLimit) continue;
    trace.settle();
  }
  // Without times.
  Lines bare() const {
    Lines all;
    for (const std::string& line : lines)
      all.push_back(std::regex_replace(line, std::regex{"^ *[0-9.]+ us  | <[0-9.]+ us, own [0-9.]+ us>$"}, ""));
    return all;
  }
};

void twoProcesses(test::ToyMonitor& m) {
  m.program({0201040000003, jsys(050), jsys(022), jsys(0167), kCallDone});
  m.program({jsys(050), jsys(0171)}, 05200);
}

TEST(JsysTrace, CutsWhatIsOpenWhenAnotherLineComes) {
  Traced t;
  twoProcesses(t);
  t.go();
  EXPECT_EQ(t.bare(), (Lines{"  p30  BIN(1=JFN 3) = +1 2='A'", "  p30  CLOSF(1=JFN 3) = +1 CLSX1",
                             "  p30  DISMS(1=196720. <unfinished ...>", "  p32  BIN(1=JFN 600160) = +1 2='A'",
                             "  p32  GTRPW(1=600160 <unfinished ...>", "  p30  <... DISMS resumed>) = +1",
                             "  p30  HALTF( <unfinished ...>"}));
  t.trace.finish();
  EXPECT_EQ(t.bare().at(7), "  p32  <... GTRPW resumed>) = ?");
  EXPECT_EQ(t.bare().at(8), "  p30  <... HALTF resumed>) = ?");
}

// The prompt runs the machine in slices, whose length depends on what else it serves.
TEST(JsysTrace, SlicesOfARunDoNotShow) {
  Traced whole;
  twoProcesses(whole);
  whole.go();
  Traced sliced;
  twoProcesses(sliced);
  sliced.go(1);
  EXPECT_EQ(sliced.lines, whole.lines);
}

TEST(JsysTrace, WholeLinesAtTheReturn) {
  Traced t{{.whole = true}};
  twoProcesses(t);
  t.go();
  t.trace.finish();
  EXPECT_EQ(t.bare(), (Lines{"  p30  BIN(1=JFN 3) = +1 2='A'", "  p30  CLOSF(1=JFN 3) = +1 CLSX1",
                             "  p32  BIN(1=JFN 600160) = +1 2='A'", "  p30  DISMS(1=196720.) = +1",
                             "  p32  GTRPW(1=600160) = ?", "  p30  HALTF() = ?"}));
}

TEST(JsysTrace, OneProcessAndSomeCalls) {
  Traced one{{.process = test::kOtherPsb}};
  twoProcesses(one);
  one.go();
  EXPECT_EQ(one.bare(), (Lines{"  p32  BIN(1=JFN 600160) = +1 2='A'", "  p32  GTRPW(1=600160 <unfinished ...>"}));
  Traced some{{.calls = {022}}};
  twoProcesses(some);
  some.go();
  EXPECT_EQ(some.bare(), (Lines{"  p30  CLOSF(1=JFN 3) = +1 CLSX1"}));
  Traced others{{.calls = {050, 0167, 0170, 0171}, .except = true}};
  twoProcesses(others);
  others.go();
  EXPECT_EQ(others.bare(), some.bare());
}

TEST(JsysTrace, TheMonitorsCallsAreIndented) {
  Traced t{{.monitor = true}};
  t.program({jsys(020), 0, kCallDone});
  t.go();
  EXPECT_THAT(t.bare(), ::testing::ElementsAre(
                            "  p30  GTJFN(1=block at 0, 2=0 <unfinished ...>", "  p30    BOUT(1=JFN 0, 2='\\000') = +1",
                            "  p30  <... GTJFN resumed>) = +2 1=JFN 3", "  p30  HALTF( <unfinished ...>"));
}

// The string is on a page that is not in core until the monitor has fetched it.
TEST(JsysTrace, AStringTheMonitorHasFetched) {
  for (const bool live : {true, false}) {
    Traced t{{}, live};
    t.map(7, 0);
    t.set(t.user(07000), packAscii("HI\r").value().bits());
    t.program({0201040007000, jsys(076), kCallDone});
    t.go();
    EXPECT_EQ(t.bare().at(0), "  p30  PSOUT(1=\"HI\\r\") = +1 1=0,,7000") << live;
  }
}

TEST(JsysTrace, TimesAreThoseOfTheCall) {
  Traced t;
  t.program({jsys(050), kCallDone});
  t.go();
  std::smatch found;
  ASSERT_TRUE(
      std::regex_match(t.lines.at(0), found, std::regex{R"( *([0-9.]+) us.* <([0-9.]+) us, own ([0-9.]+) us>)"}));
  EXPECT_EQ(found[2], found[3]);
  // JSYS, MOVEI, JRST and four words accessed by the call: some microseconds.
  EXPECT_GT(std::stod(found[2]), 3.0);
  EXPECT_LT(std::stod(found[2]), 30.0);
}

TEST(JsysTrace, CsvAndJson) {
  Traced csv{{.form = JsysTraceOptions::Form::Csv}};
  Traced json{{.form = JsysTraceOptions::Form::Json}};
  for (Traced* t : {&csv, &json}) {
    t->program({0201040000003, jsys(022), kCallDone});
    t->go();
    t->trace.finish();
  }
  ASSERT_EQ(csv.lines.size(), 3u);
  EXPECT_EQ(csv.lines[0], jsysCsvHead());
  EXPECT_THAT(csv.lines[1], ::testing::MatchesRegex("[0-9]+,30,user,0,5001,CLOSF,1=JFN 3,1,CLSX1,CLSX1,[0-9]+,[0-9]+"));
  EXPECT_THAT(csv.lines[2], ::testing::MatchesRegex("[0-9]+,30,user,0,5002,HALTF,,,,,,"));
  ASSERT_EQ(json.lines.size(), 2u);
  EXPECT_THAT(json.lines[0], ::testing::HasSubstr(R"("call":"CLOSF","arguments":"1=JFN 3","returned":1,)"));
  EXPECT_THAT(json.lines[1], ::testing::EndsWith(R"("returned":null})"));
}

Duration timeOfBins(std::initializer_list<std::uint64_t> program) {
  test::ToyMonitor m;
  JsysSummary summary;
  m.m.cpu().connect(summary);
  m.program(program);
  m.go();
  return summary.rows().at("BIN").time;
}

TEST(JsysSummary, AddsUpExactly) {
  test::ToyMonitor m;
  JsysSummary summary;
  m.m.cpu().connect(summary);
  m.program({jsys(050), jsys(050), jsys(050), jsys(022), kCallDone});
  m.go();
  summary.finish();
  const auto& bin = summary.rows().at("BIN");
  const auto& close = summary.rows().at("CLOSF");
  EXPECT_EQ(bin.calls, 3u);
  EXPECT_EQ(bin.errors, 0u);
  EXPECT_EQ(close.errors, 1u);
  // One MOVEI each; the first BIN also loads the pager's registers.
  EXPECT_EQ(bin.time, timeOfBins({jsys(050), kCallDone}) + 2 * close.time);
  EXPECT_EQ(summary.rows().at("HALTF").open, 1u);
  EXPECT_THAT(summary.text(), ::testing::HasSubstr("BIN                3.       0.     0."));
  EXPECT_THAT(summary.csv(), ::testing::HasSubstr("\nCLOSF,1,1,0,"));
  EXPECT_THAT(summary.json(), ::testing::HasSubstr(R"({"call":"CLOSF","calls":1,"errors":1,"open":0,)"));
}

}  // namespace
}  // namespace utah10
