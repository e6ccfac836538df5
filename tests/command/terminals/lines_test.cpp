// Scripts on terminal lines: three lines of different speeds at once, nothing lost or mixed up, in virtual time only.
#include <gmock/gmock.h>

#include "command/session_support.hpp"
#include "utah10/devices/terminal_port.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// The program at 100 echoes all input of each line for ever. AC 1: CONI and character; 2: line.
//
// 100: CONSO 240,10     skip if a receiver has a flag; else test the transmitter
// 101: JRST 110
// 102: DATAI 240,1      the character
// 103: LDB 2,120        POINT 6,1,17
// 104: ANDI 1,377
// 105: DPB 2,120        the line again, and bit 11: a directed DATAO
// 106: TLO 1,100
// 107: DATAO 240,1
// 110: CONSO 240,20; JRST 100; MOVEI 3,400; DATAO 240,3; JRST 100: a transmitter is done; turn it off
constexpr std::string_view kEcho =
    "100: 724340000010 254000000110 724040000001 135100000120 405040000377 137100000120 661040000100 724140000001\n"
    "110: 724340000020 254000000100 201140000400 724140000003 254000000100\n"
    "120: 220600000001\n"
    "start 100\n";

DeviceConfig threeLines() {
  DeviceConfig config;
  config.scanner = Dc10Config{.lines = {{.baud = 110}, {.baud = 300}, {.baud = 1200}}};
  return config;
}

struct Machines {
  Machine machine;
  DeviceSet devices{machine, threeLines()};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
};

class LinesTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    write("echo.oct", kEcho);
    perform("load echo.oct; deposit pc 100");
  }
  std::string perform(std::string_view commands) {
    m.terminal.clear();
    const auto done = m.session.performAll(commands);
    EXPECT_TRUE(done) << (done ? "" : done.error().text());
    return m.terminal.answers();
  }
  std::string refused(std::string_view command) {
    const auto done = m.session.perform(command);
    EXPECT_FALSE(done);
    return done ? "" : done.error().text();
  }
  Machines m;
};

TEST_F(LinesTest, ThreeUsersAtOnce) {
  const std::string a(20, 'a'), b(60, 'b'), c(200, 'c');
  perform("type tty0 \"" + a + "0\"; type tty1 \"" + b + "1\"; send tty2 \"" + c + "2\"");
  const Instant began = m.machine.now();
  perform("expect tty2 2 within 10s");
  const Duration fast = m.machine.now() - began;
  perform("expect tty1 \"1\"; expect tty0 \"0\"");
  EXPECT_EQ(perform("log tty0"), a + "0\n");
  EXPECT_EQ(perform("log tty1"), b + "1\n");
  EXPECT_EQ(perform("log tty2"), c + "2\n");
  // The last of 201 characters arrives in its stop unit, 9.5 units after its beginning, and is echoed at once; before
  // it there are 200 characters of 10 units at 1200 baud, or 20 of 11 units at 110 baud.
  const auto arrives = [](std::int64_t halves, std::int64_t baud) { return seconds(1) * halves / (2 * baud); };
  EXPECT_GE(fast, arrives(2 * 200 * 10 + 19, 1200));
  EXPECT_LT(fast, arrives(2 * 200 * 10 + 19, 1200) + microseconds(500));
  EXPECT_GE(m.machine.now() - began, arrives(2 * 20 * 11 + 19, 110));
  EXPECT_LT(m.machine.now() - began, arrives(2 * 20 * 11 + 19, 110) + microseconds(500));
}

// Script input has the same effect as keys typed at the line: the same state, to the nanosecond.
TEST_F(LinesTest, TimesAreThoseOfTheLines) {
  perform("type tty0 hello; type tty1 \"dear\"; expect tty0 \"hello\" within 5s; expect tty1 dear");
  Machines by;
  ASSERT_TRUE(by.session.performAll("load echo.oct; deposit pc 100"));
  std::string heard;
  const auto ports = by.devices.ports();
  ports[0]->onPrint([&](Instant, std::uint8_t c) { heard += static_cast<char>(c); });
  for (const int n : {0, 1}) ports[static_cast<std::size_t>(n)]->connect();
  ports[0]->type("hello");
  ports[1]->type("dear");
  while (heard != "hello") by.machine.cpu().run({.instructions = 1});
  EXPECT_EQ(m.machine.now(), by.machine.now());
  for (Machines* each : {&m, &by}) each->machine.cpu().run({.until = kPowerOn + seconds(3)});
  EXPECT_EQ(stateHash(m.machine), stateHash(by.machine));
}

TEST_F(LinesTest, ExpectContinuesWhereItStopped) {
  perform("type tty1 \"one two one\"; expect tty1 \"one\"; expect tty1 \"one\" within 2s");
  EXPECT_THAT(refused("expect tty1 \"one\" within 100ms"),
              HasSubstr("expect: \"one\" was not printed on tty1: 0.100000000s passed at 0001"));
  EXPECT_THAT(refused("expect tty2 \"x\" within 10ms"), HasSubstr("the guest printed nothing"));
}

TEST_F(LinesTest, LogsToANewFile) {
  perform("log tty1 one.log; type tty1 \"first\\n\"; expect tty1 \"\\n\"");
  std::ifstream in{"one.log"};
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "first");
  EXPECT_THAT(refused("log tty2 one.log"), HasSubstr("one.log: exists already"));
  perform("log tty1 off; type tty1 \"more\\n\"; expect tty1 \"\\n\"");
  EXPECT_FALSE(std::getline(in, line));
  EXPECT_EQ(perform("log"), "tty1  11. characters\n");
  perform("hangup tty1");
  EXPECT_EQ(perform("log"), "no script is connected to a line\n");
}

TEST_F(LinesTest, RefusesNonexistentLines) {
  EXPECT_EQ(refused("type tty3 \"x\""), "type: there is no line tty3; tty0 to tty2");
  EXPECT_EQ(refused("expect TTY17 \"x\""), "expect: there is no line TTY17; tty0 to tty2");
  EXPECT_EQ(refused("hangup tty1"), "hangup: no script is connected to tty1; type tty3 \"hello\\r\" connects one");
  perform("type tty3");  // a single word is typed on the console
  EXPECT_THAT(refusal("type tty0 \"x\""), HasSubstr("the machine has no [dc10]"));
}

// At 110 baud characters arrive after 95.5 ms and then every 100 ms, at 300 baud after 31.7 ms and then every 33.3 ms:
// at 50 ms only x has arrived, at 150 ms a and all of tty1's.
TEST_F(LinesTest, BackRemovesOutputOfLines) {
  perform("set record on; set record every 3000; type tty0 ab; type tty1 xyz; run 1s");
  const StateHash end = stateHash(m.machine);
  const auto printed = [&](const char* both) {
    EXPECT_EQ(perform("log tty0; log tty1"), both) << "at " << (m.machine.now() - kPowerOn).count();
  };
  printed("ab\nxyz\n");
  perform("expect tty1 xyz; back 850ms");
  printed("a\nxyz\n");
  perform("back 100ms");
  printed("\nx\n");
  perform("forward");
  EXPECT_EQ(stateHash(m.machine), end);
  printed("ab\nxyz\n");
  perform("expect tty0 ab; expect tty1 yz");  // the earlier expect stopped at x
  for (const char* again : {"expect tty0 a within 100ms", "expect tty1 x within 100ms"})
    EXPECT_THAT(refused(again), HasSubstr("was not printed")) << "each text has been printed once";
  // Back to before the script connected to the line: output from then on is read from its beginning.
  perform("hangup tty0; type tty0 cd; run 1s; back 1100ms; run 1s");
  EXPECT_EQ(perform("log tty0"), "cd\n");
  perform("back until pc 101; back 100000; run 3s");
  EXPECT_EQ(perform("log tty1"), "xyz\n");
}

TEST_F(LinesTest, LiveInputIsReplayed) {
  const auto ports = m.session.debugger().recorder().ports();
  std::string heard[2];
  for (std::size_t n = 0; n < 2; ++n)
    ports[n]->onPrint([&heard, n](Instant, std::uint8_t c) { heard[n] += static_cast<char>(c & 0177); });
  perform("set record on; set record every 5000; record all.in; run 1234");
  ports[0]->connect();
  ports[0]->type("one");
  perform("run 7777");
  ports[1]->connect();
  ports[1]->type("\"2\"\r");
  perform("run 200ms; type \"console\"; run 250ms");
  ports[0]->type("!");
  perform("run 300ms");
  ports[1]->disconnect();
  perform("run 20000");
  const StateHash end = stateHash(m.machine);
  const std::uint64_t length = m.session.debugger().recorder().position();
  EXPECT_EQ(heard[0], "one!");
  EXPECT_EQ(heard[1], "\"2\"\r");
  for (const std::uint64_t back : {length, length / 2, std::uint64_t{20001}, length - 1300}) {
    perform("back " + std::to_string(back));
    EXPECT_NE(stateHash(m.machine), end);
    perform("forward");
    EXPECT_EQ(m.session.debugger().recorder().position(), length);
    EXPECT_EQ(stateHash(m.machine), end) << "after " << back << " back";
  }
  std::ifstream in{"all.in", std::ios::binary};
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  for (const char* part : {"\n1234 ", " tty0 connect\n", " tty0 \"one\"\n9011 ", " tty1 connect\n",
                           " tty \"console\"\n", " tty0 \"!\"\n", " tty1 disconnect\n"})
    EXPECT_THAT(text, HasSubstr(part));
  Machines again;
  std::string replayed[2];
  for (std::size_t n = 0; n < 2; ++n)
    again.session.debugger().recorder().ports()[n]->onPrint(
        [&replayed, n](Instant, std::uint8_t c) { replayed[n] += static_cast<char>(c & 0177); });
  ASSERT_TRUE(again.session.performAll("load echo.oct; deposit pc 100; replay all.in; run " + std::to_string(length)));
  EXPECT_EQ(again.terminal.answers().find("or its history differs"), std::string::npos) << again.terminal.answers();
  EXPECT_EQ(stateHash(again.machine), end);
  EXPECT_EQ(replayed[0], "one!");
  EXPECT_EQ(replayed[1], "\"2\"\r");
}

}  // namespace
}  // namespace utah10
