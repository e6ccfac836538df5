// The commands counters on, time, every and off; the machine's counters with pager work and monitor calls.
#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

using LedgerCommands = SessionTest;

std::string fileText(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream{name}.rdbuf();
  return text.str();
}

// The last field of each line, keyed by the fields before the count.
std::map<std::string, std::int64_t> times(const std::string& csv) {
  std::map<std::string, std::int64_t> found;
  std::istringstream lines{csv};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t last = line.rfind(','), before = line.rfind(',', last - 1);
    if (last != std::string::npos && line.find("time_ns") == std::string::npos)
      found[line.substr(0, before)] += std::stoll(line.substr(last + 1));
  }
  return found;
}

TEST_F(LedgerCommands, ShowTimesThatSumToTheTimeElapsed) {
  answer("load demo.oct; deposit pc 100; counters on; run 300");
  // MA10: ADDI 1,1 fetch 950, address 110, no operand 30, accumulator 140, execution 510 = 1740 and no waiting.
  const auto t = times(answer("counters time instruction --csv"));
  EXPECT_EQ(t.at("instruction,all,all,all,all,ADDI"), 100 * 1740);
  EXPECT_EQ(t.at("instruction,all,all,all,all,sum"), t.at("instruction,all,all,all,all,elapsed"));
  EXPECT_EQ(t.at("instruction,all,all,all,all,elapsed"), (machine.now() - kPowerOn).count());
  EXPECT_THAT(answer("counters time instruction"),
              HasSubstr("ADDI                             100.         0.000174000s"));
  EXPECT_THAT(answer("counters time"), HasSubstr("elapsed"));
  const auto json = nlohmann::json::parse(answer("counters time --json"));
  ASSERT_EQ(json.size(), 7u);
  for (const auto& dimension : json) {
    std::int64_t sum = 0;
    for (const auto& b : dimension["buckets"]) sum += b["time_ns"].get<std::int64_t>();
    EXPECT_EQ(sum, dimension["elapsed_ns"].get<std::int64_t>()) << dimension["dimension"];
    EXPECT_EQ(sum, dimension["sum_ns"].get<std::int64_t>());
  }
}

TEST_F(LedgerCommands, SplitBySymbolAndMode) {
  answer("load demo.oct; symbol LOOP 100; symbol STORE 101; deposit pc 100; counters on by symbol,mode; run 300");
  const auto t = times(answer("counters time cycle --csv"));
  EXPECT_EQ(t.at("cycle,monitor,all,all,LOOP,fetch"), 100 * 610);
  EXPECT_EQ(t.at("cycle,monitor,all,all,STORE,fetch"), 200 * 610);
  EXPECT_THAT(answer("counters time cycle"), HasSubstr("mode     symbol   cycle"));
}

TEST_F(LedgerCommands, RestartWithClearAndEndWithOff) {
  answer("load demo.oct; deposit pc 100; counters on; run 300; counters clear");
  EXPECT_EQ(times(answer("counters time io --csv")).at("io,all,all,all,all,elapsed"), 0);
  answer("counters off");
  EXPECT_THAT(refusal("counters time"), HasSubstr("times are not being counted; counters on"));
}

TEST_F(LedgerCommands, WriteIntervalsThatSumToTheTotals) {
  for (const std::string name : {"times.csv", "times.json"}) {
    answer("load demo.oct; deposit pc 100; counters on; counters every 10us " + name + "; run 1ms");
    const auto total = times(answer("counters time instruction --csv"));
    answer("counters every off");
    const std::string text = fileText(name);
    std::int64_t moves = 0, all = 0, lines = 0;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line); ++lines) {
      if (line.find(name == "times.csv" ? "instruction," : "\"instruction\"") == std::string::npos) continue;
      const std::int64_t ns = name == "times.csv" ? std::stoll(line.substr(line.rfind(',') + 1))
                                                  : nlohmann::json::parse(line)["time_ns"].get<std::int64_t>();
      all += ns;
      if (line.find("MOVEM") != std::string::npos) moves += ns;
    }
    EXPECT_GT(lines, 1000) << text.substr(0, 500);
    EXPECT_EQ(all, total.at("instruction,all,all,all,all,elapsed"));
    EXPECT_EQ(moves, total.at("instruction,all,all,all,all,MOVEM"));
  }
}

TEST_F(LedgerCommands, DoNotOverwriteFiles) {
  write("mine.csv", "mine");
  EXPECT_THAT(refusal("counters every 10ms mine.csv"), HasSubstr("mine.csv: already exists"));
  EXPECT_EQ(fileText("mine.csv"), "mine");
}

TEST_F(LedgerCommands, RefuseInvalidArguments) {
  EXPECT_THAT(refusal("counters on by colour"), HasSubstr("cannot split by \"colour\""));
  EXPECT_THAT(refusal("counters on by symbol"), HasSubstr("there are no symbols"));
  EXPECT_THAT(refusal("counters on by"), HasSubstr("missing"));
  EXPECT_THAT(refusal("counters time colour"), HasSubstr("there is no account of time by \"colour\""));
  EXPECT_THAT(refusal("counters every 10 x.csv"), HasSubstr("10"));
  EXPECT_THAT(refusal("counters every 10ns x.csv"), HasSubstr("at least a microsecond"));
  EXPECT_THAT(refusal("counters every 10ms"), HasSubstr("missing"));
  EXPECT_THAT(refusal("counters every 10ms no/such/folder/x.csv"), HasSubstr("x.csv: No such file"));
  EXPECT_FALSE(std::filesystem::exists("x.csv"));
}

TEST_F(LedgerCommands, DoNotFollowLinks) {
  write("mine.csv", "mine");
  std::filesystem::create_symlink("mine.csv", "link.csv");
  EXPECT_THAT(refusal("counters every 1ms link.csv"), HasSubstr("already exists"));
  EXPECT_EQ(fileText("mine.csv"), "mine");
}

}  // namespace
}  // namespace utah10
