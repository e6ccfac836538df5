// The commands jsystrace, access, who and coverage.
#include <gmock/gmock.h>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

MachineConfig paged() {
  MachineConfig config;
  config.memory = {{*findMemoryKind("MA10"), 0, 16384, 1, 4}, {*findMemoryKind("MA10"), 16384, 16384, 1, 4}};
  config.pager = PagerConfig{};
  return config;
}

// Vector, BIN and HALTF at 200, PSB 21, UPT 22, the user program at 1000 in page 23; started in exec mode at 220.
constexpr std::string_view kCalls =
    "71: 000022460021 400200000000\n"
    "1050: 777560000200\n"
    "1170: 777560000210\n"
    "200: 201100000101 254120777560\n"
    "210: 254200000210\n"
    "220: 700140000230 702600000000 702600000006 254120000231\n"
    "230: 776776000000 010000001000\n"
    "21775: 160040000021 160040000022 160040000021\n"
    "22001: 160040000023\n"
    "4021: 400000000000 400000000000 400000000000\n"
    "23000: 201040000003 104000000050 104000000170\n"
    "start 220\n";

class JsysCommandTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    write("calls.oct", kCalls);
    perform("load calls.oct");
  }
  std::string perform(std::string_view commands) {
    own.clear();
    const auto done = user.performAll(commands);
    EXPECT_TRUE(done) << (done ? "" : done.error().text());
    return own.answers();
  }
  Machine with{paged()};
  DeviceSet its{with};
  TextTerminal own;
  Session user{with, its, own};
};

TEST_F(JsysCommandTest, ShowsCountsAndEnds) {
  const std::string shown = perform("jsystrace on; start");
  EXPECT_THAT(shown, HasSubstr("  p21  BIN(1=JFN 3) = +1 2='A' <"));
  EXPECT_THAT(shown, HasSubstr("  p21  HALTF( <unfinished ...>\n"));
  EXPECT_THAT(perform("jsystrace summary"), HasSubstr("\nBIN                1.       0.     0. "));
  EXPECT_THAT(perform("jsystrace summary --csv"), HasSubstr("\nHALTF,1,0,1,0,0\n"));
  EXPECT_THAT(perform("jsystrace off"), HasSubstr("  p21  <... HALTF resumed>) = ?\n"));
  EXPECT_FALSE(user.perform("jsystrace summary"));
}

TEST_F(JsysCommandTest, WritesSelectedCallsToAFile) {
  EXPECT_THAT(perform("jsystrace on calls BIN csv to calls.csv; start; jsystrace off"),
              ::testing::Not(HasSubstr("BIN(")));
  std::ifstream in{"calls.csv"};
  std::string head, line, more;
  std::getline(in, head);
  std::getline(in, line);
  EXPECT_THAT(line, HasSubstr(",21,user,0,1001,BIN,1=JFN 3,1,2='A',,"));
  EXPECT_FALSE(std::getline(in, more));
  const auto again = user.perform("jsystrace on to calls.csv");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().text(), "calls.csv: exists already; name a new file");
}

TEST_F(JsysCommandTest, OtherProcessesAreNotShown) {
  EXPECT_THAT(perform("jsystrace on process 30; start"), ::testing::Not(HasSubstr("BIN")));
  perform("jsystrace off; load calls.oct");
  EXPECT_THAT(perform("jsystrace on process p21 calls not HALTF whole; start"), HasSubstr("BIN(1=JFN 3) = +1"));
}

TEST_F(JsysCommandTest, TracingChangesNothing) {
  perform("jsystrace on monitor; access on; start");
  Machine alone{paged()};
  DeviceSet devices2{alone};
  TextTerminal quiet;
  Session plain{alone, devices2, quiet};
  ASSERT_TRUE(plain.performAll("load calls.oct; start"));
  EXPECT_EQ(stateHash(with), stateHash(alone));
}

TEST_F(SessionTest, JsysTraceRefusesInvalidArguments) {
  EXPECT_EQ(refusal("jsystrace"),
            "jsystrace: on, off, count or summary is missing; jsystrace on process 30 calls BIN,BOUT");
  EXPECT_THAT(refusal("jsystrace on calls BIN,BAN"), HasSubstr("\"BAN\" is not a JSYS"));
  EXPECT_THAT(refusal("jsystrace on process 1000000"), HasSubstr("is not a process"));
  EXPECT_THAT(refusal("jsystrace on nonsense"), HasSubstr("unexpected \"nonsense\""));
}

TEST_F(SessionTest, WhoShowsAccessesToAWord) {
  // 100: ADDI 1,1; MOVEM 1,1000; JRST 100 - ten rounds.
  answer("load demo.oct; symbol LOOP 100; symbol SUM 1000; access on; deposit pc 100; run 30");
  const std::string who = answer("who SUM");
  EXPECT_THAT(who, StartsWith("001000\n  read      never\n  written         10. last at "));
  EXPECT_THAT(who, HasSubstr(" us by e:000101 (LOOP+1)\n"));
  EXPECT_THAT(answer("who p:100"), HasSubstr("  executed        10. last at "));
  EXPECT_THAT(answer("deposit 1000 0; who 1000"), HasSubstr("changed since by a channel or the console"));
  EXPECT_THAT(answer("access uninitialised"), HasSubstr("no word was read before it was written"));
  EXPECT_THAT(answer("coverage"), HasSubstr("LOOP           e:000100    448.      3.   0%            30.\n"));
  EXPECT_THAT(answer("coverage --csv"), HasSubstr("label,exec,LOOP,100,448,3,,,30\n"));
  answer("access off");
  EXPECT_THAT(refusal("who 1000"), HasSubstr("accesses are not being recorded"));
  EXPECT_THAT(refusal("coverage"), HasSubstr("accesses are not being recorded"));
}

}  // namespace
}  // namespace utah10
