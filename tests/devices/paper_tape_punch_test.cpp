// The paper tape punch: bits, motor and pulses, the punched tape, host files.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "device_rig.hpp"
#include "support/random.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

using test::DeviceRig;
using test::frames;

constexpr Instant kUpToSpeed = kPowerOn + seconds(1);

TEST(PaperTapePunch, ConoLoadsBinaryDoneAndChannel) {
  DeviceRig rig;
  for (const std::uint32_t bits : {0u, 07u, 010u, 012u, 040u, 044u, 055u, 020u, 063u, 077u}) {
    rig.ptp.cono(HalfWord{bits | 0777600});
    EXPECT_EQ(rig.ptp.coni().bits(), bits);
    EXPECT_EQ(rig.pi.bus(), (bits & 010) != 0 && (bits & 7) != 0 ? PiSystem::maskOf(bits & 7) : 0);
  }
}

TEST(PaperTapePunch, TheFirstFrameWaitsForTheMotorThenFiftyASecond) {
  DeviceRig rig;
  rig.ptp.cono(HalfWord{6});
  for (int n = 0; n < 100; ++n) {
    rig.ptp.datao(Word36{static_cast<std::uint64_t>(n)});
    EXPECT_EQ(rig.ptp.coni().bits(), 026u);
    EXPECT_EQ(rig.pi.bus(), 0);
    const Instant done = kUpToSpeed + milliseconds(20 * n + 10);
    EXPECT_EQ(rig.awaitBits(rig.ptp, 010), done) << n;
    EXPECT_EQ(rig.ptp.coni().bits(), 016u);
    EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(6));
    rig.pass(microseconds(9999));  // the other half of the frame
  }
  EXPECT_EQ(rig.ptp.punched().size(), 100u);
  EXPECT_EQ(rig.ptp.punched()[99], std::byte{99});
}

TEST(PaperTapePunch, ALateFrameWaitsForTheNextPulse) {
  DeviceRig rig;
  rig.ptp.datao(Word36{1});
  rig.until(kUpToSpeed + milliseconds(20));  // exactly at a pulse, which has passed
  rig.ptp.datao(Word36{2});
  EXPECT_EQ(rig.awaitBits(rig.ptp, 010), kUpToSpeed + milliseconds(50));
}

TEST(PaperTapePunch, TheMotorRunsOnForFiveSeconds) {
  DeviceRig rig;
  rig.ptp.datao(Word36{1});
  const Instant done = rig.awaitBits(rig.ptp, 010);
  rig.until(done + seconds(5) - nanoseconds(1));
  rig.ptp.datao(Word36{2});
  EXPECT_EQ(rig.awaitBits(rig.ptp, 010), done + seconds(5) + milliseconds(20)) << "still at speed";
  rig.pass(seconds(5));
  rig.ptp.datao(Word36{3});
  const Instant restarted = rig.clock.now();
  EXPECT_EQ(rig.awaitBits(rig.ptp, 010), restarted + milliseconds(1010)) << "it had stopped";
}

TEST(PaperTapePunch, PunchesBothWays) {
  DeviceRig rig;
  const auto punch = [&](std::uint32_t conditions, std::uint64_t word) {
    rig.ptp.cono(HalfWord{conditions});
    rig.ptp.datao(Word36{word});
    rig.awaitBits(rig.ptp, 010);
  };
  punch(0, 0301);
  punch(0, 0777777777400);
  punch(040, 0777);
  punch(040, 0300);
  rig.ptp.cono(HalfWord{060});  // the buffer once more
  rig.awaitBits(rig.ptp, 010);
  rig.ptp.cono(HalfWord{020});
  rig.awaitBits(rig.ptp, 010);
  EXPECT_EQ(rig.ptp.punched(), frames({0301, 0, 0277, 0200, 0200, 0300}));
}

TEST(PaperTapePunch, ADataoBeforeThePulseReplacesTheFrame) {
  DeviceRig rig;
  rig.ptp.datao(Word36{1});
  rig.pass(milliseconds(500));
  rig.ptp.datao(Word36{2});
  EXPECT_EQ(rig.awaitBits(rig.ptp, 010), kUpToSpeed + milliseconds(10));
  EXPECT_EQ(rig.ptp.punched(), frames({2}));
}

TEST(PaperTapePunch, ConoZeroStopsAFrameBeforeItsPulseNotAfter) {
  DeviceRig rig;
  rig.ptp.datao(Word36{1});
  rig.until(kUpToSpeed - nanoseconds(1));
  rig.ptp.cono(HalfWord{0});
  rig.pass(milliseconds(100));
  EXPECT_TRUE(rig.ptp.punched().empty());
  rig.ptp.datao(Word36{2});
  rig.pass(milliseconds(5));  // after the pulse, before done
  rig.ptp.cono(HalfWord{2});
  EXPECT_EQ(rig.ptp.coni().bits(), 2u);
  rig.pass(milliseconds(20));
  EXPECT_EQ(rig.ptp.coni().bits(), 012u);
  EXPECT_EQ(rig.ptp.punched(), frames({2}));
}

TEST(PaperTapePunch, WithoutTapeNothingIsKept) {
  DeviceRig rig;
  rig.ptp.feed(2);
  rig.ptp.supply(false);
  EXPECT_EQ(rig.ptp.coni().bits(), 0100u);
  rig.ptp.datao(Word36{1});
  EXPECT_EQ(rig.ptp.wholeTape(), frames({0, 0}));
  rig.awaitBits(rig.ptp, 010);
  EXPECT_EQ(rig.ptp.coni().bits(), 0110u);
  rig.ptp.supply(true);
  EXPECT_EQ(rig.ptp.coni().bits(), 010u);
  EXPECT_EQ(rig.ptp.punched(), frames({0, 0}));
}

TEST(PaperTapePunch, AResetForgetsTheFrameNotTheTape) {
  DeviceRig rig;
  rig.ptp.cono(HalfWord{6});
  rig.ptp.datao(Word36{1});
  rig.awaitBits(rig.ptp, 010);
  rig.ptp.datao(Word36{2});
  rig.bus.reset();
  EXPECT_EQ(rig.ptp.coni().bits(), 0u);
  EXPECT_EQ(rig.pi.bus(), 0);
  rig.pass(seconds(10));
  EXPECT_EQ(rig.ptp.coni().bits(), 0u);
  EXPECT_EQ(rig.ptp.punched(), frames({1}));
}

class PunchFiles : public ::testing::Test {
 protected:
  PunchFiles() { std::filesystem::create_directories(folder_); }
  ~PunchFiles() override { std::filesystem::remove_all(folder_); }
  static std::string content(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t filesInFolder() const {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++n;
    return n;
  }
  std::string refusal(const std::filesystem::path& file) {
    const auto done = rig_.ptp.attach(file);
    return done ? "" : done.error().text();
  }

  std::filesystem::path folder_ = test::ownFolder();
  std::filesystem::path file_ = folder_ / "out.ptp";
  DeviceRig rig_;
};

TEST_F(PunchFiles, EveryFrameReachesTheFile) {
  test::Random random;
  std::string expected;
  ASSERT_TRUE(rig_.ptp.attach(file_));
  for (int n = 0; n < 500; ++n) {
    const bool binary = random.below(2) == 0;
    const std::uint64_t w = random.word().bits();
    rig_.ptp.cono(HalfWord{binary ? 040u : 0u});
    rig_.ptp.datao(Word36{w});
    rig_.awaitBits(rig_.ptp, 010);
    expected += static_cast<char>(binary ? (w & 077) | 0200 : w & 0377);
  }
  EXPECT_FALSE(std::filesystem::exists(file_)) << "nothing before flush";
  ASSERT_TRUE(rig_.ptp.flush());
  EXPECT_TRUE(content(file_) == expected);
  rig_.ptp.cono(HalfWord{040});
  rig_.ptp.datao(Word36{0});
  rig_.awaitBits(rig_.ptp, 010);
  ASSERT_TRUE(rig_.ptp.detach());
  EXPECT_TRUE(content(file_) == expected + '\200');
  EXPECT_TRUE(rig_.ptp.punched().empty());
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(PunchFiles, AHaltRightAfterDataoLosesNothing) {
  ASSERT_TRUE(rig_.ptp.attach(file_));
  rig_.ptp.datao(Word36{'A'});
  ASSERT_TRUE(rig_.ptp.detach());
  EXPECT_EQ(content(file_), "A");
  rig_.pass(seconds(2));
  EXPECT_TRUE(rig_.ptp.punched().empty()) << "it was torn off with the tape";
  EXPECT_EQ(rig_.ptp.coni().bits(), 010u);
}

TEST_F(PunchFiles, TheOldFileStaysUntilSomethingIsPunched) {
  std::ofstream(file_) << "old";
  std::filesystem::permissions(file_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::ofstream(folder_ / "out.ptp.new1") << "mine";
  std::filesystem::create_symlink("out.ptp", folder_ / "link");
  ASSERT_TRUE(rig_.ptp.attach(folder_ / "link"));
  ASSERT_TRUE(rig_.ptp.flush());
  EXPECT_EQ(content(file_), "old");
  rig_.ptp.datao(Word36{'A'});
  ASSERT_TRUE(rig_.ptp.detach());
  EXPECT_EQ(content(file_), "A");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
  EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(file_).permissions()), 0600u);
  EXPECT_EQ(content(folder_ / "out.ptp.new1"), "mine") << "not our file";
  EXPECT_EQ(filesInFolder(), 3u);
}

TEST_F(PunchFiles, AttachingAnotherFileWritesTheFirst) {
  ASSERT_TRUE(rig_.ptp.attach(file_));
  rig_.ptp.feed(3);
  ASSERT_TRUE(rig_.ptp.attach(folder_ / "second"));
  EXPECT_EQ(content(file_), std::string(3, '\0'));
  EXPECT_TRUE(rig_.ptp.punched().empty());
}

TEST_F(PunchFiles, BadNamesAreRefusedAndChangeNothing) {
  ASSERT_TRUE(rig_.ptp.attach(file_));
  rig_.ptp.feed(1);
  EXPECT_EQ(refusal(folder_), "ptp: " + folder_.string() + ": is a directory; name a file");
  const auto deep = folder_ / "no" / "such";
  EXPECT_EQ(refusal(deep), "ptp: " + deep.string() + ": there is no folder " + (folder_ / "no").string());
  EXPECT_EQ(refusal("/dev/null"), "ptp: /dev/null: is not a plain file");
  EXPECT_EQ(rig_.ptp.punched(), frames({0}));
  ASSERT_TRUE(rig_.ptp.detach());
  EXPECT_EQ(content(file_), std::string(1, '\0'));
}

// A full disk, simulated by the limit on the size of files.
TEST_F(PunchFiles, AFullDiskKeepsTheOldFileAndTheTape) {
  std::ofstream(file_) << "old";
  ASSERT_TRUE(rig_.ptp.attach(file_));
  rig_.ptp.feed(100000);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto written = rig_.ptp.detach();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().text(), "ptp: " + file_.string() +
                                        ": cannot be written: File too large; nothing is lost; make room or name "
                                        "another file");
  EXPECT_EQ(content(file_), "old");
  EXPECT_EQ(filesInFolder(), 1u) << "no half-written file is left";
  ASSERT_TRUE(rig_.ptp.detach());
  EXPECT_EQ(content(file_), std::string(100000, '\0'));
}

}  // namespace
}  // namespace utah10
