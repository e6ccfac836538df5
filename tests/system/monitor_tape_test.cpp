// MTA: records, tape marks and errors through the monitor calls (roms/test/mta.mac); contents of the tape afterwards.
#include "monitor_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using Words = std::vector<std::uint64_t>;

// A number in a .tap image.
std::string little(std::uint32_t v) {
  std::string out;
  for (int i = 0; i < 4; ++i) out += static_cast<char>(v >> (8 * i) & 0377);
  return out;
}

// A record in a .tap image: five frames per word, the last with the low four bits.
std::string record(const Words& words, bool bad = false) {
  std::string frames;
  for (const std::uint64_t w : words) {
    for (const int shift : {28, 20, 12, 4}) frames += static_cast<char>(w >> shift & 0377);
    frames += static_cast<char>(w & 017);
  }
  const std::string length = little(static_cast<std::uint32_t>(frames.size()) | (bad ? 0x80000000u : 0));
  if (frames.size() % 2 != 0) frames += '\0';
  return length + frames + length;
}

const std::string kMark = little(0);

class MonitorTape : public MonitorBench {
 protected:
  static constexpr const char* kTapes =
      "[[magtape]]\nunit = 0\nfile = \"t0.tap\"\ncreate = true\n"
      "[[magtape]]\nunit = 1\nfile = \"t1.tap\"\nread-only = true\n";
};

TEST_P(MonitorTape, RecordsAndMarks) {
  write("t1.tap", record({1, 2, 3, 4, 5}) + record({6, 7, 010, 011, 012}, true) + record({013, 014, 015}) + kMark);
  const std::string out = passes("mta", {.devices = kTapes});
  EXPECT_THAT(out, Not(HasSubstr("NO ")));
  EXPECT_EQ(read("t0.tap"), record({0123456701234, 0777777777777, 1, 0400000000000, 0252525252525}) + kMark);
}

TEST_P(MonitorTape, SevenTracks) {
  passes("mta7", {.devices = "[[magtape]]\nunit = 0\ntracks = 7\nfile = \"t0.tap\"\ncreate = true\n"});
  const std::string tape = read("t0.tap");
  constexpr std::size_t kFrames = 6 * 1024;
  ASSERT_EQ(tape.size(), 2 * (kFrames + 8) + 4);
  EXPECT_EQ(tape.substr(0, 4), little(kFrames));
  EXPECT_EQ(tape.substr(4, 7), "\12\134\56\170\12\134" + std::string(1, 0));
  EXPECT_EQ(tape.substr(kFrames + 8, 4), kMark);
  EXPECT_EQ(tape.substr(kFrames + 16, 7), "\112\34\156\70\112\34\100");
}

TEST_P(MonitorTape, NoTapeOnTheTransport) {
  EXPECT_THAT(passes("mta", {.devices = "[[magtape]]\nunit = 0\n"}), HasSubstr("NO TAPE\n"));
}

TEST_P(MonitorTape, NoControl) { EXPECT_THAT(passes("mta", {}), HasSubstr("NO CONTROL\n")); }

// Forks use both tapes in 128K; one is killed, and a page is removed. Data read from tape into a file page is in the
// file.
TEST_P(MonitorTape, ForksWithLittleCore) {
  tenexfs("make p.dsk");
  const std::string tapes =
      "[[magtape]]\nunit = 0\nfile = \"t0.tap\"\ncreate = true\n"
      "[[magtape]]\nunit = 1\nfile = \"t1.tap\"\ncreate = true\n";
  const std::string out =
      bootWith("mtafrk", "run 4s\ntype \"G\"\nexpect \"HALTED AT\" within 400s\nrun 40s\nexamine BUGCNT LOKPGS\n", 8,
               0350, kDisk + tapes);
  EXPECT_THAT(out, HasSubstr("PASS\n"));
  EXPECT_THAT(out, Not(HasSubstr("FAIL")));
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
  EXPECT_THAT(out, HasSubstr("LOKPGS/ 000000000000\n"));
  EXPECT_THAT(tenexfs("check p.dsk"), Not(HasSubstr("note")));
  tenexfs("export p.dsk '<SYSTEM>MTA.TST' --form data8 --out words");
  const std::string words = read("words");
  ASSERT_EQ(words.size(), 512u * 8);
  EXPECT_EQ(words[0], 1);
  EXPECT_EQ(words.substr(511 * 8), std::string("\0\2\0\0\0\0\0\0", 8));
}

// Without a drum the swapper starts the disk while the tapes move. No word of a tape is missed meanwhile: nothing is
// tried again (MTAI2).
TEST_P(MonitorTape, WhileTheDiskIsStarted) {
  tenexfs("make p.dsk");
  const std::string out = bootWith(
      "mtafrk", "run 8s\nbreak MTAI2\ntype \"G\"\nrun 40s\nassert not pc = MTAI2\nexamine BUGCNT DRMWR\n", 8, 0350,
      kDisk +
          "[[magtape]]\nunit = 0\nfile = \"t0.tap\"\ncreate = true\n"
          "[[magtape]]\nunit = 1\nfile = \"t1.tap\"\ncreate = true\n",
      false);
  EXPECT_THAT(out, HasSubstr("BUGCNT/ 000000000000\n"));
  EXPECT_THAT(out, Not(HasSubstr("DRMWR/ 0000000000")));  // pages were written
  EXPECT_GT(read("t1.tap").size(), 5u * 1024 * 10);
}

UTAH10_EVERY_MONITOR(MonitorTape);

}  // namespace
}  // namespace utah10::test
