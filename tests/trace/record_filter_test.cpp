// Filter expressions: what each term selects, and which expressions are refused.
#include "trace/record_filter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record_log.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {
namespace {

using test::PlainRecord;
using test::RecordLog;
using ::testing::HasSubstr;

struct Names {
  Names() {
    symbols.exec.add("LOOP", Word36{0101});
    devices.push_back({DeviceCode::written(0120), "tty", {}, {}});
    devices.push_back({DeviceCode::written(0170), "rp", {}, {}});
    devices.push_back({DeviceCode::written(0174), "rp", {}, {}});
  }
  FilterNames names() const {
    return {.symbols = &symbols, .devices = devices, .jsys = [](std::string_view n) {
              return n == "BIN" ? std::optional<unsigned>{050} : std::nullopt;
            }};
  }
  Symbols symbols;
  std::vector<TraceDevice> devices;
};

// 17 records: a run of four instructions, one interrupt, one abandoned instruction, an event between runs.
class Stream {
 public:
  void tell(Probe& to) {
    to.event({EventChange::Armed, at(0), 3, "tty.output", at(500)});
    to.started(at(0));
    // 100: MOVEM 1,1000, executive mode, level 0.
    fetch(to, 0100, 0202040001000);
    to.memory({at(2), CycleKind::Write, false, VirtualAddress{01000}, PhysicalAddress{01000}, Word36{7}, Space::Exec});
    instruction(to, 0100, 0202040001000, 01000, 0);
    // 101: CONO TTY,7 of a user with I/O, process 30.
    user_ = true;
    fetch(to, 0101, 0712200000007);
    to.io({at(5), DeviceCode::written(0120), 4, Word36{7}});
    instruction(to, 0101, 0712200000007, 7, 030);
    // An interrupt on level 5 discards the fetch at 102; its instruction in 52 is JSR 2000.
    user_ = false;
    fetch(to, 0102, 0);
    to.interrupt({at(7), 5, pcWord(0102)});
    level_ = 5;
    instruction(to, 0102, 0264000002000, 02000, 030);
    level_ = 0;
    // 102: JSYS 50, whose vector word is not in core.
    fetch(to, 0102, 0104000000050);
    PagerRecord trap{PagerAction::Trap, at(9), {}, Space::Exec, VirtualAddress{01050}};
    trap.status = 0200000;  // set below to an actual reason
    trap.status = status;
    trap.process = 031;
    to.pager(trap);
    to.abandoned({at(10), InstructionAbort::Reason::PageTrap, false, Instruction{Word36{0104000000050}}, pcWord(0102)});
    instruction(to, 0102, 0104000000050, 050, 031);
    const std::uint8_t octets[] = {1, 2};
    to.message({at(12), {}, 2, true, 16, octets});
    to.stopped(at(20), StopReason::Halt);
  }
  std::uint32_t status = 0;

 private:
  static Instant at(std::int64_t us) { return kPowerOn + microseconds(us); }
  PcWord pcWord(std::uint32_t pc) const { return {user_ ? kPcUser : 0u, VirtualAddress{pc}}; }
  void fetch(Probe& to, std::uint32_t pc, std::uint64_t w) {
    to.memory({at(1), CycleKind::Fetch, user_, VirtualAddress{pc}, PhysicalAddress{pc}, Word36{w}, Space::Exec});
  }
  void instruction(Probe& to, std::uint32_t pc, std::uint64_t w, std::uint32_t e, ProcessId process) {
    const HistoryEntry entry{at(1), Instruction{Word36{w}}, pcWord(pc), {}, {}, e, 0};
    to.instruction({entry, at(11), level_, process, ac_});
  }
  bool user_ = false;
  unsigned level_ = 0;
  std::array<Word36, 16> ac_{};
};

// The kinds of the records passed, by letter: i instruction, a abandoned, m memory, o io, t interrupt, p pager,
// e event, n message, s started, S stopped.
std::string passed(std::string_view text) {
  const Names n;
  auto filter = RecordFilter::parse(text, n.names());
  EXPECT_TRUE(filter) << filter.error().text();
  if (!filter) return "refused";
  EXPECT_EQ(filter->text(), text);
  RecordLog log;
  FilteredProbe probe{std::move(*filter), log};
  Stream stream;
  stream.status = 0140000;  // bits 2, 3: group 0
  stream.tell(probe);
  probe.settle();
  std::string kinds;
  for (const PlainRecord& r : log.all) {
    const char* shortOf[][2] = {{"io", "o"}, {"interrupt", "t"}, {"message", "n"}, {"stopped", "S"}};
    std::string s = r.kind.substr(0, 1);
    for (const auto& [kind, letter] : shortOf)
      if (r.kind == kind) s = letter;
    kinds += s;
  }
  return kinds;
}

struct Case {
  const char* expression;
  const char* passes;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.expression; }

class Filter : public ::testing::TestWithParam<Case> {};
TEST_P(Filter, Passes) { EXPECT_EQ(passed(GetParam().expression), GetParam().passes); }
INSTANTIATE_TEST_SUITE_P(
    Terms, Filter,
    ::testing::Values(Case{"instruction | !instruction", "esmmimoimtimpainS"}, Case{"instruction", "iiiai"},
                      Case{"memory", "mmmmm"}, Case{"io", "o"}, Case{"interrupt", "t"}, Case{"pager", "p"},
                      Case{"event", "e"}, Case{"network", "n"}, Case{"run", "sS"}, Case{"jsys", "i"},
                      Case{"jsys 50", "i"}, Case{"jsys BIN", "i"}, Case{"jsys 51", ""}, Case{"pc 100", "mmi"},
                      Case{"pc loop", "moi"}, Case{"PC LOOP-LOOP+1", "moimtimpai"},
                      Case{"pc 100-101 and memory", "mmm"}, Case{"user", "moi"}, Case{"exec & !memory", "itipai"},
                      Case{"level 5", "timpa"}, Case{"process 30", "moimti"}, Case{"process 31", "mpai"},
                      Case{"opcode MOVEM", "mmi"}, Case{"opcode 202", "mmi"}, Case{"opcode cono", "moi"},
                      Case{"opcode jsys & instruction", "ai"}, Case{"device tty", "eo"}, Case{"device 120 & io", "o"},
                      Case{"device rp", ""}, Case{"device ptr", ""}, Case{"cono", "o"},
                      Case{"coni|datai|datao|conso|consz", ""}, Case{"address 1000", "m"},
                      Case{"address 1000-1050", "mp"}, Case{"write", "m"}, Case{"read", ""}, Case{"fetch", "mmmm"},
                      Case{"fault", "p"}, Case{"reload", ""}, Case{"time 5us-10us", "otpa"}, Case{"time 12us-", "nS"},
                      Case{"wire 2", "n"}, Case{"wire 3", ""}, Case{"not (memory or instruction)", "esotpnS"},
                      Case{"memory & write | io", "mo"}, Case{"memory & (write | io)", "m"}, Case{"!!io", "o"}));

TEST(RecordFilter, OnlyTermsOfInstructionsMakeRecordsWait) {
  EXPECT_FALSE(RecordFilter::parse("memory & address 100 | fault")->needsContext());
  EXPECT_TRUE(RecordFilter::parse("io | !(pc 100)")->needsContext());
}

TEST(RecordFilter, RefusalsNameThePlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "filter, character 1: a term is missing; memory & pc 1000-1777"},
      {"memory &", "filter, character 9: a term is missing; memory & pc 1000-1777"},
      {"memory & | io", "filter, character 10: a term is missing before \"|\"; memory & pc 1000-1777"},
      {"(memory", "filter, character 1: this parenthesis is not closed"},
      {"memory io", "filter, character 1: \"io\" after the end of the expression"},
      {"pc 1000-777", "filter, character 4: 777 is below 1000"},
      {"pc 1000000", "filter, character 4: \"1000000\" is beyond 777777"},
      {"level 8", "filter, character 7: a level is a number up to 7, not \"8\""},
      {"opcode FOO", "filter, character 8: \"FOO\" is not an opcode; opcode MOVE, opcode 200"},
      {"device nosuch", "filter, character 8: \"nosuch\" is not a device; device tty, device 120"},
      {"time 1s", "filter, character 6: two times are missing; time 1.5s-2s, time 1.5s-"},
      {"time 2s-1s", "filter, character 6: the end is before the beginning"},
      {"wire 70000", "filter, character 6: a wire is a number up to 65535., not \"70000\""},
  };
  for (const auto& [text, message] : cases) {
    const auto filter = RecordFilter::parse(text);
    ASSERT_FALSE(filter) << text;
    EXPECT_EQ(filter.error().text(), message);
  }
  EXPECT_THAT(RecordFilter::parse("fault nosuch").error().text(), HasSubstr("reasons are "));
  EXPECT_THAT(RecordFilter::parse("frob").error().what, HasSubstr("\"frob\" is not a term"));
  EXPECT_THAT(RecordFilter::parse(std::string(300, '(')).error().what, HasSubstr("parentheses nested too deeply"));
  EXPECT_THAT(RecordFilter::parse("pc NOSUCH").error().what, HasSubstr("\"NOSUCH\" is not an address"));
}

// A real run: the filter passes the run's own records, in order, and nothing else.
TEST(RecordFilter, SelectsTheRecordsOfAnInstructionInARealRun) {
  Machine m;
  const Word36 loop[] = {Word36{0271040000001}, Word36{0202040001000}, Word36{0254000000100}};
  m.load(PhysicalAddress{0100}, loop);  // ADDI 1,1; MOVEM 1,1000; JRST 100
  m.cpu().setStart(VirtualAddress{0100});
  RecordLog log;
  FilteredProbe probe{std::move(*RecordFilter::parse("pc 101")), log};
  m.cpu().connect(probe);
  m.cpu().run({.instructions = 30});
  EXPECT_EQ(log.count("instruction"), 10u);
  EXPECT_EQ(log.count("memory"), 20u);
  EXPECT_EQ(log.all.size(), 30u);
}

}  // namespace
}  // namespace utah10
