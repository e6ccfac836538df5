// What the lamps show: shares of virtual time, and the machine as it stands.
#include "command/panel/panel_model.hpp"

#include <gmock/gmock.h>

#include <array>
#include <set>

#include "command/panel/history_shares.hpp"
#include "command/panel/panel.hpp"
#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::FloatNear;

class PanelModelTest : public SessionTest {
 protected:
  float level(LampGroup g, std::size_t n) { return model().levels()[model().lamps().at(g, n)]; }
  float status(StatusLamp lamp) { return level(LampGroup::Status, static_cast<std::size_t>(lamp)); }
  PanelModel& model() { return session.panel().model(); }
  // The loop at 100: ADDI 1,1; MOVEM 1,1000; JRST 100. Bit 35 of PC is on in its second instruction, 34 in its third.
  void runLoop() {
    model().frame();
    answer("load demo.oct; deposit pc 100; run for 10ms");
    model().frame();
  }
  // The loop's times by instruction, from its last whole turn.
  std::array<double, 3> turn() {
    const History& h = machine.cpu().history();
    std::size_t n = 0;
    while (h.ago(n).pcWord.pc().bits() != 0100) ++n;
    const auto began = [&](std::size_t back) { return h.ago(n + back).began; };
    const auto time = [](Duration d) { return static_cast<double>(d.count()); };
    return {time(began(2) - began(3)), time(began(1) - began(2)), time(began(0) - began(1))};
  }
};

TEST_F(PanelModelTest, ALampIsAsBrightAsTheShareOfTimeOfItsBit) {
  runLoop();
  const auto [first, second, third] = turn();
  const double all = first + second + third;
  EXPECT_THAT(level(LampGroup::ProgramCounter, 17), FloatNear(static_cast<float>(second / all), .01F));
  EXPECT_THAT(level(LampGroup::ProgramCounter, 16), FloatNear(static_cast<float>(third / all), .01F));
  EXPECT_FLOAT_EQ(level(LampGroup::ProgramCounter, 11), 1);  // the 100 of the address
  EXPECT_FLOAT_EQ(level(LampGroup::ProgramCounter, 0), 0);
  EXPECT_FLOAT_EQ(status(StatusLamp::Run), 1);
}

TEST_F(PanelModelTest, TheMemoryAddressIsTheOperandsOnlyAfterTheFetch) {
  runLoop();
  const auto [first, second, third] = turn();
  const float bit26 = level(LampGroup::MemoryAddress, 8);  // the 1000 of MOVEM's operand
  EXPECT_GT(bit26, 0);
  EXPECT_LT(bit26, static_cast<float>(second / (first + second + third)));
}

TEST_F(PanelModelTest, AFrameBeginsWhereTheLastEnded) {
  runLoop();
  answer("deposit pc 200; run 1");  // MOVEI 1,117: one instruction
  model().frame();
  EXPECT_FLOAT_EQ(level(LampGroup::ProgramCounter, 10), 1);
  EXPECT_FLOAT_EQ(level(LampGroup::ProgramCounter, 11), 0);
}

TEST_F(PanelModelTest, AStandingMachineShowsItsRegisters) {
  runLoop();
  answer("deposit pc 252525");
  model().frame();
  for (std::size_t n = 0; n < 18; ++n) EXPECT_FLOAT_EQ(level(LampGroup::ProgramCounter, n), n % 2 == 0 ? 0 : 1) << n;
  EXPECT_FLOAT_EQ(status(StatusLamp::Run), 0);
  EXPECT_FLOAT_EQ(status(StatusLamp::Power), 1);
}

TEST_F(PanelModelTest, AHaltLightsProgStop) {
  answer("load demo.oct; deposit pc 210; run");
  model().frame();
  model().frame();
  EXPECT_FLOAT_EQ(status(StatusLamp::ProgStop), 1);
}

TEST_F(PanelModelTest, TheIndicatorsKeepTheWordAtTheAddressSwitches) {
  model().frame();
  answer("load demo.oct; deposit pc 100; deposit ac1 0; switches address 1000; run 9");
  model().frame();
  EXPECT_EQ(model().memoryIndicator(), Word36{3});
  EXPECT_GT(level(LampGroup::MemoryIndicator, 34), 0);
  EXPECT_LT(level(LampGroup::MemoryIndicator, 34), 1);  // 1, 2, 3 one after the other
  EXPECT_FLOAT_EQ(level(LampGroup::MemoryIndicator, 0), 0);
}

TEST_F(PanelModelTest, TheProgramDisplaysAWord) {
  model().frame();
  answer("deposit 100 DATAO 4,101; deposit 101 525252,,525252; deposit pc 100; run 1");
  model().frame();
  EXPECT_FLOAT_EQ(status(StatusLamp::ProgramData), 1);
  EXPECT_FLOAT_EQ(status(StatusLamp::MemoryData), 0);
  EXPECT_FLOAT_EQ(level(LampGroup::MemoryIndicator, 0), 1);
  EXPECT_FLOAT_EQ(level(LampGroup::MemoryIndicator, 1), 0);
}

TEST_F(PanelModelTest, TheProgramDisplaysNothingWithMiProgDis) {
  model().programDataDisabled = true;
  answer("deposit 100 DATAO 4,101; deposit 101 525252,,525252; deposit pc 100; run 1");
  model().frame();
  EXPECT_FLOAT_EQ(status(StatusLamp::ProgramData), 0);
}

TEST_F(PanelModelTest, TheInterruptLampsAreThoseOfTheInterruptSystem) {
  model().frame();
  answer("deposit 100 CONO 4,2325; deposit pc 100; run 1");  // system on, levels 2, 3, 5 and 7
  model().frame();
  model().frame();
  for (std::size_t n = 0; n < 7; ++n)
    EXPECT_FLOAT_EQ(level(LampGroup::PiActive, n), (machine.pi().enabled() & PiSystem::maskOf(unsigned(n) + 1)) != 0);
  EXPECT_NE(machine.pi().enabled(), 0);
  EXPECT_FLOAT_EQ(status(StatusLamp::PiOn), machine.pi().active());
}

TEST_F(PanelModelTest, EveryLampHasANameOfItsOwn) {
  std::set<std::string> names{model().lamps().names.begin(), model().lamps().names.end()};
  EXPECT_EQ(names.size(), model().lamps().size());
  EXPECT_EQ(names.count("program counter 35"), 1u);
  EXPECT_EQ(names.count("memory indicator 0"), 1u);
}

TEST_F(PanelModelTest, LookingNeverChangesARun) {
  answer("load demo.oct; deposit pc 100");
  for (int n = 0; n < 20; ++n) {
    answer("run for 1ms");
    model().frame();
  }
  Machine other;
  DeviceSet otherDevices{other};
  TextTerminal otherTerminal;
  Session unwatched{other, otherDevices, otherTerminal};
  ASSERT_TRUE(unwatched.performAll("load demo.oct; deposit pc 100"));
  for (int n = 0; n < 20; ++n) ASSERT_TRUE(unwatched.perform("run for 1ms"));
  EXPECT_EQ(stateHash(machine), stateHash(other));
  EXPECT_EQ(machine.now(), other.now());
}

// Two loops, each for more instructions than a frame sums one by one. All of its slices count by their time.
TEST_F(PanelModelTest, ALongFrameShowsAllOfItsTime) {
  answer("load demo.oct; deposit 400 JRST 400; deposit 1400 ADDI 2,1; deposit 1401 JRST 1400; deposit pc 400");
  model().frame();
  const Instant began = machine.now();
  answer("run 200000");
  const Instant half = machine.now();
  answer("deposit pc 1400; run 100000");
  const Instant end = machine.now();
  model().frame();
  const auto part = [](Duration d) { return static_cast<float>(d.count()); };
  const float second = part(end - half) / part(end - began);
  EXPECT_GT(second, .3F);
  EXPECT_LT(second, .7F);
  EXPECT_THAT(level(LampGroup::ProgramCounter, 8), FloatNear(second, .0001F));  // the 1000 of 1400
  EXPECT_FLOAT_EQ(level(LampGroup::ProgramCounter, 9), 1);                      // the 400
}

TEST_F(PanelModelTest, HowARunIsDividedChangesNoShareOfTheRegisters) {
  const auto shares = [this](int parts) {
    answer("load demo.oct; deposit pc 100; deposit ac1 0; switches address 1000");
    model().frame();
    for (int n = 0; n < parts; ++n) answer("run " + std::to_string(12000 / parts));
    return model().frame();
  };
  const LampLevels whole = shares(1), divided = shares(40);
  for (std::size_t n = 0; n < model().lamps().at(LampGroup::PiActive, 0); ++n)  // the registers come first
    EXPECT_THAT(divided[n], FloatNear(whole[n], .001F)) << model().lamps().names[n];
}

TEST(RegisterTimesTest, AnEmptyHistoryCoversNothing) {
  const History history;
  RegisterTimes times{history};
  EXPECT_FALSE(times.add({kPowerOn, kPowerOn + milliseconds(1), {}, Word36{5}, {}}));
  EXPECT_EQ(times.endFrame().pc[17], 0);
}

// A loop of five instructions, in many slices of which the latest stand for all.
TEST(RegisterTimesTest, TheLatestOfEachSliceStandForAll) {
  History history;
  RegisterTimes times{history};
  Instant now = kPowerOn;
  for (int slice = 0; slice < 200; ++slice) {
    const Instant from = now;
    for (std::uint32_t n = 0; n < 20'000; ++n, now += microseconds(n % 2 + 1))
      history.next().set({now, {}, PcWord{0, VirtualAddress{n % 5 == 0 ? 1u : 2u}}, {}, {}, 0, 0});
    times.add({from, now, {}, {}, {}});
  }
  const HistoryShares shares = times.endFrame();
  EXPECT_NEAR(shares.pc[17], .2F, .04F);
  EXPECT_NEAR(shares.pc[16], .8F, .04F);
}

// An instruction that has begun in one slice and ended in the next counts in both.
TEST(RegisterTimesTest, ASliceMayEndWithinAnInstruction) {
  History history;
  RegisterTimes times{history};
  history.next().set({kPowerOn, {}, PcWord{0, VirtualAddress{1}}, {}, {}, 0, 0});
  times.add({kPowerOn, kPowerOn + milliseconds(1), {}, {}, {}});
  history.next().set({kPowerOn + milliseconds(3), {}, PcWord{0, VirtualAddress{2}}, {}, {}, 0, 0});
  times.add({kPowerOn + milliseconds(1), kPowerOn + milliseconds(4), {}, {}, {}});
  const HistoryShares shares = times.endFrame();
  EXPECT_FLOAT_EQ(shares.pc[17], .75F);
  EXPECT_FLOAT_EQ(shares.pc[16], .25F);
}

}  // namespace
}  // namespace utah10
