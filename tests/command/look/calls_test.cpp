// roms/example/calls.mac at the prompt: monitor calls by name in breakpoints, trace filters, the ledger and the
// profile; and a clock that interrupts them.
#include <gmock/gmock.h>

#include "command/console/terminal.hpp"
#include "command/prompt/session.hpp"
#include "support/binary_dir.hpp"
#include "support/temp_folder.hpp"
#include "trace/jsys_follower.hpp"
#include "utah10/trace/trace_reader.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MachineConfig paged() {
  MachineConfig c;
  for (std::uint32_t i = 0; i < 2; ++i) c.memory.push_back({*findMemoryKind("MA10"), i * 16384, 16384, 1, 4});
  c.pager = PagerConfig{};
  return c;
}

class Calls : public ::testing::Test {
 protected:
  Calls() { answer("load " + binaryDir() + "/roms/calls.sav"); }
  std::string answer(std::string_view commands) {
    terminal.clear();
    const auto done = session.performAll(commands);
    EXPECT_TRUE(done) << commands << "\n" << (done ? "" : done.error().text());
    return terminal.answers();
  }
  Machine machine{paged()};
  DeviceSet devices{machine};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
};

// Two BIN, two GTJFN, and one PSOUT with a PBOUT for each of O, K, return and line feed.
struct Stops {
  const char* command;
  unsigned number;
};
void PrintTo(const Stops& s, std::ostream* out) { *out << s.command; }
class CallBreaks : public Calls, public ::testing::WithParamInterface<Stops> {};

TEST_P(CallBreaks, StopAtEachCall) {
  answer(std::string{"break jsys "} + GetParam().command);
  std::string text = answer("start");
  unsigned stops = 0;
  for (; text.find("halt instruction") == std::string::npos && stops < 20; ++stops) {
    EXPECT_THAT(text, HasSubstr("1: JSYS "));
    text = answer("continue");
  }
  EXPECT_EQ(stops, GetParam().number);
}

INSTANTIATE_TEST_SUITE_P(Names, CallBreaks,
                         ::testing::Values(Stops{"BIN", 2}, Stops{"bin", 2}, Stops{"50", 2}, Stops{"GTJFN", 2},
                                           Stops{"PBOUT", 4}, Stops{"BOUT", 0}, Stops{"PSOUT", 1}, Stops{"", 10},
                                           Stops{"BIN if ac2 # 101", 1},
                                           Stops{"PBOUT if not user = 1 and ac1 = 113", 1}));

TEST_F(Calls, BreakpointsNameTheCall) {
  answer("break jsys BIN; break jsys BOUT");
  EXPECT_EQ(answer("break"), "break 1: JSYS 50 (BIN)\nbreak 2: JSYS 51 (BOUT)\n");
  EXPECT_THAT(answer("start"), HasSubstr("1: JSYS 50 (BIN), by u:001004 U.GO+4/"));
  EXPECT_EQ(machine.cpu().pc().bits(), 05016u);
  const auto bad = session.perform("break jsys FROB");
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().text(), HasSubstr("there is no JSYS \"FROB\""));
}

TEST_F(Calls, TraceFiltersKnowTheirNames) {
  const auto folder = test::ownFolder();
  std::filesystem::create_directories(folder);
  struct Count final : Probe {
    std::map<std::uint32_t, int> calls;
    void instruction(const InstructionRecord& r) override { ++calls[r.entry.e]; }
  };
  using Found = std::map<std::uint32_t, int>;
  const std::pair<const char*, Found> filters[] = {
      {"BIN", {{050, 2}}}, {"BOUT", {}}, {"pbout", {{074, 4}}}, {"BIN | jsys GTJFN", {{020, 2}, {050, 2}}}};
  for (const auto& [filter, found] : filters) {
    const auto file = folder / "calls.trace";
    answer("trace " + file.string() + " filter jsys " + filter + "; start; trace off");
    auto trace = TraceReader::open(file);
    ASSERT_TRUE(trace) << trace.error().text();
    Count count;
    ASSERT_TRUE((*trace)->playAll(count));
    EXPECT_EQ(count.calls, found) << filter;
    trace->reset();
    std::filesystem::remove_all(file);
  }
  EXPECT_FALSE(session.perform("trace x.trace filter jsys FROB"));
  std::filesystem::remove_all(folder);
}

// PBOUT's routine starts two words after its call in PSOUT's; its start must not count as a return.
TEST_F(Calls, TimeIsChargedToTheCallByName) {
  answer("counters on; profile on; start");
  const std::string time = answer("counters time jsys --csv");
  for (const char* row : {",all,BIN,2,", ",all,PBOUT,4,", ",all,GTJFN,2,", ",all,PSOUT,1,", ",all,HALTF,1,"})
    EXPECT_THAT(time, HasSubstr(row));
  // name,calls,inclusive,elapsed,+1,+2,+3,+4,left,open
  EXPECT_THAT(time, ::testing::ContainsRegex("\nPBOUT,4,[0-9]+,[0-9]+,4,0,0,0,0,0\n"));
  EXPECT_THAT(time, ::testing::ContainsRegex("\nGTJFN,2,[0-9]+,[0-9]+,1,1,0,0,0,0\n"));
  EXPECT_THAT(time, ::testing::ContainsRegex("\nHALTF,1,0,0,0,0,0,0,0,1\n"));
  const std::string profile = answer("profile");
  for (const char* routine : {"exec    PBOUT\n", "exec    PSOUT\n", "exec    BIN\n", "user    U.GO\n"})
    EXPECT_THAT(profile, HasSubstr(routine));
  EXPECT_THAT(profile, Not(HasSubstr("JSYS ")));
  EXPECT_THAT(answer("profile calls PBOUT"), HasSubstr("PSOUT"));
}

// Records calls and the time of interrupts, from the end of the interrupted instruction to the end of the dismissal.
struct Interrupted final : JsysFollower {
  struct Piece {
    Instant at;
    Duration length;
  };
  std::vector<FollowedCall> done;
  std::vector<Piece> pieces;
  Instant last = kPowerOn;
  unsigned entries = 0;
  void instruction(const InstructionRecord& r) override {
    JsysFollower::instruction(r);
    if (r.level != 0) pieces.push_back({last, r.ended - last});
    if ((r.entry.context & kHistoryPi) != 0) ++entries;
    last = r.ended;
  }
  void returned(const FollowedCall& c) override { done.push_back(c); }
  Duration within(const FollowedCall& c) const {
    Duration sum{};
    for (const Piece& p : pieces)
      if (p.at >= c.began && p.at < c.ended) sum += p.length;
    return sum;
  }
};

// The line clock on level 1, and the console at ten characters per second: PSOUT takes at least a quarter of a second.
class CallsAndAClock : public Calls, public ::testing::WithParamInterface<const char*> {};

TEST_P(CallsAndAClock, OwnTimeExcludesInterrupts) {
  Interrupted calls;
  calls.followMonitor(true);
  answer("symbols none; counters on");
  machine.cpu().connect(calls);
  answer(GetParam());
  answer(
      "deposit 42 JSR 300; deposit 301 CONO APR,3001; deposit 302 JRST 12,@300; deposit 400 CONO PI,2300; "
      "deposit 401 CONO APR,3001; deposit 402 JRST 5000; start 400");
  machine.cpu().disconnect(calls);
  EXPECT_THAT(answer("counters time jsys --csv"), ::testing::ContainsRegex("\nPBOUT,4,[0-9]+,[0-9]+,4,0,0,0,0,0\n"));
  std::map<std::uint32_t, int> number;
  const FollowedCall* longest = nullptr;
  for (const FollowedCall& c : calls.done) {
    ++number[c.number];
    EXPECT_EQ(c.own + calls.within(c), c.time()) << std::oct << c.number << " at " << c.address;
    if (c.number == 076) longest = &c;
  }
  EXPECT_EQ(number, (std::map<std::uint32_t, int>{{020, 2}, {050, 2}, {074, 4}, {076, 1}}));
  ASSERT_NE(longest, nullptr);
  EXPECT_GE(longest->time(), milliseconds(250));
  // JSR, CONO and JRST 12 at each interrupt, sixty times per second.
  const auto ticks = static_cast<unsigned>(longest->time() / microseconds(16667));
  EXPECT_GE(calls.entries, ticks);
  EXPECT_GE(calls.within(*longest), nanoseconds(7000) * ticks);
  EXPECT_LE(calls.within(*longest), nanoseconds(20000) * (ticks + 1));
}

// The unchanged program; and one with PBOUT's routine at 5602, just after its call at 5600, so that the clock returns
// to an address to which the call could return by skipping.
INSTANTIATE_TEST_SUITE_P(Routines, CallsAndAClock,
                         ::testing::Values("echo plain",
                                           "deposit 5025 JRST 5600; deposit 5600 104000000074; deposit 5601 JRST 5026; "
                                           "deposit 5602 DATAO TTY,1; deposit 5603 CONSZ TTY,20; "
                                           "deposit 5604 JRST 5603; deposit 5605 JRST 2,@777561; "
                                           "deposit 1074 777561,,5602"));

}  // namespace
}  // namespace utah10
