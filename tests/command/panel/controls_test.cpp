// What the switches and keys do to the machine.
#include "command/panel/controls.hpp"

#include <gmock/gmock.h>

#include "command/debug/run_request.hpp"
#include "command/panel/panel.hpp"
#include "command/session_support.hpp"

namespace utah10 {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class PanelControlsTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    answer("load demo.oct");
  }
  PanelControls& controls() { return session.panel().controls(); }
  ControlId id(std::string_view name) {
    const auto found = controls().named(name);
    EXPECT_TRUE(found) << name;
    return found.value_or(0);
  }
  void set(std::string_view name, unsigned position) { controls().set(id(name), position); }
  std::optional<RunOutcome> press(PanelKey key) { return controls().press(key); }
  void address(std::uint32_t a) { machine.cpu().switches().address = VirtualAddress{a}; }
  void data(std::uint64_t w) { machine.cpu().switches().data = Word36{w}; }
};

TEST_F(PanelControlsTest, EveryControlHasANameOfItsOwn) {
  std::set<std::string> names;
  for (const PanelControl& c : controls().all()) {
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    EXPECT_FALSE(c.does.empty()) << c.name;
    EXPECT_EQ(controls().named(c.name), id(c.name));
  }
  EXPECT_EQ(controls().all().size(), 36u + 18 + 7 + kPanelKeys + 14 + 2);
}

TEST_F(PanelControlsTest, SwitchesAreThoseOfTheMachine) {
  set("data 0", 1);
  set("data 35", 1);
  EXPECT_EQ(machine.cpu().switches().data, Word36{0400000000001});
  set("address 18", 1);
  set("address 34", 1);
  EXPECT_EQ(machine.cpu().switches().address, VirtualAddress{0400002});
  set("data 0", 0);
  EXPECT_EQ(machine.cpu().switches().data, Word36{1});
  machine.cpu().switches().readInDevice = DeviceCode::written(0);
  set("read in device 3", 1);
  set("read in device 9", 1);
  EXPECT_EQ(machine.cpu().switches().readInDevice, DeviceCode::written(0404));
}

TEST_F(PanelControlsTest, OperatingSwitchesAreThoseOfTheMachine) {
  const std::pair<const char*, bool Switches::*> all[] = {{"sing inst", &Switches::singleInstruction},
                                                          {"sing cycle", &Switches::singleCycle},
                                                          {"par stop", &Switches::parityStop},
                                                          {"nxm stop", &Switches::nonexistentStop},
                                                          {"inst fetch", &Switches::addressInstruction},
                                                          {"data fetch", &Switches::addressFetch},
                                                          {"write", &Switches::addressWrite},
                                                          {"adr stop", &Switches::addressStop},
                                                          {"adr break", &Switches::addressBreak},
                                                          {"trap offset", &Switches::trapOffset}};
  for (const auto& [name, member] : all) {
    set(name, 1);
    EXPECT_TRUE(machine.cpu().switches().*member) << name;
    EXPECT_EQ(controls().positionText(id(name)), "on");
    set(name, 0);
    EXPECT_FALSE(machine.cpu().switches().*member) << name;
  }
  EXPECT_EQ(controls().position(id("fm enb")), 1u);
  set("fm enb", 0);
  EXPECT_FALSE(machine.cpu().switches().fastMemory);
}

TEST_F(PanelControlsTest, ExamineAndDepositGoThroughTheSwitches) {
  address(01234);
  data(0123456);
  press(PanelKey::Deposit);
  EXPECT_EQ(word(01234), Word36{0123456});
  data(7);
  press(PanelKey::DepositNext);
  EXPECT_EQ(word(01235), Word36{7});
  press(PanelKey::Examine);
  EXPECT_EQ(session.panel().model().memoryIndicator(), Word36{0123456});
  EXPECT_EQ(session.panel().model().memoryAddress(), VirtualAddress{01234});
  press(PanelKey::ExamineNext);
  EXPECT_EQ(session.panel().model().memoryIndicator(), Word36{7});
  EXPECT_EQ(session.panel().model().memoryAddress(), VirtualAddress{01235});
}

TEST_F(PanelControlsTest, StartRunsFromTheAddressSwitches) {
  address(0200);
  const auto outcome = press(PanelKey::Start);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->reason, StopReason::Halt);
  EXPECT_EQ(terminal.printed(), "OK");
}

TEST_F(PanelControlsTest, ContinueStepsWithSingInst) {
  machine.cpu().setPc(VirtualAddress{0100});
  set("sing inst", 1);
  const auto outcome = press(PanelKey::Continue);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->reason, StopReason::SingleInstruction);
  EXPECT_EQ(machine.cpu().pc(), VirtualAddress{0101});
}

TEST_F(PanelControlsTest, ContinueEndsASingleCycle) {
  machine.cpu().setPc(VirtualAddress{0100});
  set("sing cycle", 1);
  press(PanelKey::Continue);
  EXPECT_EQ(machine.cpu().lastStop(), StopReason::SingleCycle);
  EXPECT_TRUE(machine.cpu().stoppedInCycle());
}

TEST_F(PanelControlsTest, TheMachineStopsAtTheAddressSwitches) {
  address(01000);
  set("write", 1);
  set("adr stop", 1);
  machine.cpu().setPc(VirtualAddress{0100});
  const auto outcome = press(PanelKey::Continue);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->reason, StopReason::AddressStop);
}

TEST_F(PanelControlsTest, XctExecutesTheDataSwitches) {
  data(0201100001234);  // MOVEI 2,1234
  press(PanelKey::Execute);
  EXPECT_EQ(machine.cpu().ac(AcNo{2}), Word36{01234});
}

TEST_F(PanelControlsTest, ResetLeavesMemory) {
  machine.cpu().setFlags(kPcOverflow);
  address(01000);
  data(5);
  press(PanelKey::Deposit);
  press(PanelKey::Reset);
  EXPECT_EQ(machine.cpu().flags(), 0u);
  EXPECT_EQ(word(01000), Word36{5});
}

TEST_F(PanelControlsTest, ReadInLoadsFromTheSelectedDevice) {
  // A block of one word that is executed: HALT 1234.
  std::string tape;
  const auto put = [&tape](std::uint64_t w) {
    for (int shift = 30; shift >= 0; shift -= 6) tape += static_cast<char>(0200 | (w >> shift & 077));
  };
  put(0777777000777);
  put(0254200001234);
  write("tape", tape);
  answer("attach ptr tape");
  machine.cpu().switches().readInDevice = DeviceCode::written(0104);
  const auto outcome = press(PanelKey::ReadIn);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->reason, StopReason::Halt);
  EXPECT_EQ(machine.cpu().pc(), VirtualAddress{01234});
}

TEST_F(PanelControlsTest, TheSpeedKnobsCoverSixRanges) {
  EXPECT_FALSE(controls().repeatInterval());
  set("repeat", 1);
  set("speed coarse", 0);
  set("speed fine", 0);
  EXPECT_EQ(controls().repeatInterval(), std::chrono::nanoseconds{5'400ms});
  set("speed fine", 10);
  EXPECT_EQ(controls().repeatInterval(), std::chrono::nanoseconds{270ms});
  auto last = *controls().repeatInterval();
  for (unsigned coarse = 1; coarse < 6; ++coarse) {
    set("speed coarse", coarse);
    EXPECT_LT(*controls().repeatInterval(), last);
    last = *controls().repeatInterval();
  }
  set("repeat bypass", 1);
  EXPECT_EQ(controls().repeatInterval(), 0ns);
}

TEST_F(PanelControlsTest, AKnobStaysWithinItsPositions) {
  set("speed coarse", 99);
  EXPECT_EQ(controls().positionText(id("speed coarse")), "6 of 6");
}

TEST_F(PanelControlsTest, APositionIsChangedInWords) {
  answer("panel set sing inst on; panel set speed fine 3; panel set address 29 on; panel press examine this");
  EXPECT_TRUE(machine.cpu().switches().singleInstruction);
  EXPECT_EQ(controls().position(id("speed fine")), 2u);
  EXPECT_EQ(session.panel().model().memoryIndicator(), word(0100));
}

TEST_F(PanelControlsTest, TheListNamesEveryControlAndLamp) {
  const std::string list = answer("panel list");
  for (const PanelControl& c : controls().all()) EXPECT_THAT(list, HasSubstr(c.name + ":"));
  EXPECT_THAT(list, HasSubstr("lamps program counter 18-35: "));
  EXPECT_THAT(list, HasSubstr("lamp power: 100\n"));
}

TEST_F(PanelControlsTest, WhatIsNotThereIsRefused) {
  EXPECT_EQ(refusal("panel press"), "panel: the name of a control is missing; panel list shows them");
  EXPECT_THAT(refusal("panel press strat"), HasSubstr("did you mean start?"));
  EXPECT_EQ(refusal("panel press data 1"), "panel: data 1 is not a key; panel set NAME POSITION");
  EXPECT_EQ(refusal("panel press sing inst"), "panel: sing inst is not a key; panel set NAME POSITION");
  EXPECT_EQ(refusal("panel set start on"), "panel: start is a key; panel press NAME");
  EXPECT_EQ(refusal("panel set sing inst up"), "panel: \"up\" is not on or off; panel set sing inst on");
  EXPECT_EQ(refusal("panel set speed coarse 7"), "panel: speed coarse has positions 1 to 6");
  EXPECT_EQ(refusal("panel frob"), "panel: there is no panel command \"frob\"; help panel");
  EXPECT_THAT(refusal("panel page left"), HasSubstr("teletype, printer, tape or none"));
}

}  // namespace
}  // namespace utah10
