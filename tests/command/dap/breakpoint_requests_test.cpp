// Breakpoints on lines, functions, instructions, data and exceptions, with their terms.
#include "command/dap/dap_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using DapBreakpoints = DapTest;

constexpr int kStore = 6, kAdd = 10, kEnd = 14;

TEST_F(DapBreakpoints, OnLines) {
  launchDemo();
  const JsonValue placed = breakAt(2);
  EXPECT_TRUE(placed["verified"].get<bool>());
  EXPECT_EQ(placed["line"], 4) << "the first line behind it that has words";
  const JsonValue none = breakAt(kEnd);
  EXPECT_FALSE(none["verified"].get<bool>());
  EXPECT_THAT(none["message"].get<std::string>(), HasSubstr("make no words"));
  const JsonValue other = client->body(
      "setBreakpoints", {{"source", {{"path", "/tmp/other.mac"}}}, {"breakpoints", JsonValue::array({{{"line", 1}}})}});
  EXPECT_FALSE(other["breakpoints"][0]["verified"].get<bool>());
  const JsonValue at = client->body("breakpointLocations", {{"source", demo()}, {"line", 1}, {"endLine", 6}});
  EXPECT_EQ(at["breakpoints"], JsonValue::array({{{"line", 4}}, {{"line", 5}}, {{"line", 6}}}));
}

TEST_F(DapBreakpoints, ReplaceThoseBefore) {
  launchDemo();
  breakAt(kStore);
  breakAt(kAdd);
  go("continue");
  EXPECT_EQ(line(), kAdd);
  client->body("setBreakpoints", {{"source", demo()}, {"breakpoints", JsonValue::array()}});
  EXPECT_EQ(go("continue")["reason"], "exception") << "the halt";
}

TEST_F(DapBreakpoints, WithConditionsCountsAndMessages) {
  launchDemo();
  breakAt(kStore, {{"condition", "ac1 = 2"}});
  go("continue");
  EXPECT_THAT(value("COUNT"), HasSubstr(" 2."));
  go("reverseContinue");
  breakAt(kStore, {{"hitCondition", "%3"}});
  go("continue");
  EXPECT_THAT(value("COUNT"), HasSubstr(" 3."));
  EXPECT_THAT(breakAt(kStore, {{"hitCondition", "often"}})["message"].get<std::string>(), HasSubstr("hit condition"));
  EXPECT_THAT(breakAt(kStore, {{"condition", "ac1 ="}})["message"].get<std::string>(), HasSubstr("missing"));
  breakAt(kStore, {{"logMessage", "count {COUNT}, {x"}});
  go("reverseContinue");
  EXPECT_EQ(go("continue")["reason"], "exception") << "a message does not stop";
  EXPECT_THAT(client->output(), HasSubstr("count 000000000001, {x\ncount 000000000002, {x\ncount 000000000003, {x"));
}

TEST_F(DapBreakpoints, OnFunctionsAndInstructions) {
  launchDemo();
  const JsonValue functions =
      client->body("setFunctionBreakpoints", {{"breakpoints", {{{"name", "add1"}}, {{"name", "?"}}}}});
  EXPECT_TRUE(functions["breakpoints"][0]["verified"].get<bool>());
  EXPECT_FALSE(functions["breakpoints"][1]["verified"].get<bool>());
  EXPECT_EQ(go("continue")["reason"], "function breakpoint");
  client->body("setFunctionBreakpoints", {{"breakpoints", JsonValue::array()}});
  client->body("setInstructionBreakpoints",
               {{"breakpoints", JsonValue::array({{{"instructionReference", "e:000140"}, {"offset", 8 * 3}}})}});
  EXPECT_EQ(go("continue")["reason"], "instruction breakpoint");
  EXPECT_EQ(topFrame()["instructionPointerReference"], "e:000143");
}

TEST_F(DapBreakpoints, OnData) {
  launchDemo();
  const JsonValue sum = client->body("dataBreakpointInfo", {{"name", "SUM"}});
  EXPECT_EQ(sum["dataId"], "000150");
  EXPECT_EQ(sum["accessTypes"].size(), 3u);
  const JsonValue ac =
      client->body("dataBreakpointInfo", {{"name", "ac1 COUNT"}, {"variablesReference", scope("Accumulators")}});
  EXPECT_EQ(ac["dataId"], "ac1");
  EXPECT_TRUE(client->body("dataBreakpointInfo", {{"name", "2+2"}})["dataId"].is_null());
  client->body("setDataBreakpoints",
               {{"breakpoints", JsonValue::array({{{"dataId", "000150"}, {"accessType", "write"}}})}});
  const JsonValue stop = go("continue");
  EXPECT_EQ(stop["reason"], "data breakpoint");
  EXPECT_EQ(line(), kStore + 1) << "behind the MOVEM";
  EXPECT_THAT(value("SUM"), HasSubstr(" 1."));
  go("continue");
  EXPECT_THAT(value("SUM"), HasSubstr(" 2."));
  go("reverseContinue");
  EXPECT_EQ(line(), kStore) << "before the MOVEM that stored 2";
  EXPECT_THAT(value("SUM"), HasSubstr(" 1."));
  client->body("setDataBreakpoints",
               {{"breakpoints", JsonValue::array({{{"dataId", "ac1"}, {"accessType", "write"}}})}});
  go("continue");
  EXPECT_THAT(value("COUNT"), HasSubstr(" 3."));
  EXPECT_THAT(
      client->body("setDataBreakpoints", {{"breakpoints", JsonValue::array({{{"dataId", "pc"}}})}})["breakpoints"][0]
          .value("message", ""),
      HasSubstr("cannot be watched"));
}

TEST_F(DapBreakpoints, OnReadsAndChanges) {
  write("words.mac",
        "\tTITLE\tWORDS\nS:\tMOVEI\t1,5\n\tMOVEM\t1,W\n\tMOVEM\t1,W\n\tMOVE\t2,W\n\tHALT\t.\nW:\t5\n\tEND\tS\n");
  launch({{"program", "words.mac"}});
  const std::string id = client->body("dataBreakpointInfo", {{"name", "W"}})["dataId"];
  client->body("setDataBreakpoints", {{"breakpoints", JsonValue::array({{{"dataId", id}, {"accessType", "read"}}})}});
  EXPECT_EQ(go("continue")["reason"], "data breakpoint");
  EXPECT_EQ(line(), 6);
  client->body("stepBack", {{"threadId", 1}});
  client->event("stopped");
  client->body("setDataBreakpoints", {{"breakpoints", JsonValue::array({{{"dataId", id}, {"condition", "changes"}}})}});
  EXPECT_EQ(go("continue")["reason"], "exception") << "5 was stored over 5";
}

TEST_F(DapBreakpoints, OnExceptions) {
  write("bad.mac", "\tTITLE\tBAD\nS:\tMOVEI\t1,S\n\t0\n\tHALT\t.\n\tEND\tS\n");
  launch({{"program", "bad.mac"}});
  const JsonValue set =
      client->body("setExceptionBreakpoints",
                   {{"filters", {"halt", "illegal"}},
                    {"filterOptions",
                     {{{"filterId", "pi-level"}, {"condition", "9"}}, {{"filterId", "jsys"}, {"condition", "XYZ"}}}}});
  ASSERT_EQ(set["breakpoints"].size(), 4u);
  EXPECT_TRUE(set["breakpoints"][0]["verified"].get<bool>());
  EXPECT_TRUE(set["breakpoints"][1]["verified"].get<bool>());
  EXPECT_THAT(set["breakpoints"][2]["message"].get<std::string>(), HasSubstr("no level"));
  EXPECT_THAT(set["breakpoints"][3]["message"].get<std::string>(), HasSubstr("no JSYS"));
  const JsonValue stop = go("continue");
  EXPECT_EQ(stop["reason"], "exception");
  EXPECT_THAT(stop["description"].get<std::string>(), HasSubstr("illegal"));
}

}  // namespace
}  // namespace utah10
