// An editor debugs a program under TENEX, a whole system, and the machine of a session, by the Debug Adapter Protocol.
#include <cstdlib>

#include "command/dap/dap_support.hpp"
#include "command/dap/serve.hpp"
#include "support/binary_dir.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// Asks for a file that does not exist.
constexpr std::string_view kProgram =
    "\tTITLE\tTEN\n"
    "\tSEARCH\tSTENEX\n"
    "P=17\n"
    "START:\tRESET\n"
    "\tMOVE\tP,[IOWD 10,PDL]\n"
    "\tMOVSI\t1,100001\n"
    "\tHRROI\t2,[ASCIZ /NONE.SUCH/]\n"
    "\tGTJFN\n"
    "\tJRST\tFAILED\n"
    "\tHALTF\n"
    "FAILED:\tPUSHJ\tP,TELL\n"
    "\tAOS\tCOUNT\n"
    "\tHALTF\n"
    "\tJRST\tSTART\n"
    "TELL:\tHRROI\t1,[ASCIZ /NO SUCH FILE\n"
    "/]\n"
    "\tPSOUT\n"
    "\tPOPJ\tP,\n"
    "COUNT:\t0\n"
    "PDL:\tBLOCK\t10\n"
    "\tEND\tSTART\n";
constexpr int kStart = 4, kCall = 8, kBehind = 9, kFailed = 11, kCount = 12, kTell = 15;

// Calls that fail by an interrupt: at the end of a file, and of a file that is none, for which there is a routine.
constexpr std::string_view kInterrupted =
    "\tTITLE\tTRP\n"
    "\tSEARCH\tSTENEX\n"
    "START:\tRESET\n"
    "\tMOVEI\t1,400000\n"
    "\tMOVE\t2,[LEV,,CHN]\n"
    "\tSIR\n"
    "\tMOVE\t2,[1B15]\n"
    "\tAIC\n"
    "\tEIR\n"
    "\tMOVSI\t1,1\n"
    "\tHRROI\t2,[ASCIZ /NIL:/]\n"
    "\tGTJFN\n"
    "\tHALTF\n"
    "\tMOVE\t2,[7B5+1B19]\n"
    "\tOPENF\n"
    "\tHALTF\n"
    "ATEND:\tBIN\n"
    "\tMOVEI\t1,77\n"
    "BAD:\tBIN\n"
    "\tHALTF\n"
    "TRAP:\tMOVEI\t4,1\n"
    "\tDEBRK\n"
    "LEV:\tEXP\tRET,0,0\n"
    "RET:\t0\n"
    "CHN:\tBLOCK\t17\n"
    "\tXWD\t1,TRAP\n"
    "\tBLOCK\t24\n"
    "\tEND\tSTART\n";
constexpr int kAtEnd = 17, kBad = 19, kAfter = 20, kTrap = 21;

class DapTenex : public DapTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    ::setenv("UTAH10_ROMS", (binaryDir() + "/roms").c_str(), 1);
    DapTest::SetUp();
    write("ten.mac", kProgram);
    write("trp.mac", kInterrupted);
  }
  JsonValue thread() const { return {{"threadId", thread_}}; }
  JsonValue goOn(const std::string& request) {
    JsonValue stop = go(request, {{"threadId", thread_}});
    thread_ = stop.value("threadId", 0);
    return stop;
  }
  JsonValue frame() {
    const JsonValue stack = client->body("stackTrace", {{"threadId", thread_}, {"levels", 1}});
    return stack["stackFrames"][0];
  }
  int lineHere() { return frame().value("line", 0); }
  void launchTenex(const char* program = "ten.mac") {
    serve();
    client->body("initialize");
    client->body("launch", {{"program", program}, {"tenex", GetParam()}, {"stopOnEntry", true}});
    client->event("initialized");
    client->body("setExceptionBreakpoints", {{"filters", {"halt", "jsys-error"}}});
    client->body("configurationDone");
    thread_ = client->event("stopped").value("threadId", 0);
  }

  int thread_ = 0;
};

TEST_P(DapTenex, DebugsAProgram) {
  launchTenex();
  EXPECT_EQ(lineHere(), kStart);
  for (int line = kStart + 1; line <= kCall; ++line) {
    goOn("next");
    EXPECT_EQ(lineHere(), line);
  }
  const JsonValue failed = goOn("continue");
  EXPECT_EQ(failed["reason"], "exception");
  EXPECT_THAT(failed["description"].get<std::string>(), HasSubstr("GTJFN at"));
  EXPECT_EQ(lineHere(), kBehind);
  goOn("stepIn");
  EXPECT_EQ(lineHere(), kFailed);
  goOn("stepIn");
  EXPECT_EQ(lineHere(), kTell);
  goOn("stepOut");
  EXPECT_EQ(lineHere(), kCount);
  goOn("stepBack");
  EXPECT_EQ(lineHere(), kFailed);
  EXPECT_THAT(goOn("continue")["description"].get<std::string>(), HasSubstr("HALTF"));
  EXPECT_EQ(lineHere(), kCount + 1) << "not in the monitor";
  EXPECT_THAT(value("COUNT"), HasSubstr(" 1."));
  goOn("stepBack");
  EXPECT_EQ(lineHere(), kCount + 1);
  EXPECT_THAT(value("COUNT"), HasSubstr(" 1."));
}

TEST_P(DapTenex, StopsAtErrorsThatInterrupt) {
  launchTenex("trp.mac");
  const JsonValue end = goOn("continue");
  EXPECT_EQ(end["reason"], "exception");
  EXPECT_THAT(end["description"].get<std::string>(), HasSubstr(" ATEND failed by an interrupt: IOX4"));
  EXPECT_EQ(lineHere(), kAtEnd + 1) << "the call has returned";
  const JsonValue bad = goOn("continue");
  EXPECT_EQ(bad["reason"], "exception");
  EXPECT_THAT(bad["description"].get<std::string>(), HasSubstr(" BAD failed by an interrupt: DESX"));
  EXPECT_EQ(lineHere(), kBad) << "not in the monitor";
  goOn("stepBack");
  EXPECT_EQ(lineHere(), kBad);
  EXPECT_TRUE(client->body("utah10/state")["user"].get<bool>());
  EXPECT_THAT(goOn("continue")["description"].get<std::string>(), HasSubstr(" BAD failed"));
  goOn("next");
  EXPECT_EQ(lineHere(), kTrap);
  EXPECT_THAT(goOn("continue")["description"].get<std::string>(), HasSubstr("HALTF"));
  EXPECT_EQ(lineHere(), kAfter) << "the return after the interrupt is not told again";
}

TEST_P(DapTenex, ProcessesAreThreadsWithTheirStorageBlocks) {
  launchTenex();
  const JsonValue threads = client->body("threads")["threads"];
  EXPECT_GE(threads.size(), 4u);
  int saved = 0;
  for (const JsonValue& t : threads) {
    if (t["id"] == thread_) {
      EXPECT_THAT(t["name"].get<std::string>(), HasSubstr("job 1"));
      continue;
    }
    const JsonValue frames = client->body("stackTrace", {{"threadId", t["id"]}})["stackFrames"];
    if (frames.empty()) continue;
    ++saved;
    const JsonValue scopes = client->body("scopes", {{"frameId", frames[0]["id"]}})["scopes"];
    EXPECT_EQ(scopes[0]["name"], "Accumulators");
    EXPECT_EQ(client->body("variables", {{"variablesReference", scopes[0]["variablesReference"]}})["variables"].size(),
              16u);
  }
  EXPECT_GT(saved, 0);
  const JsonValue scopes = client->body("scopes", {{"frameId", frame()["id"]}})["scopes"];
  for (const char* block : {"PSB", "JSB", "Pager"})
    EXPECT_TRUE(std::ranges::any_of(scopes, [&](const JsonValue& s) { return s["name"] == block; })) << block;
  for (const JsonValue& s : scopes)
    if (s["name"] == "PSB") {
      EXPECT_THAT(variable(s["variablesReference"], "JOBNO")["value"].get<std::string>(), HasSubstr(" 1."));
    }
}

// The editor asks for things while the call waits for a name.
TEST_P(DapTenex, ACallIsFollowedAcrossRequests) {
  write("ask.mac",
        "\tTITLE\tASK\n\tSEARCH\tSTENEX\nSTART:\tRESET\n\tMOVSI\t1,100003\n\tMOVE\t2,[100,,101]\n"
        "NAME:\tGTJFN\n\tJFCL\n\tHALTF\n\tEND\tSTART\n");
  launchTenex("ask.mac");
  client->body("continue", thread());
  for (int n = 0; n < 20; ++n) client->body("threads");
  client->body("utah10/type", {{"keys", "NO.SUCH\r"}});
  for (int n = 0; n < 20; ++n) client->body("threads");
  const JsonValue failed = client->event("stopped");
  EXPECT_EQ(failed["reason"], "exception");
  EXPECT_THAT(failed["description"].get<std::string>(), HasSubstr(" NAME failed: GJFX"));
}

INSTANTIATE_TEST_SUITE_P(Generations, DapTenex, ::testing::Values("tenex72", "tenex131", "tenex73"));

TEST_F(DapTenex, DebugsTheMonitorItself) {
  serve();
  client->body("initialize");
  client->body("launch", {{"boot", "tenex72"}, {"stopOnEntry", true}});
  client->event("initialized");
  client->body("configurationDone");
  client->event("stopped");
  EXPECT_THAT(client->output(), HasSubstr("TENEX IN OPERATION"));
  client->body("setFunctionBreakpoints", {{"breakpoints", JsonValue::array({{{"name", ".DISMS"}}})}});
  EXPECT_EQ(go("continue")["reason"], "function breakpoint");
}

// An editor that has started an adapter of its own is passed on to the one at a prompt.
TEST_F(DapTest, AttachesThroughAnotherAdapter) {
  ::setenv("UTAH10_DAP_TOKEN", "secret", 1);
  const std::uint16_t port = (*PortListener::open({.port = 0}))->port();
  answer("set record on; load demo.sav; break ADD1; start");
  std::thread prompt{[&] { EXPECT_TRUE(serveSession(session, port)); }};
  serve();
  client->body("initialize");
  EXPECT_THAT(client->refusal("attach", {{"port", 1}, {"token", "secret"}}), HasSubstr("cannot connect"));
  bool attached = false;
  for (int tries = 0; tries < 600 && !attached; ++tries) {  // until the prompt listens
    attached = client->ask("attach", {{"port", port}, {"token", "secret"}})["success"];
    if (!attached) std::this_thread::sleep_for(std::chrono::milliseconds{50});
  }
  EXPECT_TRUE(attached);
  client->event("initialized");
  client->body("configurationDone");
  EXPECT_EQ(client->event("stopped")["reason"], "pause");
  EXPECT_EQ(line(), 10);
  go("next");
  EXPECT_EQ(line(), 11);
  client->body("disconnect");
  prompt.join();
  EXPECT_EQ(pc(), 0147u);
  ::unsetenv("UTAH10_DAP_TOKEN");
}

}  // namespace
}  // namespace utah10
