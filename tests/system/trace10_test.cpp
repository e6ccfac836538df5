// trace10, run as a user runs it, on traces that utah10 has just written; and a check that its probes change nothing.
#include <nlohmann/json.hpp>

#include "support/binary_dir.hpp"
#include "system/program_support.hpp"
#include "system/rom.hpp"
#include "trace/message_capture.hpp"
#include "trace/record_printer.hpp"
#include "trace/state_hash.hpp"
#include "trace/timeline.hpp"
#include "trace/trace_summary.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {
namespace {

// AC 1 = 3; LOOP: SOJG 1,LOOP; HALT. Four instructions: 3 SOJG, 1 JRST 4.
constexpr std::string_view kLoop = "100: 367040000100 254200000101\n";
// The same, ending in a different halt.
constexpr std::string_view kOther = "100: 367040000100 254200000102\n";

class Trace10 : public ProgramTest {
 protected:
  Result trace10(const std::string& arguments) { return runProgram(binaryDir() + "/trace10", arguments); }
  // Traces a program in octal, from 100 on.
  void record(const std::string& file, std::string_view program) {
    write("x.oct", program);
    const Result r = run("--trace " + file + " -c \"load x.oct; deposit ac1 3; deposit pc 100; run; quit\"");
    ASSERT_EQ(r.code, 0) << r.err << r.out;
  }
};

TEST_F(Trace10, PrintsARun) {
  record("a.trace", kLoop);
  const Result r = trace10("print a.trace --filter instruction --columns pc,insn,e,ac1");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out,
            "000100  SOJG 1,100                000100  000000000002\n"
            "000100  SOJG 1,100                000100  000000000001\n"
            "000100  SOJG 1,100                000100  000000000000\n"
            "000101  JRST 4,101                000101  000000000000\n");
  write("x.sym", "LOOP 100\n");
  EXPECT_EQ(
      trace10("print a.trace --symbols x.sym --filter 'opcode JRST & instruction' --columns symbol,insn --csv").out,
      "symbol,insn\nLOOP+1,\"JRST 4,LOOP+1\"\n");
  std::istringstream lines{trace10("print a.trace --json").out};
  std::size_t n = 0, instructions = 0;
  for (std::string line; std::getline(lines, line); ++n) {
    const auto record = nlohmann::json::parse(line);
    EXPECT_TRUE(record["ns"].is_number_integer());
    if (record["kind"] == "instruction") ++instructions;
  }
  EXPECT_EQ(instructions, 4u);
  EXPECT_GT(n, instructions);
}

// Every instruction takes the same time; the second begins where the first ends.
TEST_F(Trace10, PrintsAStretchOfTime) {
  record("a.trace", kLoop);
  std::istringstream all{trace10("print a.trace --filter instruction --columns ns,length --csv").out};
  std::string head, first, second;
  std::getline(all, head);
  std::getline(all, first);
  std::getline(all, second);
  const std::string from = second.substr(0, second.find(','));
  const Result r =
      trace10("print a.trace --filter instruction --columns ns --csv --from " + from + "ns --to " + from + "ns");
  EXPECT_EQ(r.out, "ns\n" + first.substr(0, first.find(',')) + "\n" + from + "\n");  // the first ends there
}

TEST_F(Trace10, PrintsASummary) {
  record("a.trace", kLoop);
  const Result r = trace10("summary a.trace --csv");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("records,instruction,4,\n"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("\"instructions, exec mode\",SOJG,3,"), std::string::npos) << r.out;
  EXPECT_NE(trace10("summary a.trace").out.find("complete: "), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(trace10("summary a.trace --json").out)["sections"]["records"]["instruction"]["count"],
            4);
}

TEST_F(Trace10, FiltersIntoASmallerTrace) {
  record("a.trace", kLoop);
  const Result r = trace10("filter a.trace -o b.trace --filter 'instruction & opcode SOJG'");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_TRUE(r.out.starts_with("b.trace: 3. of ")) << r.out;
  EXPECT_EQ(trace10("print b.trace --columns insn").out, "SOJG 1,100\nSOJG 1,100\nSOJG 1,100\n");
  EXPECT_EQ(trace10("filter b.trace -o b.trace --filter 'pc 100'").code, 0);  // overwrites its input
  EXPECT_EQ(trace10("print b.trace --columns insn").out, "SOJG 1,100\nSOJG 1,100\nSOJG 1,100\n");
}

TEST_F(Trace10, FindsTheFirstDifference) {
  record("a.trace", kLoop);
  record("b.trace", kLoop);
  record("c.trace", kOther);
  const Result same = trace10("diff a.trace b.trace");
  EXPECT_EQ(same.code, 0) << same.out << same.err;
  EXPECT_TRUE(same.out.starts_with("no difference in ")) << same.out;
  const Result other = trace10("diff a.trace c.trace --filter instruction --before 1");
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(other.out.starts_with("3. records are equal; the last 1.:\n")) << other.out;
  EXPECT_NE(other.out.find("  word      254200000101             254200000102\n"), std::string::npos) << other.out;
  EXPECT_EQ(trace10("diff a.trace none.trace").code, 2);
}

TEST_F(Trace10, ProfilesAndCounts) {
  record("a.trace", kLoop);
  write("x.sym", "LOOP 100\n");
  const auto elapsed = [&] {
    const auto json = nlohmann::json::parse(trace10("summary a.trace --json").out);
    return json["last_ns"].get<std::int64_t>() - json["first_ns"].get<std::int64_t>();
  }();
  const Result folded = trace10("export folded a.trace -o x.folded");
  EXPECT_EQ(folded.code, 0) << folded.err;
  std::int64_t sum = 0;
  std::istringstream lines{read("x.folded")};
  for (std::string line; std::getline(lines, line);) sum += std::stoll(line.substr(line.rfind(' ')));
  EXPECT_EQ(sum, elapsed) << read("x.folded");
  EXPECT_EQ(trace10("export callgrind a.trace -o x.callgrind").code, 0);
  EXPECT_NE(read("x.callgrind").find("events: ns instructions"), std::string::npos);
  EXPECT_EQ(trace10("profile a.trace --by label --symbols x.sym --csv").code, 0);
  const Result counted = trace10("counters a.trace --of instruction --csv");
  EXPECT_EQ(counted.code, 0) << counted.err;
  EXPECT_NE(counted.out.find(",SOJG,3,"), std::string::npos) << counted.out;
  const auto all = nlohmann::json::parse(trace10("counters a.trace --json --by symbol --symbols x.sym").out);
  EXPECT_EQ(all.size(), 7u);
  EXPECT_EQ(trace10("jsys a.trace --summary --csv").code, 0);
  EXPECT_EQ(trace10("jsys a.trace").out, "");
}

// Nanoseconds as callgrind_annotate prints them: 1,183,508,420.
std::string withCommas(std::int64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

TEST_F(Trace10, WritesWhatCallgrindAnnotateReads) {
  if (std::system("command -v callgrind_annotate >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "callgrind_annotate is missing: package valgrind";
  record("a.trace", kLoop);
  const auto all = nlohmann::json::parse(trace10("summary a.trace --json").out);
  const std::int64_t elapsed = all["last_ns"].get<std::int64_t>() - all["first_ns"].get<std::int64_t>();
  ASSERT_EQ(trace10("export callgrind a.trace -o x.callgrind").code, 0);
  const Result r = runProgram("callgrind_annotate", "x.callgrind");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find(withCommas(elapsed) + " (100.0%)"), std::string::npos) << elapsed << "\n" << r.out;
  EXPECT_NE(r.out.find(" 4 (100.0%)  PROGRAM TOTALS"), std::string::npos) << r.out;
}

TEST_F(Trace10, ReadsATraceCutShort) {
  record("a.trace", kLoop);
  const std::string whole = read("a.trace");
  write("cut.trace", whole.substr(0, whole.size() - 20));
  const Result r = trace10("print cut.trace --filter instruction --columns pc");
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.err.find("cut short after "), std::string::npos) << r.err;
  EXPECT_NE(trace10("summary cut.trace").out.find("cut short"), std::string::npos);
}

TEST_F(Trace10, ReportsErrorsInOneLine) {
  record("a.trace", kLoop);
  write("not.trace", "this is no trace");
  struct Case {
    const char* arguments;
    int code;
    const char* said;
  };
  const Case cases[] = {
      {"print none.trace", 1, "none.trace"},
      {"print not.trace", 1, "not.trace"},
      {"print a.trace --filter 'colour red'", 1, "colour"},
      {"print a.trace --columns colour", 2, "\"colour\" is not a column"},
      {"print a.trace --symbols none.sym", 1, "none.sym"},
      {"print a.trace --from soon", 2, "soon is not a time"},
      {"print a.trace --csv --json", 2, "--csv"},
      {"filter a.trace -o not.trace", 1, "exists and is not a trace"},
      {"filter a.trace -o no/such/folder.trace", 1, "no/such/folder.trace: cannot be written"},
      {"filter a.trace", 2, "--output is required"},
      {"summary", 2, "file is required"},
      {"export perfetto a.trace -o no/such/folder", 1, "no/such/folder: cannot be written"},
      {"export pcap not.trace -o x.pcap", 1, "not.trace"},
      {"export", 2, "subcommand is required"},
      {"jsys a.trace --calls NOSUCH", 2, "NOSUCH: is not a monitor call"},
      {"", 2, "subcommand is required"},
  };
  for (const Case& c : cases) {
    const Result r = trace10(c.arguments);
    EXPECT_EQ(r.code, c.code) << c.arguments << "\n" << r.err;
    EXPECT_NE(r.err.find(c.said), std::string::npos) << c.arguments << "\n" << r.err;
    EXPECT_EQ(std::ranges::count(r.err, '\n'), 1) << r.err;
  }
  EXPECT_EQ(read("not.trace"), "this is no trace");
  EXPECT_FALSE(std::filesystem::exists(folder / "x.pcap"));
}

TEST_F(Trace10, ADamagedInputLeavesNoPartialOutput) {
  record("a.trace", kLoop);
  write("out", "what was there");
  write("bad.trace", read("a.trace").substr(0, 30));
  EXPECT_EQ(trace10("export perfetto bad.trace -o out").code, 1);
  EXPECT_EQ(read("out"), "what was there");
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_EQ(entry.path().string().find(".new"), std::string::npos) << entry.path();
}

// The pager's diagnostic, with user programs, traps and interrupts.
class ConsumersOfTraces : public ::testing::Test {
 protected:
  static std::unique_ptr<Machine> machine() {
    MachineConfig config;
    for (std::uint32_t i = 0; i < 2; ++i) config.memory.push_back({*findMemoryKind("MA10"), i * 16384, 16384, 1, 4});
    config.pager = PagerConfig{};
    auto m = std::make_unique<Machine>(config);
    test::loadRom(*m, "pager");
    return m;
  }
};

TEST_F(ConsumersOfTraces, ChangeNothing) {
  const auto plain = machine();
  const auto watched = machine();
  const TraceHead head = describeForTrace(*watched);
  const RecordNames names{head.devices};
  Timeline timeline{names};
  TraceSummary summary{names};
  MessageCapture capture;
  std::size_t characters = 0;
  RecordPrinter printer{names, usualColumns(ReportForm::Text, false), ReportForm::Text,
                        [&](std::string_view line) { characters += line.size(); }};
  for (Probe* probe : std::initializer_list<Probe*>{&timeline, &summary, &capture, &printer})
    watched->cpu().connect(*probe);
  const RunLimit limit{.until = kPowerOn + milliseconds(300)};
  EXPECT_EQ(plain->cpu().run(limit), watched->cpu().run(limit));
  EXPECT_EQ(stateHash(*plain), stateHash(*watched));
  EXPECT_GT(summary.records(), 100'000u);
  EXPECT_GT(characters, summary.records());
  EXPECT_GT(timeline.file().size(), 10'000u);
}

}  // namespace
}  // namespace utah10
