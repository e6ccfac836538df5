// What the user does in the window, without a screen: the events come from the test.
#include <gmock/gmock.h>

#include <set>
#include <thread>

#include "command/console/console.hpp"
#include "command/debug/run_request.hpp"
#include "command/panel/layout.hpp"
#include "command/panel/panel.hpp"
#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// What a test's window has shown, and what its user does next.
struct Desk {
  std::vector<WindowEvent> events;
  std::string title;
  std::size_t shown = 0, strikes = 0, bells = 0;
  int width = 1500;                       // of the window
  std::vector<PixelRect> changed;         // what was shown last
  std::vector<PanelAccess::Wish> wishes;  // of a screen reader
  PanelAccess::Shown told;
};

class FakeWindow final : public PanelWindow {
 public:
  explicit FakeWindow(Desk& desk) : desk_(desk) {}
  std::vector<WindowEvent> events() override { return std::exchange(desk_.events, {}); }
  PixelMemory memory() const override { return {nullptr, desk_.width, 1300, 0}; }
  WindowPlace place() const override { return {100, 50, 2, true}; }
  void resize(double, double) override {}
  void show(const PixelMemory&, const std::vector<PixelRect>& changed) override {
    ++desk_.shown;
    if (!changed.empty()) desk_.changed = changed;
  }
  void title(const std::string& text) override { desk_.title = text; }
  void strike(bool bell) override { ++(bell ? desk_.bells : desk_.strikes); }
  bool sound(bool) override { return true; }

 private:
  Desk& desk_;
};

class FakeAccess final : public PanelAccess {
 public:
  explicit FakeAccess(Desk& desk) : desk_(desk) {}
  std::vector<Wish> serve() override { return std::exchange(desk_.wishes, {}); }
  void show(const Shown& shown) override { desk_.told = shown; }

 private:
  Desk& desk_;
};

class PanelInputTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (!PanelDrawing::possible()) GTEST_SKIP() << "built without cairo: install libcairo2-dev (tools/setup)";
    answer("load demo.oct");
    panel().openIn(std::make_unique<FakeWindow>(desk), std::make_unique<FakeAccess>(desk));
  }
  Panel& panel() { return session.panel(); }
  ControlId id(std::string_view name) { return panel().controls().named(name).value(); }
  unsigned position(std::string_view name) { return panel().controls().position(id(name)); }

  WindowEvent pointer(WindowEvent::Kind kind, std::string_view control, double part = .75, int turn = 0) {
    const PanelLayout l = panelLayout(panel().model().lamps(), panel().controls().all());
    const auto place = std::ranges::find(l.controls, id(control), &ControlPlace::control);
    return {kind, place->rect.x + place->rect.width * part, place->rect.y + 20, turn, WindowKey::None, {}};
  }
  void click(std::string_view control, double part = .75) {
    desk.events.push_back(pointer(WindowEvent::Kind::PointerDown, control, part));
    desk.events.push_back(pointer(WindowEvent::Kind::PointerUp, control, part));
  }
  void key(WindowKey k) { desk.events.push_back({WindowEvent::Kind::Key, 0, 0, 0, k, {}}); }
  void text(const std::string& t) { desk.events.push_back({WindowEvent::Kind::Text, 0, 0, 0, WindowKey::None, t}); }
  // A run with what is open is the same as one without.
  void runAsUnwatched() {
    answer("deposit pc 100; run for 300ms");
    Machine other;
    DeviceSet otherDevices{other};
    TextTerminal otherTerminal;
    Session unwatched{other, otherDevices, otherTerminal};
    ASSERT_TRUE(unwatched.performAll("load demo.oct; deposit pc 100; run for 300ms"));
    EXPECT_EQ(stateHash(machine), stateHash(other));
    EXPECT_EQ(machine.now(), other.now());
  }
  // The prompt waits for a frame.
  void serve() {
    std::this_thread::sleep_for(std::chrono::milliseconds(45));
    panel().serveStopped();
  }

  Desk desk;
};

TEST_F(PanelInputTest, AClickChangesASwitch) {
  click("data 35");
  click("sing inst");
  serve();
  EXPECT_EQ(position("data 35"), 1u);
  EXPECT_TRUE(machine.cpu().switches().singleInstruction);
  click("data 35");
  serve();
  EXPECT_EQ(position("data 35"), 0u);
}

TEST_F(PanelInputTest, AKnobTurnsOnAtItsRightAndBackAtItsLeft) {
  const unsigned before = position("speed fine");
  click("speed fine", .9);
  serve();
  EXPECT_EQ(position("speed fine"), before + 1);
  click("speed fine", .1);
  desk.events.push_back(pointer(WindowEvent::Kind::Wheel, "speed fine", .5, -1));
  serve();
  EXPECT_EQ(position("speed fine"), before - 1);
}

TEST_F(PanelInputTest, StartRunsAProgramToItsHalt) {
  machine.cpu().switches().address = VirtualAddress{0200};
  click("start");
  serve();
  EXPECT_EQ(terminal.printed(), "OK");
  EXPECT_THAT(terminal.answers(), HasSubstr("halt instruction"));
}

TEST_F(PanelInputTest, StopStopsARunOfThePrompt) {
  click("stop");
  EXPECT_THAT(answer("deposit pc 100; run"), HasSubstr("stopped after "));
}

// The machine stands still for them and runs on, to what ends the run.
TEST_F(PanelInputTest, AKeyActsOnARunningMachine) {
  machine.cpu().switches().address = VirtualAddress{02000};
  machine.cpu().switches().data = Word36{0123};
  click("deposit this");
  click("data 0");
  answer("deposit pc 100; run for 500ms");
  EXPECT_EQ(word(02000), Word36{0123});
  EXPECT_EQ(machine.cpu().switches().data, Word36{0400000000123});
  EXPECT_EQ(machine.cpu().lastStop(), StopReason::TimeLimit);
}

TEST_F(PanelInputTest, ARecordingRepeatsWhatAKeyDid) {
  answer("set record on; deposit pc 100");
  machine.cpu().switches().address = VirtualAddress{02000};
  machine.cpu().switches().data = Word36{0123};
  click("deposit this");
  answer("run for 500ms");
  const StateHash end = stateHash(machine);
  answer("back 250000");  // the key was pressed after the first slice of 20000
  EXPECT_EQ(word(02000), Word36{});
  answer("forward");
  EXPECT_EQ(stateHash(machine), end);
}

TEST_F(PanelInputTest, StartIsIgnoredWhileTheMachineRuns) {
  click("start");
  click("examine next");
  machine.cpu().switches().address = VirtualAddress{0200};
  answer("deposit pc 100; run for 500ms");
  EXPECT_EQ(terminal.printed(), "");
}

TEST_F(PanelInputTest, TheFocusMovesAndIsNamed) {
  EXPECT_THAT(desk.title, HasSubstr("cont, key: run on from PC"));
  key(WindowKey::Right);
  serve();
  EXPECT_THAT(desk.title, HasSubstr("stop, key"));
  panel().announce = true;
  key(WindowKey::Left);
  serve();
  EXPECT_THAT(terminal.answers(), HasSubstr("panel: cont, key"));
}

TEST_F(PanelInputTest, SpacePressesWhatHasTheFocus) {
  click("data 20");
  key(WindowKey::Right);
  text(" ");
  serve();
  EXPECT_EQ(position("data 21"), 1u);
}

TEST_F(PanelInputTest, OctalDigitsSetGroupsOfThree) {
  click("data 0");
  for (const char* digit : {"7", "0", "5", "1"}) text(digit);
  serve();
  EXPECT_EQ(machine.cpu().switches().data, Word36{0705100000000});
}

TEST_F(PanelInputTest, TabGoesThroughTheGroups) {
  std::set<std::string> titles;
  for (int n = 0; n < 8; ++n) {
    key(WindowKey::Next);
    serve();
    titles.insert(desk.title);
  }
  EXPECT_EQ(titles.size(), 8u);
  const std::string here = desk.title;
  key(WindowKey::Next);
  key(WindowKey::Previous);
  serve();
  EXPECT_EQ(desk.title, here);
}

TEST_F(PanelInputTest, RepeatStepsThroughTheProgram) {
  machine.cpu().setPc(VirtualAddress{0100});
  answer("panel set sing inst on; panel set repeat on; panel set repeat bypass on");
  click("cont");
  serve();
  serve();
  EXPECT_GT(machine.cpu().ac(AcNo{1}).bits(), 10u);
}

TEST_F(PanelInputTest, TheTeletypePageTypesCapitals) {
  answer("deposit 300 CONSO 120,40; deposit 301 JRST 300; deposit 302 DATAI 120,1; deposit 303 JRST 4,0");
  key(WindowKey::Teletype);
  text("q");
  serve();
  answer("deposit pc 300; run for 2s");
  EXPECT_EQ(machine.cpu().ac(AcNo{1}).bits() & 0177, static_cast<std::uint64_t>('Q'));
}

// The panel beside a teletype in a window of its own: each has its desk.
class PageWindowTest : public PanelInputTest {
 protected:
  void SetUp() override {
    PanelInputTest::SetUp();
    if (panel().isOpen()) panel().openPageIn(PageKind::Teletype, std::make_unique<FakeWindow>(paper));
  }
  void typed(WindowEvent::Kind kind, WindowKey key, const std::string& text) {
    paper.events.push_back({kind, 0, 0, 0, key, text});
  }

  Desk paper;
};

// Esc, too: there the whole keyboard is the teletype's.
TEST_F(PageWindowTest, ItsKeyboardIsTheTeletypes) {
  answer("deposit 300 CONSO 120,40; deposit 301 JRST 300; deposit 302 DATAI 120,1; deposit 303 CONSO 120,40");
  answer("deposit 304 JRST 303; deposit 305 DATAI 120,2; deposit 306 JRST 4,0");
  typed(WindowEvent::Kind::Text, WindowKey::None, "q");
  typed(WindowEvent::Kind::Key, WindowKey::Leave, "");
  serve();
  answer("deposit pc 300; run for 2s");
  EXPECT_EQ(machine.cpu().ac(AcNo{1}).bits() & 0177, static_cast<std::uint64_t>('Q'));
  EXPECT_EQ(machine.cpu().ac(AcNo{2}).bits() & 0177, 033u);
}

TEST_F(PageWindowTest, ItsKeysAreNotThePanels) {
  const std::string title = desk.title;
  typed(WindowEvent::Kind::Key, WindowKey::Right, "");
  typed(WindowEvent::Kind::Text, WindowKey::None, "7");
  serve();
  EXPECT_EQ(desk.title, title);
}

TEST_F(PageWindowTest, ItIsDrawnWhenItsTextHasChanged) {
  serve();
  const std::size_t shown = paper.shown;
  EXPECT_GT(shown, 0u);
  serve();
  EXPECT_EQ(paper.shown, shown);
  answer("deposit pc 200; run");
  serve();
  EXPECT_EQ(paper.shown, shown + 1);
  ASSERT_EQ(desk.told.pages.size(), 1u);
  EXPECT_EQ(desk.told.pages[0].text, "OK");
  EXPECT_EQ(desk.told.pages[0].x, 100);
}

TEST_F(PageWindowTest, ItScalesWithItsWindow) {
  paper.width = 540;
  serve();
  ASSERT_EQ(paper.changed.size(), 1u);
  EXPECT_EQ(paper.changed[0].width, 540);
  EXPECT_EQ(paper.changed[0].height, 280);
}

TEST_F(PageWindowTest, ItClosesWithoutThePanel) {
  typed(WindowEvent::Kind::Closed, WindowKey::None, "");
  serve();
  EXPECT_EQ(panel().pagesOpen(), 0u);
  EXPECT_TRUE(panel().isOpen());
  EXPECT_TRUE(desk.told.pages.empty());
}

TEST_F(PageWindowTest, ItClosesWithThePanel) {
  desk.events.push_back({WindowEvent::Kind::Closed, 0, 0, 0, WindowKey::None, {}});
  serve();
  EXPECT_EQ(panel().pagesOpen(), 0u);
}

TEST_F(PageWindowTest, PrinterAndTapeHaveWindowsToo) {
  Desk printer, tape;
  panel().openPageIn(PageKind::Printer, std::make_unique<FakeWindow>(printer));
  panel().openPageIn(PageKind::Tape, std::make_unique<FakeWindow>(tape));
  write("tape", std::string("\x81\x82", 2));
  answer("attach ptr tape");
  serve();
  EXPECT_EQ(panel().pagesOpen(), 3u);
  EXPECT_GT(printer.shown, 0u);
  EXPECT_EQ(tape.shown, 2u);
  ASSERT_EQ(desk.told.pages.size(), 3u);
  EXPECT_EQ(desk.told.pages[2].text, "PAPER TAPE READER: FRAME 0 OF 2\n201 202");
  panel().close();  // the desks go first
}

TEST_F(PageWindowTest, ItNeverChangesARun) { runAsUnwatched(); }

TEST_F(PanelInputTest, WhatThePrinterStrikesIsHeard) {
  answer("deposit pc 200; run");
  serve();
  EXPECT_EQ(desk.strikes, 2u);  // OK
  EXPECT_EQ(desk.bells, 0u);
}

TEST_F(PanelInputTest, AScreenReaderPressesAndTurns) {
  using Kind = PanelAccess::Wish::Kind;
  desk.wishes = {{Kind::Press, id("data 35")}, {Kind::Set, id("speed fine"), 8}, {Kind::Focus, id("stop")}};
  serve();
  EXPECT_EQ(position("data 35"), 1u);
  EXPECT_EQ(position("speed fine"), 8u);
  EXPECT_EQ(desk.told.focus, id("stop"));
  EXPECT_THAT(desk.title, HasSubstr("stop, key"));
}

// As a click does: between two instructions, and a key that is ignored while the machine runs is ignored.
TEST_F(PanelInputTest, AScreenReaderActsOnARunningMachine) {
  using Kind = PanelAccess::Wish::Kind;
  machine.cpu().switches().address = VirtualAddress{02000};
  desk.wishes = {{Kind::Press, id("data 35")}, {Kind::Press, id("start")}, {Kind::Press, id("deposit this")}};
  answer("deposit pc 100; run for 500ms");
  EXPECT_EQ(word(02000), Word36{1});
  EXPECT_EQ(machine.cpu().lastStop(), StopReason::TimeLimit);
}

TEST_F(PanelInputTest, AScreenReaderHearsWhereThePictureIs) {
  serve();
  EXPECT_EQ(desk.told.x, 100);
  EXPECT_EQ(desk.told.y, 50);
  EXPECT_EQ(desk.told.scale, .5);  // 1500 pixels wide; two pixels to a unit of the screen
  EXPECT_TRUE(desk.told.active);
  EXPECT_FALSE(desk.told.running);
}

TEST_F(PanelInputTest, AnUncoveredWindowIsShownAgain) {
  serve();
  desk.changed.clear();
  desk.events.push_back({WindowEvent::Kind::Uncovered, 0, 0, 0, WindowKey::None, {}});
  serve();
  ASSERT_EQ(desk.changed.size(), 1u);
  EXPECT_EQ(desk.changed[0].width, 1500);
}

TEST_F(PanelInputTest, APictureFitsItsWindow) {
  desk.width = 750;
  serve();
  ASSERT_EQ(desk.changed.size(), 1u);
  EXPECT_EQ(desk.changed[0].width, 750);
}

TEST_F(PanelInputTest, ClosingTheWindowLetsTheMachineRun) {
  desk.events.push_back({WindowEvent::Kind::Closed, 0, 0, 0, WindowKey::None, {}});
  answer("deposit pc 100; run for 500ms");
  EXPECT_FALSE(panel().isOpen());
  EXPECT_EQ(machine.cpu().lastStop(), StopReason::TimeLimit);
}

TEST_F(PanelInputTest, AnOpenWindowNeverChangesARun) {
  runAsUnwatched();
  EXPECT_GT(desk.shown, 0u);
}

}  // namespace
}  // namespace utah10
