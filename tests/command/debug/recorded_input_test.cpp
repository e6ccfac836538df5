// The commands record and replay: the same input at the same instructions gives the same state. Snapshots check packs.
#include "command/session_support.hpp"
#include "devices/block_unit.hpp"
#include "trace/input_file.hpp"

namespace utah10 {
namespace {

std::string contentOf(const std::string& name) {
  std::ifstream in{name, std::ios::binary};
  return {std::istreambuf_iterator<char>(in), {}};
}

// 300 waits for a key (CONSO TTY,40), adds it to AC 2 and counts it in AC 3, for ever.
constexpr std::string_view kKeys =
    "300: 712340000040 254000000300 712040000001 270100000001 340140000000 254000000300\n"
    "start 300\n";

class InputTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    write("keys.oct", kKeys);
  }
};

TEST_F(InputTest, ReplayGivesTheSameMachine) {
  answer(
      "record keys.in; load keys.oct; deposit pc 300; type \"a\"; run 70000; type \"bc\\r\"; run 50000; type \"\\\"\"");
  answer("run 400000");
  const StateHash end = stateHash(machine);
  const std::string text = contentOf("keys.in");
  EXPECT_TRUE(text.starts_with("utah10 input 2\n0 0 tty \"a\"\n70000 ")) << text;
  EXPECT_NE(text.find(" tty \"bc\\015\"\n120000 "), std::string::npos) << text;
  Machine other;
  DeviceSet otherDevices{other};
  TextTerminal otherTerminal;
  Session again{other, otherDevices, otherTerminal};
  ASSERT_TRUE(again.performAll("load keys.oct; deposit pc 300; replay keys.in; run 520000"));
  EXPECT_EQ(stateHash(other), end);
  EXPECT_EQ(otherTerminal.answers().find("or its history differs"), std::string::npos) << otherTerminal.answers();
  // With different slices, and going back in between.
  ASSERT_TRUE(again.performAll("run 10"));
  EXPECT_FALSE(again.perform("replay keys.in")) << "too late";
}

TEST_F(InputTest, ADivergentReplayIsReported) {
  answer("record keys.in; load keys.oct; deposit pc 300; run 1000; type \"a\"; record off; type \"b\"");
  EXPECT_EQ(contentOf("keys.in").find("\"b\""), std::string::npos);
  Machine other;
  DeviceSet otherDevices{other};
  TextTerminal otherTerminal;
  Session again{other, otherDevices, otherTerminal};
  ASSERT_TRUE(again.performAll("replay keys.in; load demo.oct; deposit pc 100; run 2000"));
  EXPECT_NE(otherTerminal.answers().find("or its history differs"), std::string::npos);
  EXPECT_NE(refusal("record keys.in").find("exists already"), std::string::npos);
}

TEST(InputFile, BadFilesAreRefused) {
  for (const auto& [text, why] :
       {std::pair{"", ""},
        {"utah10 input 2\n5 0 imp connect limit 443\n5 0 imp datagram 4833\n6 0 imp disconnect\n", ""},
        {"utah10 input 2\n5 0 net \"cut 4 22\"\n", ""},
        {"utah10 input 2\n5 0 net connect\n", "f(2): is not an input line"},
        {"utah10 input 3\n", "f: is not an input file"},
        {"utah10 input 2\n5 0 imp connect\n", "f(2): is not an input line"},
        {"utah10 input 2\n5 0 imp connect limit 1\n", "f(2): is not an input line"},
        {"utah10 input 2\n5 0 imp datagram 483\n", "f(2): is not an input line"},
        {"utah10 input 2\n5 0 imp datagram 4g\n", "f(2): is not an input line"},
        {"utah10 input 2\n5 0 imp \"a\"\n", "f(2): is not an input line"},
        {"utah10 input 1\n5 0 tty\n", "f(2): is not an input line"},
        {"utah10 input 1\n5 0 tty \"\"\n", "f(2): is not an input line"},
        {"utah10 input 1\n5 x tty \"a\"\n", "f(2): is not an input line"},
        {"utah10 input 1\n5 0 ptr \"a\"\n", "f(2): is not an input line"},
        {"utah10 input 1\n5 0 tty connect\n", "f(2): is not an input line"},
        {"utah10 input 1\n5 0 tty \"\\9\"\n", "f(2): is not an input line"},
        {"utah10 input 1\n5 0 tty \"a\"\n\n4 0 tty \"a\"\n", "f(4): goes back in time"}}) {
    const auto parsed = parseInputFile("f", text);
    EXPECT_EQ(parsed.has_value(), *why == 0) << text;
    if (!parsed) {
      EXPECT_TRUE(parsed.error().text().starts_with(why)) << parsed.error().text();
    }
  }
}

TEST_F(InputTest, SnapshotsCheckTheirPacks) {
  Machine other;
  DeviceConfig config;
  config.disks = Rp10Config{.drives = {"RP02"}, .port = 2};
  DeviceSet disks{other, config};
  TextTerminal out;
  Session s{other, disks, out};
  auto& pack = dynamic_cast<BlockUnit&>(*disks.slot("dsk0"));
  const auto refused = [&](std::string_view command) {
    const auto done = s.perform(command);
    return done ? std::string{"accepted"} : done.error().text();
  };
  ASSERT_TRUE(s.performAll("attach dsk0 pack.dsk create; save here.snap; restore here.snap"));
  ASSERT_TRUE(pack.write(7, std::vector<Word36>(128, Word36{5})));
  EXPECT_TRUE(refused("restore here.snap").starts_with("here.snap: dsk0: the pack has changed since the snapshot: "))
      << refused("restore here.snap");
  ASSERT_TRUE(s.perform("restore here.snap force"));
  ASSERT_TRUE(pack.write(7, std::vector<Word36>(128)));
  ASSERT_TRUE(s.perform("restore here.snap")) << "the same content again";
  ASSERT_TRUE(s.performAll("detach dsk0"));
  EXPECT_NE(refused("restore here.snap").find("nothing is now"), std::string::npos);
  ASSERT_TRUE(s.performAll("attach dsk0 pack.dsk overlay changes.ovl"));
  EXPECT_NE(refused("restore here.snap").find("there was no overlay then"), std::string::npos);
  ASSERT_TRUE(s.performAll("save over.snap; restore over.snap"));
  ASSERT_TRUE(pack.write(7, std::vector<Word36>(128, Word36{5})));
  EXPECT_NE(refused("restore over.snap").find("the overlay has changed"), std::string::npos);
}

}  // namespace
}  // namespace utah10
