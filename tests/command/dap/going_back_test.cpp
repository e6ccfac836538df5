// A way back of any length ends when the client says so.
#include "command/dap/dap_support.hpp"
#include "command/debug/reverse.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

class DapGoingBack : public DapTest {
 protected:
  // A loop of one line that has run for a while.
  void launchLoop(const std::string& every = "100000") {
    write("loop.mac", "\tTITLE\tLOOP\nS:\tAOJA\t1,S\n\tEND\tS\n");
    launch({{"program", "loop.mac"}});
    client->body("utah10/command", {{"command", "set record every " + every + "; run 1000000"}});
    EXPECT_EQ(client->event("stopped")["reason"], "pause");
  }
  std::uint64_t position() { return client->body("utah10/state")["position"].get<std::uint64_t>(); }
};

constexpr int kFirst = 1001, kSecond = 1002;

JsonValue request(int seq, const char* command) {
  return {{"seq", seq}, {"type", "request"}, {"command", command}, {"arguments", {{"threadId", 1}}}};
}

TEST_F(DapGoingBack, PauseEndsAWayBack) {
  launchLoop();
  const std::uint64_t before = position();
  ASSERT_GE(before, 1000000u);
  for (const char* back : {"reverseContinue", "stepBack"}) {
    client->sendTogether({request(kFirst, back), request(kSecond, "pause")});
    const JsonValue stop = client->event("stopped");
    EXPECT_EQ(stop["reason"], "pause") << back;
    EXPECT_THAT(stop["description"].get<std::string>(), HasSubstr("on the way back"));
    EXPECT_EQ(position(), before) << back << ": nothing has been searched yet";
  }
  EXPECT_EQ(go("reverseContinue")["reason"], "entry");
  EXPECT_EQ(position(), 0u);
}

// The place is known; the way to it is a replay of a million instructions, because no checkpoint is nearer.
TEST_F(DapGoingBack, PauseEndsTheWayToAKnownPlace) {
  launchLoop("20000000");
  const std::uint64_t before = position();
  JsonValue back = request(kFirst, "stepBack");
  back["arguments"]["granularity"] = "instruction";
  client->sendTogether({back, request(kSecond, "pause")});
  EXPECT_THAT(client->event("stopped")["description"].get<std::string>(), HasSubstr("on the way back"));
  EXPECT_EQ(position(), before) << "the machine stays where it was";
  EXPECT_EQ(go("stepBack", back["arguments"])["reason"], "step");
  EXPECT_EQ(position(), before - 1);
}

TEST_F(DapGoingBack, OtherRequestsWaitForTheEndOfTheWay) {
  launchLoop();
  client->sendTogether({request(kFirst, "reverseContinue"), request(kSecond, "threads")});
  EXPECT_EQ(client->event("stopped")["reason"], "entry");
  EXPECT_EQ(position(), 0u);
}

// The session keeps the machine where it was.
TEST_F(DapGoingBack, DisconnectEndsAWayBack) {
  answer("set record on; set record every 100000; load demo.oct; deposit pc 100; run 1000000");
  const std::uint64_t before = session.debugger().recorder().position();
  serve({.attached = &session, .below = &terminal, .token = {}});
  client->body("initialize");
  client->body("attach");
  client->event("initialized");
  client->body("configurationDone");
  EXPECT_EQ(client->event("stopped")["reason"], "pause");
  client->sendTogether({request(kFirst, "reverseContinue"), request(kSecond, "disconnect")});
  finish();
  EXPECT_EQ(session.debugger().recorder().position(), before);
}

TEST_F(DapGoingBack, AMessageThatIsNoRequestIsIgnored) {
  launchDemo();
  client->send({{"type", 5}, {"command", JsonValue::array()}, {"seq", "x"}});
  client->send({{"type", "request"}, {"command", 7}, {"seq", "x"}});
  EXPECT_EQ(client->body("threads")["threads"].size(), 1u);
}

// The way to what has been found is a replay, too. Interrupted there, the search has the same result the next time.
TEST_F(DapGoingBack, TheWayToWhatIsFoundIsInterrupted) {
  answer("set record on; set record every 20000000; load demo.oct; deposit pc 100; run 1000000");
  answer("break 101 if ac1 = 1000000");
  Debugger& debugger = session.debugger();
  Recorder& recorder = debugger.recorder();
  const std::uint64_t here = recorder.position();
  const StateHash hereHash = stateHash(machine);
  int asked = 0;
  constexpr int kYes = 25;
  recorder.interruptedBy([&asked] { return ++asked == kYes; });
  const Reversed back = backToBreakpoint(debugger).value();
  EXPECT_EQ(asked, kYes);
  EXPECT_TRUE(back.interrupted);
  EXPECT_TRUE(back.stops.empty());
  EXPECT_EQ(recorder.position(), here);
  EXPECT_EQ(stateHash(machine), hereHash);
  asked = kYes;
  EXPECT_EQ(backToBreakpoint(debugger).value().stops.size(), 1u);
  recorder.interruptedBy(nullptr);
  constexpr std::uint64_t kFromQuestionToQuestion = 50000;
  const auto ofWay = static_cast<int>(recorder.position() / kFromQuestionToQuestion);
  EXPECT_GT(asked - kYes, kYes) << "the way is longer";
  EXPECT_LT(asked - kYes - ofWay, kYes) << "the search had ended";
}

// What lies behind the place where an interrupted search ends has been searched.
TEST_F(DapGoingBack, AnInterruptedSearchEndsAtACheckpoint) {
  answer("set record on; set record every 100000; load demo.oct; deposit pc 100; run 1000000");
  Debugger& debugger = session.debugger();
  Recorder& recorder = debugger.recorder();
  const std::uint64_t here = recorder.position();
  const StateHash hereHash = stateHash(machine);
  int asked = 0;
  recorder.interruptedBy([&asked] { return ++asked > 7; });
  const auto back = backToBreakpoint(debugger);
  recorder.interruptedBy(nullptr);
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->interrupted);
  EXPECT_FALSE(back->atBeginning);
  EXPECT_EQ(asked, 8) << "asked no more after a yes";
  const std::uint64_t there = recorder.position();
  EXPECT_LT(there, here);
  EXPECT_GT(there, recorder.first());
  EXPECT_TRUE(std::ranges::any_of(recorder.checkpoints(), [&](const auto& c) { return c.position == there; }));
  const StateHash thereHash = stateHash(machine);
  ASSERT_TRUE(recorder.goTo(here));
  EXPECT_EQ(stateHash(machine), hereHash);
  ASSERT_TRUE(recorder.goTo(there));
  EXPECT_EQ(stateHash(machine), thereHash);
  const auto rest = backToBreakpoint(debugger);
  ASSERT_TRUE(rest);
  EXPECT_TRUE(rest->atBeginning);
}

}  // namespace
}  // namespace utah10
