// Pacing: waiting times, abandoned delays, and no effect on results.
#include "command/host/pacer.hpp"

#include "command/net/connections.hpp"
#include "command/session_support.hpp"

namespace utah10 {
namespace {

// A host clock that advances only by waiting and by the test.
struct FakeHost {
  Pacer::HostTime now{};
  std::vector<Duration> waits;
  Pacer pacer{[this] { return now; },
              [this](Duration d) {
                waits.push_back(d);
                now += std::chrono::duration_cast<Pacer::HostTime::duration>(d);
              }};
};

TEST(Pacer, WaitsForTheHostsClock) {
  FakeHost h;
  h.pacer.set(*PaceSetting::parse("2.0"));
  EXPECT_EQ(h.pacer.slice(), milliseconds(10)) << "of virtual time";
  h.pacer.begin(kPowerOn + seconds(5));
  EXPECT_TRUE(h.pacer.keep(kPowerOn + seconds(5) + milliseconds(10)));
  h.now += std::chrono::milliseconds(2);  // the next slice takes the host 2 ms
  EXPECT_TRUE(h.pacer.keep(kPowerOn + seconds(5) + milliseconds(20)));
  h.now += std::chrono::milliseconds(9);
  EXPECT_TRUE(h.pacer.keep(kPowerOn + seconds(5) + milliseconds(30))) << "4 ms late";
  EXPECT_TRUE(h.pacer.keep(kPowerOn + seconds(5) + milliseconds(40))) << "caught up";
  EXPECT_EQ(h.waits, (std::vector<Duration>{milliseconds(5), milliseconds(3), milliseconds(1)}));
  EXPECT_EQ(h.pacer.waited(), milliseconds(9));
  EXPECT_EQ(h.pacer.lost(), Duration{});
}

TEST(Pacer, AbandonsLongDelays) {
  FakeHost h;
  h.pacer.set(*PaceSetting::parse("real"));
  h.pacer.begin(kPowerOn);
  h.now += std::chrono::milliseconds(300);
  EXPECT_FALSE(h.pacer.keep(kPowerOn + milliseconds(10))) << "290 ms late";
  EXPECT_EQ(h.pacer.lost(), milliseconds(290));
  EXPECT_TRUE(h.pacer.keep(kPowerOn + milliseconds(20)));
  EXPECT_EQ(h.waits, std::vector<Duration>{milliseconds(10)}) << "pacing restarts there";
}

TEST(Pacer, AutoIsRealTimeWhenNeeded) {
  FakeHost h;
  EXPECT_FALSE(h.pacer.rate());
  EXPECT_FALSE(h.pacer.slice());
  h.pacer.need(true);
  EXPECT_EQ(h.pacer.rate(), std::optional<double>{1.0});
  h.pacer.set(*PaceSetting::parse("off"));
  EXPECT_FALSE(h.pacer.rate()) << "switched off explicitly";
  EXPECT_TRUE(h.pacer.keep(kPowerOn + seconds(100)));
  EXPECT_TRUE(h.waits.empty());
  for (const char* bad : {"", "0", "-1", "2x", "nan", "inf", "1001", "fast"})
    EXPECT_FALSE(PaceSetting::parse(bad)) << bad;
  EXPECT_EQ(PaceSetting::parse("off")->text(), "max");
  for (const char* good : {"auto", "max", "real", "2.5", "0.001"}) EXPECT_EQ(PaceSetting::parse(good)->text(), good);
}

TEST(Pacer, SlicesOfPeopleAreLonger) {
  FakeHost h;
  EXPECT_FALSE(h.pacer.slice(Pacer::kSliceOfPeople));
  h.pacer.need(true);
  EXPECT_EQ(h.pacer.slice(Pacer::kSliceOfPeople), milliseconds(20));
  h.pacer.set(*PaceSetting::parse("0.5"));
  EXPECT_EQ(h.pacer.slice(Pacer::kSliceOfPeople), milliseconds(10)) << "of virtual time";
}

class PaceTest : public SessionTest {};

// With people, a run without an end of its own is in real time; one that ends by itself is not.
TEST_F(PaceTest, PeopleLiveInRealTime) {
  answer("load demo.oct; deposit pc 100");
  session.connections().peopleUseIt();
  const auto began = std::chrono::steady_clock::now();
  answer("run 30s");
  EXPECT_FALSE(session.connections().pacer().rate());
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
  answer("start 200");
  EXPECT_EQ(session.connections().pacer().rate(), std::optional<double>{1.0});
  session.connections().inRealTime([&] { answer("run 1ms"); });
  EXPECT_EQ(session.connections().pacer().rate(), std::optional<double>{1.0});
}

TEST_F(PaceTest, APacedRunTakesRealTimeAndEndsInTheSameState) {
  answer("load demo.oct; deposit pc 100; pace off; run 200ms");
  const StateHash fast = stateHash(machine);
  Machine other;
  DeviceSet otherDevices{other};
  TextTerminal otherTerminal;
  Session again{other, otherDevices, otherTerminal};
  const auto began = std::chrono::steady_clock::now();
  ASSERT_TRUE(again.performAll("load demo.oct; deposit pc 100; pace real; run 200ms"));
  const auto took = std::chrono::steady_clock::now() - began;
  EXPECT_EQ(stateHash(other), fast);
  EXPECT_GE(took, std::chrono::milliseconds(199));
  ASSERT_TRUE(again.performAll("pace 20; run 200ms; pace"));
  EXPECT_NE(otherTerminal.answers().find("pace: 20: 20 virtual seconds per second; waited 0."), std::string::npos)
      << otherTerminal.answers();
}

}  // namespace
}  // namespace utah10
