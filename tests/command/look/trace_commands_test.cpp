// The command trace: a trace file of a session's runs.
#include <gmock/gmock.h>

#include "command/session_support.hpp"
#include "trace/record_log.hpp"
#include "utah10/trace/trace_reader.hpp"

namespace utah10 {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

test::RecordLog recordsOf(const std::string& file) {
  test::RecordLog log;
  auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader) << reader.error().text();
  if (!reader) return log;
  EXPECT_FALSE((*reader)->cutShort());
  EXPECT_TRUE((*reader)->playAll(log));
  return log;
}

TEST_F(SessionTest, TraceWritesTheRunsBetweenOnAndOff) {
  EXPECT_THAT(answer("load demo.oct; deposit pc 100; run 9; trace"), EndsWith("\ntrace: off\n"));
  EXPECT_EQ(answer("trace t.trace"), "trace: t.trace: every record\n");
  answer("run 6; run 3");
  // Nine instructions: a fetch each, and three writes. Two runs begin and end.
  EXPECT_THAT(answer("trace"), HasSubstr("t.trace: 25. records of 9. instructions, "));
  EXPECT_THAT(answer("trace off"),
              MatchesRegex("trace: t.trace: 25. records of 9. instructions, [0-9]+. bytes, [0-9.]+ bytes an "
                           "instruction\n"));
  answer("run 10; trace");
  const test::RecordLog log = recordsOf("t.trace");
  EXPECT_EQ(log.count("instruction"), 9u);
  EXPECT_EQ(log.count("memory"), 12u);
  EXPECT_EQ(log.count("started"), 2u);
}

TEST_F(SessionTest, TraceTakesAFilterWithTheSessionsSymbols) {
  answer(
      "load demo.oct; deposit pc 100; symbol COUNT 1000; trace t.trace filter write & address COUNT; run 30; trace "
      "off");
  const test::RecordLog log = recordsOf("t.trace");
  EXPECT_EQ(log.all.size(), 10u);
  EXPECT_EQ(log.count("memory"), 10u);
  EXPECT_EQ((*TraceReader::open("t.trace"))->head().filter, "write & address COUNT");
}

TEST_F(SessionTest, TraceRefusesInvalidArguments) {
  EXPECT_THAT(refusal("trace t filter frob"), HasSubstr("filter, character 1: \"frob\" is not a term"));
  EXPECT_FALSE(std::filesystem::exists("t"));
  EXPECT_THAT(refusal("trace t memory"), HasSubstr("filter and an expression are missing"));
  EXPECT_THAT(refusal("trace demo.oct"), HasSubstr("demo.oct: exists already"));
  EXPECT_THAT(refusal("trace demo.oct replace"), HasSubstr("demo.oct: exists and is not a trace"));
  EXPECT_THAT(refusal("trace off now"), HasSubstr("now"));
  answer("trace a.trace");
  EXPECT_THAT(refusal("trace b.trace"), HasSubstr("a trace is being written: a.trace"));
  EXPECT_EQ(answer("trace off; trace off; trace").substr(0, 7), "trace: ");
}

TEST_F(SessionTest, TracingChangesNothing) {
  answer("load demo.oct; deposit pc 200; save a.snap; run 50ms");
  const StateHash plain = stateHash(machine);
  answer("restore a.snap; trace t.trace; run 50ms; trace off");
  EXPECT_EQ(stateHash(machine), plain);
  EXPECT_GT(recordsOf("t.trace").count("io"), 1u);
}

}  // namespace
}  // namespace utah10
