// Terminals under the monitor: the calls; five simultaneous users on lines of different speeds, whose programs edit
// lines; blocked output, excess input, linked lines, detached jobs, callers who hang up.
#include <algorithm>
#include <cstdio>

#include "monitor_bench.hpp"
#include "support/binary_dir.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kLines =
    "[dc10]\nlines = 8\n"
    "[[line]]\nnumber = 0\nbaud = 300\n"
    "[[line]]\nnumber = 1\nbaud = 600\n"
    "[[line]]\nnumber = 2\nbaud = 1200\n"
    "[[line]]\nnumber = 3\nbaud = 2400\n";

// Output on an ASR for the answers of the line editing program (roms/test/ttyedt.mac).
const std::string kSixty = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJKLMNOPQRSTUVWX\n";

class MonitorTerminals : public MonitorBench {
 protected:
  static std::string line(int n) { return "tty" + std::to_string(n); }
  // Types a program on a line that the monitor's mini-exec reads.
  static std::string load(int n, const std::string& program) {
    const auto image = loadCoreImage(binaryDir() + "/roms/" + program + ".sav");
    EXPECT_TRUE(image) << program;
    if (!image) return {};
    std::string words;
    std::uint32_t next = 01000;
    for (const auto& segment : image->segments) {
      EXPECT_EQ(segment.first.bits() >> 18, 0u);
      for (; next < segment.first.bits(); ++next) words += "0,";
      for (const Word36 w : segment.words) {
        char text[20];
        std::snprintf(text, sizeof text, "%llo,", static_cast<unsigned long long>(w.bits()));
        words += text;
        ++next;
      }
    }
    return "type " + line(n) + " \"L" + words + "G\"\n";
  }
  // A user on line n with the program running.
  static std::string user(int n, const std::string& program) {
    return "type " + line(n) + " \"\\003\"\nexpect " + line(n) + " \".\"\n" + load(n, program);
  }
  static std::string ready(int n) { return "expect " + line(n) + " \"\\r\\n>\" within 1000s\n"; }
  // Boots and runs the commands; returns the output.
  std::string session(const std::string& commands, const std::string& machine = kLines, unsigned modules = 16) const {
    const std::string out = boot("run 3s\n" + commands, modules, machine);
    EXPECT_THAT(out, Not(HasSubstr("BUGHLT")));
    return out;
  }
  // The log of a line, from the program's first prompt on.
  std::string logOf(int n) const {
    std::string text = read("tty" + std::to_string(n) + ".log");
    std::erase(text, '\r');
    const auto began = text.find("L\n>");
    return began == std::string::npos ? "no prompt in: " + text : text.substr(began + 2);
  }
  static std::string logAll(std::initializer_list<int> lines) {
    std::string commands;
    for (const int n : lines) commands += "log " + line(n) + " " + line(n) + ".log\n";
    return commands;
  }
};

TEST_P(MonitorTerminals, CallsWork) {
  const std::string out = session(
      "type tty0 \"\\003\"\nexpect tty0 \".\"\n" + load(0, "ttycal") + "expect tty0 \"PASS\" within 100s\nlog tty0\n",
      "[dc10]\nlines = 1\n[[line]]\nnumber = 0\nbaud = 2400\n");
  EXPECT_THAT(out, HasSubstr("**==="));
}

// Control-A and control-B are typed while one or two forks read, sleep and wait for interrupts (roms/test/ttypsi.mac).
TEST_P(MonitorTerminals, TypedCodesInterrupt) {
  const auto when = [](const char* asked, std::initializer_list<const char*> typed) {
    std::string commands = std::string{"expect \""} + asked + ":\" within 10s\nrun 1s\n";
    for (const char* t : typed) commands += std::string{"type \""} + t + "\"\nrun 300ms\n";
    return commands;
  };
  const std::string out = bootWith(
      "ttypsi", "run 3s\ntype \"G\"\n" + when("1", {"\\001", "x"}) + when("2", {"\\001"}) +
                    when("3", {"\\001", "\\002", "y"}) + when("4", {"\\001", "\\002", "z"}) + when("5", {"p"}) +
                    when("6", {"\\001"}) + when("7", {"\\001", "q"}) + "run 2s\nexamine BUGCNT\n");
  EXPECT_THAT(out, HasSubstr("1:X2:3:Y4:Z5:P6:^A7:QPASS\nHALTED AT"));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
}

// Control characters ignored, as ^X, unchanged, simulated; folding, pages, binary. The two generations differ in the
// number of rubouts after a form feed.
TEST_P(MonitorTerminals, FormatsAreThoseOfTheModes) {
  session("type tty0 \"\\003\"\nexpect tty0 \".\"\n" + logAll({0}) + load(0, "ttyfmt") +
              "expect tty0 \"DONE\" within 100s\nrun 1s\n",
          "[dc10]\nlines = 1\n[[line]]\nnumber = 0\nbaud = 2400\n");
  const std::string feed = "\f" + std::string(std::string{GetParam()} == "monitor72" ? 4 : 12, '\177');
  const std::string text = read("tty0.log");
  const auto began = text.find("L\r\nA");
  ASSERT_NE(began, std::string::npos) << text;
  EXPECT_EQ(text.substr(began + 3),
            "AXYZ!\r\n"
            "B^AX^IY^[Z^H!\r\n"
            "C\1x\t\177Y\033z\b!\r\n"
            "D\1X      Y$Z\r          !\r\n"
            "E^A%X^IY^[%Z^H!\r\n"
            "F" +
                std::string(13, '\n') + "\r" + std::string(3 + 17, '\n') +
                "E\r\n"
                "G" +
                feed + "\n" + feed +
                "E\t\177F\r\n"
                "H1234567890123456789\r\n**012345678901234567\r\n**89012345678901\r\n"
                "I\1x\tY\033z\b!^M^JDONE^M^J");
}

// Each user types ahead of the program, faster than it prints; the output must be the same as if the user waited for
// each prompt. In 112K programs and calls are swapped.
TEST_P(MonitorTerminals, FiveUsersAtOnce) {
  constexpr int kUsers = 5;
  std::string commands = logAll({0, 1, 2, 3, 4});
  for (int n = 0; n < kUsers; ++n) commands += user(n, "ttyedt");
  for (int n = 0; n < kUsers; ++n) commands += ready(n);
  std::string typed, printed = ">";
  for (int i = 0; i < 12; ++i) {
    const std::string tail = std::to_string(i);
    switch (i % 3) {
      case 0:
        typed += "plain line " + tail + "\\r";
        printed += "PLAIN LINE " + tail + "\n<PLAIN LINE " + tail + ">\n>";
        break;
      case 1:
        typed += "helx\\177lp\\177\\177l" + tail + "o\\r";
        printed += "HELX\177\\XLP\177\\P\177\\LL" + tail + "O\n<HELL" + tail + "O>\n>";
        break;
      default:
        typed += "wrong\\025Right," + tail + "\\r";
        printed += "WRONG^U XXX\n>RIGHT," + tail + "\n<RIGHT," + tail + ">\n>";
        break;
    }
    // Type ahead no more than the line's input queue holds.
    if (i % 3 == 2) {
      for (int n = 0; n < kUsers; ++n) commands += "type " + line(n) + " \"" + typed + "\"\n";
      for (int n = 0; n < kUsers; ++n) commands += "expect " + line(n) + " \"<RIGHT," + tail + ">\" within 300s\n";
      typed.clear();
    }
  }
  session(commands + "run 2s\n", kLines, 7);
  for (int n = 0; n < kUsers; ++n) EXPECT_EQ(logOf(n), printed) << "line " << n;
}

TEST_P(MonitorTerminals, OutputWaitsForTheLine) {
  std::string commands = logAll({0, 1, 3});
  for (const int n : {0, 1, 3}) commands += user(n, "ttyedt");
  for (const int n : {0, 1, 3}) commands += ready(n);
  commands += "type tty0 \"*\\r\"\ntype tty1 \"*\\r=\\r\"\ntype tty3 \"=\\r*\\r\"\n";
  for (const int n : {3, 1, 0}) commands += "expect " + line(n) + " \"UVWX\\r\\n>\" within 600s\n";
  session(commands + "run 60s\n");
  std::string page, zs;
  for (int i = 0; i < 40; ++i) page += kSixty;
  for (int i = 0; i < 1000; ++i) {  // folded: 72 on the first line, 70 after two asterisks on the others
    if (i >= 72 && (i - 72) % 70 == 0) zs += "\n**";
    zs += 'Z';
  }
  EXPECT_EQ(logOf(0), ">*\n" + page + ">");
  EXPECT_EQ(logOf(1), ">*\n" + page + ">=\n" + zs + "\n>");
  EXPECT_EQ(logOf(3), ">=\n" + zs + "\n>*\n" + page + ">");
}

// 120 characters are held for a program that does not read; each further one is answered by a bell.
TEST_P(MonitorTerminals, TooMuchTypedAheadRings) {
  session(logAll({2}) + user(2, "ttyedt") + ready(2) + "type tty2 \"%\\r\"\nrun 1s\ntype tty2 \"" +
          std::string(125, 'a') + "\"\nrun 12s\ntype tty2 \"\\r\"\nrun 10s\n");
  EXPECT_EQ(logOf(2), ">%\n" + std::string(5, '\a') + ">" + std::string(71, 'A') + "\n**" + std::string(49, 'A') +
                          "\n<" + std::string(71, 'A') + "\n**" + std::string(49, 'A') + ">\n>");
}

TEST_P(MonitorTerminals, LinkedLinesPrintTheSame) {
  std::string commands = logAll({1, 2});
  for (const int n : {1, 2}) commands += user(n, "ttyedt");
  for (const int n : {1, 2}) commands += ready(n);
  commands += "type tty1 \"+\\r\"\nrun 2s\ntype tty2 \"&1\\r\"\nrun 2s\ntype tty2 \"both\\r\"\nrun 3s\n";
  session(commands);
  // 1.32 says who links. Nobody has logged in, so the name is empty.
  const std::string who = std::string{GetParam()} == "monitor73" ? "\nLINK FROM , JOB 2, TTY 2\n" : "";
  EXPECT_EQ(logOf(2), ">&1\n" + who + ">BOTH\n<BOTH>\n>");
  EXPECT_EQ(logOf(1), ">+\n>" + who + ">BOTH\n<BOTH>\n>");
}

// A terminal that does not accept links rings the bell five times ten times, and so does the terminal that requests it.
TEST_P(MonitorTerminals, LinkThatIsNotAcceptedRings) {
  std::string commands = logAll({1, 2});
  for (const int n : {1, 2}) commands += user(n, "ttyedt");
  for (const int n : {1, 2}) commands += ready(n);
  commands += "type tty2 \"&1\\r\"\nexpect tty2 \"NO\" within 30s\nrun 2s\n";
  session(commands);
  const std::string asker = logOf(2);  // bells precede waiting output
  EXPECT_EQ(std::ranges::count(asker, '\a'), 50);
  EXPECT_THAT(asker, EndsWith("\aNO\n>"));
  EXPECT_EQ(logOf(1), ">" + std::string(50, '\a'));
}

TEST_P(MonitorTerminals, DetachedJobLeavesTheLineToTheNext) {
  session(logAll({2}) + user(2, "ttyedt") + ready(2) +
          "type tty2 \"-\\r\"\nrun 2s\ntype tty2 \"x\\003\"\nexpect tty2 \".\" within 5s\ntype tty2 \"T\"\n"
          "expect tty2 \" UP \" within 5s\nrun 1s\n");
  EXPECT_THAT(logOf(2), HasSubstr(">-\n\aTENEX IN OPERATION\n.T UP "));
}

// There are 24 jobs including the console's; a program of four words detaches and sleeps.
TEST_P(MonitorTerminals, ReportsThatNoJobIsFree) {
  std::string commands;
  for (int i = 1; i < 24; ++i)
    commands +=
        "type tty3 \"\\003\"\nexpect tty3 \"\\n.\" within 5s\n"
        "type tty3 \"L104000000115,201040165140,104000000167,254000001001,G\"\nrun 1s\n";
  session(commands + "log tty3 tty3.log\ntype tty3 \"\\003\"\nrun 2s\ntype tty3 \"\\003\"\nrun 1s\n");
  EXPECT_EQ(read("tty3.log"), "FULL\r\nFULL\r\n");
}

// A modem's carrier starts a job; after a hang-up the next caller has a job of his own; other lines are not affected.
TEST_P(MonitorTerminals, HangsUpInTheMiddle) {
  std::string commands = logAll({1, 2});
  commands += "run 3s\n" + load(1, "ttyedt") + load(2, "ttyedt") + ready(1) + ready(2);
  commands += "type tty1 \"*\\r\"\ntype tty2 \"*\\r\"\nrun 2s\nlog tty1 off\nhangup tty1\n";
  commands +=
      "expect tty2 \"UVWX\\r\\n>\" within 100s\nrun 120s\nlog tty1 again.log\nexpect tty1 \".\" within 5s\n"
      "type tty1 \"T\"\nrun 3s\n";
  std::string machine = kLines;
  machine.replace(machine.find("lines = 8\n"), 10, "lines = 8\nmodem-base = 32\n");
  session(commands, machine);
  std::string page;
  for (int i = 0; i < 40; ++i) page += kSixty;
  EXPECT_EQ(logOf(2), ">*\n" + page + ">");
  std::string again = read("again.log");
  std::erase(again, '\r');
  EXPECT_THAT(again, StartsWith("TENEX IN OPERATION\n.T UP "));
}

// Control-C before the system is up begins a job when it is.
TEST_P(MonitorTerminals, ControlCDuringTheStartIsKept) {
  const std::string early = "run 100ms\nlog tty1 tty1.log\ntype tty1 \"\\003\"\nrun 3s\nexamine BUGCNT\n";
  EXPECT_THAT(boot(early, 16, kLines), HasSubstr("BUGCNT/ 000000000000"));
  EXPECT_EQ(read("tty1.log"), "TENEX IN OPERATION\r\n.");
}

UTAH10_EVERY_MONITOR(MonitorTerminals);

}  // namespace
}  // namespace utah10::test
