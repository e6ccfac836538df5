// The panel's window as a user has it: under a virtual X server, clicked and typed at.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "program_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

class PanelWindowTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    for (const char* tool : {"xvfb-run", "xdotool"})
      if (std::system((std::string{"command -v "} + tool + " >/dev/null").c_str()) != 0)
        GTEST_SKIP() << tool << " is missing: install it (tools/setup)";
    write("loop.oct", "100: 271040000001 202040001000 254000000100\nstart 100\n");
  }
  // Runs the program with `commands`, and meanwhile what is in `actions`; then closes the window. Each action waits for
  // what the panel says of it: `click X Y TEXT`, `key KEY TEXT`. A window whose title names
  // a control takes events.
  Result atWindow(const std::string& commands, const std::string& actions, const std::string& set = "") const {
    write("both", "#!/bin/sh\n" + set + kProgram + " -c 'panel announce on; panel; " + commands + R"(' >out 2>err &
p=$!
await() {
  n=0
  until grep -q "$1" out; do
    sleep .05
    n=$((n+1))
    [ $n -lt 1200 ] || { echo "the panel has not said: $1" >&2; kill $p; exit 1; }
  done
}
click() { xdotool mousemove --window $w $1 $2 click 1; await "$3"; }
key() { xdotool key --window $w $1; await "$2"; }
w=$(timeout 60 xdotool search --sync --name 'utah10 panel: ' | head -1)
)" + actions + "\nxdotool key --window $w F10\nwait $p\n");
    return runProgram("xvfb-run", "-a -s '-screen 0 " + screen + "x24' sh ./both");
  }

  std::string screen = "1600x1000";
};

// Data 35 and 33, address 26, DEPOSIT THIS, then EXAMINE THIS.
TEST_F(PanelWindowTest, SwitchesAndKeysAreClicked) {
  const Result r =
      atWindow("panel wait; examine 1000; panel list",
               "click 1422 590 'data 35, on'; click 1368 590 'data 33, on'; click 1152 690 'address 26, on'; "
               "click 1364 790 'deposit this, key'; click 1252 790 'examine this, key'");
  ASSERT_EQ(r.code, 0) << r.err << read("err");
  EXPECT_THAT(read("out"), HasSubstr("001000/ 000000000005"));
  EXPECT_THAT(read("out"), HasSubstr("switch data 35: on;"));
  EXPECT_THAT(read("out"), HasSubstr("switch address 26: on;"));
}

// START runs the loop, STOP stops it; closing the window ends the wait.
TEST_F(PanelWindowTest, TheMachineIsStartedAndStopped) {
  const Result r = atWindow("load loop.oct; switches address 100; panel wait; panel close; assert word 1000 > 10",
                            "click 972 790 'start, key'; click 1084 790 'stopped after '");
  EXPECT_EQ(r.code, 0) << read("out") << read("err");
  EXPECT_THAT(read("out"), HasSubstr("stopped after "));
}

TEST_F(PanelWindowTest, TheKeyboardReachesTheSwitches) {
  const Result r =
      atWindow("panel wait; panel list",
               "xdotool windowfocus $w; key Tab 'sing inst,'; key Tab 'inst fetch,'; key Tab 'fm enb,'; "
               "key Tab 'speed coarse,'; key Tab 'data 0,'; key Tab 'address 18,'; key 5 'address 20, on'; "
               "key 2 'address 22, on'");
  ASSERT_EQ(r.code, 0) << r.err << read("err");
  for (const char* on : {"address 18", "address 20", "address 22"})
    EXPECT_THAT(read("out"), HasSubstr(std::string{"switch "} + on + ": on;"));
  EXPECT_THAT(read("out"), HasSubstr("switch address 19: off;"));
}

// It is opened by a key of the panel, typed at, and closed; the panel stays and is clicked at. A program echoes two
// characters and halts. F10 goes to the window that has the keyboard.
TEST_F(PanelWindowTest, ATeletypeHasAWindowOfItsOwn) {
  write("echo.oct",
        "2: 2\n100: 712340000040 254000000100 712040000001 712140000001 712300000020 254000000104 367100000100 "
        "254200000000\nstart 100\n");
  const Result r = atWindow("load echo.oct; switches address 100; panel press start; panel wait; panel list",
                            "xdotool windowfocus --sync $w; key shift+F2 'the teletype has a window'\n"
                            "t=$(timeout 60 xdotool search --sync --name 'utah10 teletype' | head -1)\n"
                            "xdotool windowfocus --sync $t; xdotool type --delay 200 qx; await 'halt instruction'\n"
                            "xdotool key F10; await 'window of the teletype is closed'\n"
                            "xdotool windowfocus --sync $w; click 1422 590 'data 35, on'");
  ASSERT_EQ(r.code, 0) << r.err << read("err") << read("out");
  EXPECT_THAT(read("out"), HasSubstr("QX"));
  EXPECT_THAT(read("out"), HasSubstr("switch data 35: on;"));
}

// Twice as many pixels for everything.
TEST_F(PanelWindowTest, OnADenseScreenItIsLarger) {
  screen = "3200x2000";
  const Result r =
      atWindow("panel wait; panel list",
               "xdotool getwindowgeometry --shell $w >geometry; click 2844 1180 'data 35, on'", "GDK_SCALE=2 ");
  ASSERT_EQ(r.code, 0) << r.err << read("err");
  EXPECT_THAT(read("geometry"), HasSubstr("WIDTH=3000"));
  EXPECT_THAT(read("out"), HasSubstr("switch data 35: on;"));
}

TEST_F(PanelWindowTest, WithoutAScreenItSaysSo) {
  const Result r = runProgram("env", "-u DISPLAY -u WAYLAND_DISPLAY SDL_VIDEODRIVER=x11 " + kProgram + " -c panel");
  EXPECT_NE(r.code, 0);
  EXPECT_THAT(r.err, HasSubstr("there is no screen"));
  EXPECT_EQ(std::ranges::count(r.err, '\n'), 1);
}

}  // namespace
}  // namespace utah10
