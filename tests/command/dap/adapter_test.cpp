// The course of a session, runs and steps in both directions, as a client of the protocol sees them.
#include "command/dap/dap_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// Lines of kAddProgram.
constexpr int kStart = 4, kLoop = 5, kStore = 6, kTest = 7, kHalt = 9, kAdd = 10, kReturn = 11;

using Dap = DapTest;

TEST_F(Dap, SaysWhatItCanDo) {
  serve();
  const JsonValue able = client->body("initialize");
  for (const char* name : {"supportsStepBack", "supportsConfigurationDoneRequest", "supportsDataBreakpoints",
                           "supportsReadMemoryRequest", "supportsDisassembleRequest", "supportsSteppingGranularity"})
    EXPECT_TRUE(able.value(name, false)) << name;
  EXPECT_EQ(able["exceptionBreakpointFilters"].size(), 6u);
}

TEST_F(Dap, WithoutAProgramRequestsAreRefused) {
  serve();
  client->body("initialize");
  EXPECT_THAT(client->refusal("continue"), HasSubstr("launch or attach comes first"));
  EXPECT_THAT(client->refusal("fly"), HasSubstr("no request \"fly\""));
  EXPECT_THAT(client->refusal("launch"), HasSubstr("there is no program"));
  EXPECT_THAT(client->refusal("launch", {{"program", 5}}), HasSubstr("arguments are wrong"));
  EXPECT_THAT(client->refusal("launch", {{"program", "none.mac"}}), HasSubstr("none.mac"));
  EXPECT_THAT(client->refusal("attach"), HasSubstr("no machine here"));
}

TEST_F(Dap, ErrorsOfTheAssemblerAreShown) {
  write("wrong.mac", "\tTITLE\tWRONG\nS:\tMOVE\t1,NOWHER\n\tEND\tS\n");
  serve();
  client->body("initialize");
  EXPECT_THAT(client->refusal("launch", {{"program", "wrong.mac"}}), HasSubstr("has errors"));
  client->event("output");
  EXPECT_THAT(client->output(), HasSubstr("NOWHER"));
}

TEST_F(Dap, LaunchesSourcesRelocatableFilesAndImages) {
  launchDemo();
  EXPECT_EQ(line(), kStart);
  EXPECT_EQ(topFrame()["source"]["path"], demo()["path"]);
  EXPECT_EQ(topFrame()["name"], "START");
}

TEST_F(Dap, LaunchesAnImageWithItsDebugFile) {
  launch({{"program", "demo.sav"}});
  EXPECT_EQ(line(), kStart);
  EXPECT_EQ(topFrame()["source"]["path"], demo()["path"]);
}

TEST_F(Dap, StepsByLinesIntoOverAndOut) {
  launchDemo();
  EXPECT_EQ(go("next")["reason"], "step");
  EXPECT_EQ(line(), kLoop);
  go("stepIn");
  EXPECT_EQ(line(), kAdd);
  go("stepOut");
  EXPECT_EQ(line(), kStore);
  go("stepBack");
  EXPECT_EQ(line(), kLoop);
  go("next");
  EXPECT_EQ(line(), kStore);
}

TEST_F(Dap, StepsByInstructions) {
  launchDemo();
  const JsonValue one = {{"threadId", 1}, {"granularity", "instruction"}};
  go("stepIn", one);
  go("stepIn", one);
  EXPECT_EQ(topFrame()["instructionPointerReference"], "e:000146");
  go("stepBack", one);
  EXPECT_EQ(topFrame()["instructionPointerReference"], "e:000141");
  go("next", one);
  EXPECT_EQ(topFrame()["instructionPointerReference"], "e:000142");
}

TEST_F(Dap, GoesBackLineByLineToTheBeginning) {
  launchDemo();
  breakAt(kHalt);
  go("continue");
  const std::vector<int> lines = {kTest, kStore, kLoop, 8, kTest, kStore, kLoop, 8, kTest, kStore, kLoop, kStart};
  for (const int expected : lines) {
    EXPECT_EQ(go("stepBack")["reason"], "step");
    EXPECT_EQ(line(), expected);
  }
  EXPECT_EQ(go("stepBack")["reason"], "entry");
  EXPECT_EQ(line(), kStart);
  EXPECT_THAT(value("SUM"), HasSubstr("000000000000"));
}

TEST_F(Dap, StepsBackOutOfARoutine) {
  launchDemo();
  breakAt(kReturn);
  go("continue");
  go("stepBack");
  EXPECT_EQ(line(), kAdd);
  go("stepBack");
  EXPECT_EQ(line(), kLoop);
}

TEST_F(Dap, ReverseContinueStopsAtTheBreakpointBefore) {
  launchDemo();
  breakAt(kAdd);
  for (int n = 0; n < 3; ++n) EXPECT_EQ(go("continue")["reason"], "breakpoint");
  EXPECT_THAT(value("COUNT"), HasSubstr(" 2."));
  const JsonValue stop = go("reverseContinue");
  EXPECT_EQ(stop["reason"], "breakpoint");
  EXPECT_EQ(stop["hitBreakpointIds"].size(), 1u);
  EXPECT_EQ(line(), kAdd);
  EXPECT_THAT(value("COUNT"), HasSubstr(" 1."));
  go("reverseContinue");
  EXPECT_THAT(value("COUNT"), HasSubstr(" 0."));
  EXPECT_EQ(go("reverseContinue")["reason"], "entry");
  EXPECT_EQ(line(), kStart);
  EXPECT_EQ(go("continue")["reason"], "breakpoint");
  EXPECT_EQ(line(), kAdd);
}

TEST_F(Dap, AHaltStopsOrEndsTheProgram) {
  launchDemo();
  client->body("setExceptionBreakpoints", {{"filters", {"halt"}}});
  const JsonValue stop = go("continue");
  EXPECT_EQ(stop["reason"], "exception");
  EXPECT_THAT(stop["description"].get<std::string>(), HasSubstr("HALT"));
  EXPECT_EQ(line(), kHalt);
  EXPECT_THAT(client->body("exceptionInfo", {{"threadId", 1}})["description"].get<std::string>(), HasSubstr("ended"));
  go("stepBack");
  client->body("setExceptionBreakpoints", {{"filters", JsonValue::array()}});
  client->body("continue", {{"threadId", 1}});
  EXPECT_EQ(client->event("exited")["exitCode"], 0);
  client->event("terminated");
}

TEST_F(Dap, PausesAProgramThatRuns) {
  write("loop.mac", "\tTITLE\tLOOP\nS:\tAOJA\t1,S\n\tEND\tS\n");
  launch({{"program", "loop.mac"}});
  client->body("continue", {{"threadId", 1}});
  EXPECT_THAT(client->refusal("stackTrace", {{"threadId", 1}}), HasSubstr("the machine runs"));
  EXPECT_EQ(client->body("threads")["threads"].size(), 1u);
  EXPECT_TRUE(client->body("utah10/state")["running"].get<bool>());
  EXPECT_EQ(go("pause")["reason"], "pause");
  EXPECT_FALSE(client->body("utah10/state")["running"].get<bool>());
  EXPECT_EQ(line(), 2);
}

// What comes during a run must not change what the machine does.
TEST_F(Dap, RequestsDuringARunChangeNoResult) {
  write("count.mac", "\tTITLE\tCOUNT\nS:\tMOVE\t1,[^D3000000]\nL:\tSOJG\t1,L\n\tHALT\t.\n\tEND\tS\n");
  launch({{"program", "count.mac"}});
  client->body("setExceptionBreakpoints", {{"filters", {"halt"}}});
  client->body("continue", {{"threadId", 1}});
  for (int n = 0; n < 20; ++n) client->body("threads");
  client->event("stopped");
  const JsonValue disturbed = client->body("utah10/state", {{"hash", true}});
  EXPECT_EQ(disturbed["instructions"], 3000002);
  go("reverseContinue");
  go("continue");
  EXPECT_EQ(client->body("utah10/state", {{"hash", true}})["hash"], disturbed["hash"]);
}

TEST_F(Dap, GoesToALine) {
  launchDemo();
  const JsonValue targets = client->body("gotoTargets", {{"source", demo()}, {"line", kTest}})["targets"];
  ASSERT_EQ(targets.size(), 1u);
  EXPECT_EQ(go("goto", {{"threadId", 1}, {"targetId", targets[0]["id"]}})["reason"], "goto");
  EXPECT_EQ(line(), kTest);
  EXPECT_THAT(client->refusal("goto", {{"threadId", 1}, {"targetId", 99}}), HasSubstr("no target 99"));
}

TEST_F(Dap, TerminatesAndDisconnects) {
  launchDemo();
  client->body("terminate");
  client->event("terminated");
  client->body("cancel", {{"requestId", 1}});
  client->body("disconnect");
}

TEST_F(Dap, AttachesToASessionAndLeavesItAsItWas) {
  answer("set record on; load demo.sav; break ADD1; start");
  serve({.attached = &session, .below = &terminal, .token = "secret"});
  client->body("initialize");
  client->body("attach", {{"token", "secret"}});
  client->event("initialized");
  breakAt(kHalt);
  client->body("configurationDone");
  EXPECT_EQ(client->event("stopped")["reason"], "pause");
  EXPECT_EQ(line(), kAdd);
  go("continue");
  client->body("evaluate", {{"expression", "delete 1"}, {"context", "repl"}});
  EXPECT_EQ(go("continue")["reason"], "breakpoint");
  EXPECT_EQ(line(), kHalt);
  client->body("disconnect");
}

TEST_F(Dap, AWrongTokenEndsTheConnection) {
  serve({.attached = &session, .below = nullptr, .token = "secret"});
  client->body("initialize");
  EXPECT_THAT(client->refusal("attach", {{"token", "guess"}}), HasSubstr("token is wrong"));
  EXPECT_FALSE(client->ask("attach", {{"token", "secret"}})["success"].get<bool>());
}

TEST_F(Dap, WhatIsNoProtocolEndsTheConnection) {
  serve();
  client->send("x");  // framed JSON, but no request: ignored
  client->body("initialize");
}

}  // namespace
}  // namespace utah10
