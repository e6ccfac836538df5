// Lamps whose bits tell of their changes: their shares are exact, however a run is divided.
#include <gmock/gmock.h>

#include <array>

#include "command/panel/bit_times.hpp"
#include "command/panel/condition_lamps.hpp"
#include "command/panel/panel.hpp"
#include "command/session_support.hpp"
#include "devices/host_link.hpp"

namespace utah10 {
namespace {

using ::testing::FloatNear;

constexpr Instant at(int ms) { return kPowerOn + milliseconds(ms); }

TEST(BitTimesTest, SumsTheTimesOfEachBit) {
  BitTimes times;
  times.begin(1, at(0));
  times.become(3, at(10));
  times.become(2, at(25));
  times.become(3, at(30));
  times.endFrame(at(40));
  EXPECT_FLOAT_EQ(times.share(0), .875F);
  EXPECT_FLOAT_EQ(times.share(1), .75F);
  EXPECT_FLOAT_EQ(times.share(2), 0);
  times.become(0, at(45));
  times.endFrame(at(60));
  EXPECT_FLOAT_EQ(times.share(0), .25F) << "a frame begins where the last ended";
}

// More states than are summed apart.
TEST(BitTimesTest, AnyNumberOfStatesIsSummed) {
  BitTimes times;
  times.begin(0, at(0));
  std::array<int, 10> on{};
  constexpr int kSteps = 3000;
  for (int n = 1; n <= kSteps; ++n) {
    const auto bits = static_cast<std::uint64_t>(n) * 0x9e3779b9 >> 7 & 01777;
    times.become(bits, at(n - 1));
    for (std::size_t bit = 0; bit < on.size(); ++bit) on[bit] += static_cast<int>(bits >> bit & 1);
  }
  times.endFrame(at(kSteps));
  for (std::size_t bit = 0; bit < on.size(); ++bit)
    EXPECT_FLOAT_EQ(times.share(bit), static_cast<float>(on[bit]) / kSteps) << bit;
}

TEST(BitTimesTest, AFrameWithoutTimeHasTheBitsAsTheyAre) {
  BitTimes times;
  times.begin(1, at(5));
  times.become(2, at(5));
  times.endFrame(at(5));
  EXPECT_FLOAT_EQ(times.share(0), 0);
  EXPECT_FLOAT_EQ(times.share(1), 1);
}

TEST(BitTimesTest, WhenTimeGoesBackTheFrameBeginsThere) {
  BitTimes times;
  times.begin(1, at(0));
  times.become(0, at(50));
  times.become(1, at(20));
  times.become(0, at(30));
  times.endFrame(at(40));
  EXPECT_FLOAT_EQ(times.share(0), .5F);
}

class LampTimesTest : public SessionTest {
 protected:
  PanelModel& model() { return session.panel().model(); }
  float level(LampGroup g, std::size_t n) { return model().levels()[model().lamps().at(g, n)]; }
  float named(const std::string& lamp) {
    const auto& names = model().lamps().names;
    const auto found = std::ranges::find(names, lamp);
    EXPECT_NE(found, names.end()) << lamp;
    return model().levels()[static_cast<std::size_t>(found - names.begin())];
  }
};

// The loop at 100: level 2 and the system on; both off; again. On from the first CONO's pulse to the second's: the time
// of the second, which waits for the bus before its pulse.
TEST_F(LampTimesTest, AnInterruptLampIsLitForAsLongAsItsBitIsOn) {
  answer("deposit 100 CONO 4,2240; deposit 101 CONO 4,1440; deposit 102 JRST 100; deposit pc 100");
  model().frame();
  answer("run for 30ms");
  model().frame();
  const History& h = machine.cpu().history();
  std::size_t n = 0;
  while (h.ago(n).pcWord.pc().bits() != 0100) ++n;
  const Duration turn = h.ago(n).began - h.ago(n + 3).began, second = h.ago(n + 1).began - h.ago(n + 2).began;
  const float expected = static_cast<float>(static_cast<double>(second.count()) / static_cast<double>(turn.count()));
  EXPECT_GT(expected, .2F);
  EXPECT_LT(expected, .6F);
  EXPECT_THAT(level(LampGroup::PiActive, 1), FloatNear(expected, .001F));
  EXPECT_THAT(named("pi on"), FloatNear(expected, .001F));
  EXPECT_FLOAT_EQ(level(LampGroup::PiActive, 0), 0);
}

// A program's request on level 5; its routine makes one on level 2, whose routine stays.
constexpr const char* kNested =
    "deposit 52 JSR 300; deposit 44 JSR 320; deposit 301 CONO 4,4040; deposit 302 JRST 302; deposit 321 JRST 321; "
    "deposit 100 CONO 4,2377; deposit 101 CONO 4,4004; deposit 102 JRST 102; deposit pc 100";

TEST_F(LampTimesTest, EachLevelHeldIsInProgress) {
  answer(kNested);
  model().frame();
  answer("run for 10ms");
  model().frame();
  EXPECT_EQ(machine.cpu().pc().bits(), 0321u);
  EXPECT_GT(level(LampGroup::PiInProgress, 1), .99F);
  EXPECT_GT(level(LampGroup::PiInProgress, 4), .99F);
  EXPECT_LT(level(LampGroup::PiInProgress, 1), level(LampGroup::PiInProgress, 4));
  EXPECT_FLOAT_EQ(level(LampGroup::PiInProgress, 0), 0);
  EXPECT_GT(level(LampGroup::PiRequest, 4), 0);
  EXPECT_LT(level(LampGroup::PiRequest, 4), .01F);
}

// The console prints a character, and requests an interrupt on level 7 when it has: a tenth of a second later.
constexpr const char* kPrints =
    "deposit 100 CONO 120,7; deposit 101 DATAO 120,110; deposit 102 JRST 102; deposit 110 101; deposit pc 100";

TEST_F(LampTimesTest, ADeviceIsLitWhileItIsBusy) {
  answer(kPrints);
  model().frame();
  answer("run for 400ms");
  model().frame();
  const float busy = named("device tty"), asks = level(LampGroup::IobRequest, 6);
  EXPECT_GT(busy, .2F);
  EXPECT_LT(busy, .3F);
  EXPECT_THAT(busy + asks, FloatNear(1, .001F)) << "first busy, then done";
}

TEST_F(LampTimesTest, HowARunIsDividedChangesNoShare) {
  answer(kPrints);
  model().frame();
  answer("run for 400ms");
  model().frame();
  const LampLevels whole = model().levels();
  answer("reset");
  answer(kPrints);
  model().frame();
  for (int n = 0; n < 100; ++n) answer("run for 4ms");
  model().frame();
  for (const char* lamp : {"device tty", "iob pi request 7", "pi request 7", "pi on"}) {
    const auto n = std::ranges::find(model().lamps().names, lamp) - model().lamps().names.begin();
    EXPECT_THAT(named(lamp), FloatNear(whole[static_cast<std::size_t>(n)], .001F)) << lamp;
  }
}

TEST_F(LampTimesTest, ListeningNeverChangesARun) {
  const std::string first = std::string{kNested} + "; run 5000", second = std::string{kPrints} + "; run 100000";
  Machine other;
  DeviceSet otherDevices{other};
  TextTerminal otherTerminal;
  Session unwatched{other, otherDevices, otherTerminal};
  for (const std::string& part : {first, second}) {
    model().frame();
    answer(part);
    model().frame();
    ASSERT_TRUE(unwatched.performAll(part));
    EXPECT_EQ(stateHash(machine), stateHash(other));
    EXPECT_EQ(machine.now(), other.now());
  }
}

// The clock's flag is up from its tick to the CONO that clears it; between them the program turns 100 times in a loop.
TEST_F(LampTimesTest, AConditionIsLitForAsLongAsItIsOn) {
  answer(
      "deposit 100 CONSO 0,1000; deposit 101 JRST 100; deposit 102 MOVEI 1,144; deposit 103 SOJG 1,103; "
      "deposit 104 CONO 0,1000; deposit 105 JRST 100; deposit pc 100; run for 40ms");
  model().frame();
  answer("run for 1s");
  model().frame();
  const History& h = machine.cpu().history();
  std::size_t n = 0;
  while (h.ago(n).pcWord.pc().bits() != 0105) ++n;
  const Instant cleared = h.ago(n).began;  // the CONO has ended
  const Instant ticked = tickInstant((cleared - kPowerOn) / (seconds(1) / 60), 60);
  const auto lit = static_cast<float>((cleared - ticked).count()) * 60 / 1e9F;
  EXPECT_GT(lit, .01F);
  EXPECT_THAT(named("condition clock"), FloatNear(lit, .0005F));
}

// Both lines change within a slice of the run.
TEST_F(LampTimesTest, AReadyLineIsLitForAsLongAsItIsUp) {
  HostLink cable{machine.clock(), "cable", {}, nullptr};
  ConditionLamps lamps{machine, &cable};
  const LampList list = lampList({false, true, {}});
  LampLevels levels(list.size());
  lamps.endFrame(list, levels);
  const auto change = [&](const char* name, ReadyLine& line, bool up, int ms) {
    machine.clock().at(machine.clock().add(name, [&line, up] { line.set(up); }), machine.now() + milliseconds(ms));
  };
  change("host up", cable.hostReady, true, 10);
  change("host down", cable.hostReady, false, 30);
  change("imp up", cable.impReady, true, 20);
  answer("deposit 100 JRST 100; deposit pc 100; run for 40ms");
  lamps.endFrame(list, levels);
  EXPECT_THAT(levels[list.at(LampGroup::Imp, 0)], FloatNear(.5F, .001F));
  EXPECT_THAT(levels[list.at(LampGroup::Imp, 1)], FloatNear(.5F, .001F));
  answer("run for 40ms");
  lamps.endFrame(list, levels);
  EXPECT_FLOAT_EQ(levels[list.at(LampGroup::Imp, 0)], 0);
  EXPECT_FLOAT_EQ(levels[list.at(LampGroup::Imp, 1)], 1);
}

// What has been looked at before going back counts no more.
TEST_F(LampTimesTest, AfterGoingBackTheFrameBeginsThere) {
  answer("set record on");
  answer(kPrints);
  answer("run for 400ms");
  model().frame();
  answer("run for 100ms; back 450ms");
  model().frame();
  answer("run for 20ms");
  model().frame();
  EXPECT_FLOAT_EQ(named("device tty"), 1) << "the character is still being printed";
  EXPECT_FLOAT_EQ(level(LampGroup::IobRequest, 6), 0);
}

}  // namespace
}  // namespace utah10
