// The commands history, counters and show.
#include <gmock/gmock.h>

#include <charconv>
#include <map>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST_F(SessionTest, HistoryIsOldestFirst) {
  answer("load demo.oct; run 5");
  const auto lines = linesOf(answer("history"));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_THAT(lines[0], HasSubstr("000100/ 271040000001  ADDI 1,1"));
  EXPECT_THAT(lines[1], HasSubstr("000101/ 202040001000  MOVEM 1,1000"));
  EXPECT_THAT(lines[1], HasSubstr("e 001000  ac 000000000001  data 000000000001"));
  EXPECT_THAT(lines[4], HasSubstr("ac 000000000002"));
  EXPECT_EQ(linesOf(answer("history 2")).size(), 2u);
  const auto csv = linesOf(answer("history --csv 1"));
  ASSERT_EQ(csv.size(), 2u);
  EXPECT_EQ(csv[0], "ns,pc,word,instruction,e,ac,data,context");
  EXPECT_THAT(csv[1], HasSubstr(",000101,202040001000,\"MOVEM 1,1000\",001000,000000000002,000000000002,0"));
  EXPECT_EQ(answer("history clear; history"), "no instruction has been executed\n");
}

// Values keyed by "section,name,mode".
std::map<std::string, std::uint64_t> parseCsv(const std::string& text) {
  std::map<std::string, std::uint64_t> values;
  const auto lines = linesOf(text);
  EXPECT_EQ(lines.at(0), "section,name,mode,value");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t comma = lines[i].rfind(',');
    values[lines[i].substr(0, comma)] = std::stoull(lines[i].substr(comma + 1));
  }
  return values;
}

TEST_F(SessionTest, CountersCountAndAddUp) {
  answer("load demo.oct; counters clear; run 300");
  const Duration elapsed = machine.now() - kPowerOn;
  auto values = parseCsv(answer("counters --csv"));
  EXPECT_EQ(values["instruction,ADDI,exec"], 100u);
  EXPECT_EQ(values["instruction,MOVEM,exec"], 100u);
  EXPECT_EQ(values["instruction,JRST,exec"], 100u);
  EXPECT_EQ(values["cycle,fetch,exec"], 300u);
  EXPECT_EQ(values["cycle,write,exec"], 100u);
  EXPECT_EQ(values["total,instructions,all"], 300u);
  EXPECT_EQ(values["total,cycles,all"], 400u);
  EXPECT_EQ(values["total,time-ns,all"], static_cast<std::uint64_t>(elapsed.count()));
  std::uint64_t modes = 0;
  for (const auto& [name, value] : values)
    if (name.starts_with("time-ns,") && name.ends_with(",all")) modes += value;
  EXPECT_EQ(modes, values["total,time-ns,all"]);
  answer("counters clear");
  EXPECT_EQ(parseCsv(answer("counters --csv"))["total,instructions,all"], 0u);
}

TEST_F(SessionTest, CountersAsJsonAndText) {
  answer("load demo.oct; run 300");
  EXPECT_THAT(answer("counters --json"), HasSubstr("\"ADDI\": {\n      \"exec\": 100\n    }"));
  EXPECT_THAT(answer("counters"), HasSubstr("instruction  ADDI           exec                    100.\n"));
}

TEST_F(SessionTest, CountersAreNotState) {
  answer("load demo.oct; run 300");
  const std::string before = answer("hash");
  answer("counters clear; history clear; set history 16");
  EXPECT_EQ(answer("hash"), before);
}

TEST_F(SessionTest, ShowNamesBits) {
  answer("execute CONO PI,2300");  // on, level 1
  EXPECT_THAT(answer("show pi"), HasSubstr("priority interrupts on; levels enabled 1"));
  EXPECT_THAT(answer("show devices"), HasSubstr("apr at 000: status "));
  EXPECT_THAT(answer("show memory"), StartsWith("1000000 words of core in 16. boxes"));
  EXPECT_THAT(answer("show config"), StartsWith("timing srm\nmemory box 0: "));
  EXPECT_THAT(answer("show clock"), StartsWith("virtual time 0.0000"));
  EXPECT_THAT(answer("show 120"), StartsWith("tty at 120: status "));
  answer("load demo.oct; deposit pc 200; run until pc = 202");
  EXPECT_EQ(answer("show tty"), "tty at 120: status 000000000020: output busy\n");
}

}  // namespace
}  // namespace utah10
