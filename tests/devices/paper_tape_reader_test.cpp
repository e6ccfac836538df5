// The paper tape reader: bits, frame times, binary words, the end of the tape, host files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "device_rig.hpp"
#include "support/random.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

using test::binaryFrames;
using test::DeviceRig;
using test::frames;
using test::readerStep;

TEST(PaperTapeReader, ConoLoadsBinaryDoneAndChannel) {
  DeviceRig rig;
  for (const std::uint32_t bits : {0u, 07u, 010u, 013u, 040u, 044u, 055u, 020u, 061u, 077u}) {
    rig.ptr.cono(HalfWord{bits | 0777400});
    EXPECT_EQ(rig.ptr.coni().bits(), bits);
    EXPECT_EQ(rig.pi.bus(), (bits & 010) != 0 && (bits & 7) != 0 ? PiSystem::maskOf(bits & 7) : 0);
  }
}

TEST(PaperTapeReader, FramesCome300ASecond) {
  DeviceRig rig;
  rig.ptr.mount(frames({0101, 0, 0377, 0252}));
  rig.ptr.cono(HalfWord{025});  // busy, channel 5
  for (const int expected : {0101, 0, 0377, 0252}) {
    const auto n = static_cast<std::int64_t>(rig.ptr.position()) + 1;
    rig.until(readerStep(kPowerOn, 2 * n) - nanoseconds(1));
    EXPECT_EQ(rig.ptr.coni().bits(), 0425u);
    EXPECT_EQ(rig.pi.bus(), 0);
    rig.pass(nanoseconds(1));
    EXPECT_EQ(rig.ptr.coni().bits(), 0415u);
    EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(5));
    rig.pass(microseconds(1600));  // half a frame is 1666 us
    EXPECT_EQ(rig.ptr.datai().bits(), static_cast<std::uint64_t>(expected));
    EXPECT_EQ(rig.pi.bus(), 0);
  }
}

TEST(PaperTapeReader, AHundredFramesHaveNoRoundingError) {
  DeviceRig rig;
  rig.ptr.mount(std::vector<std::byte>(300, std::byte{1}));
  rig.ptr.cono(HalfWord{020});
  for (int n = 1; n < 300; ++n) {
    ASSERT_NE(rig.awaitBits(rig.ptr, 010), kNever);
    rig.ptr.datai();
  }
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), kPowerOn + seconds(1));
}

TEST(PaperTapeReader, ALateProgramWaitsForTheMotorsRest) {
  DeviceRig rig;
  rig.ptr.mount(frames({1, 2, 3, 4}));
  rig.ptr.cono(HalfWord{020});
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(kPowerOn, 2));
  rig.until(readerStep(kPowerOn, 3));  // the step that finds no busy: the motor stops
  rig.ptr.datai();
  const Instant start = readerStep(kPowerOn, 3) + milliseconds(40);
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(start, 2));
  rig.pass(seconds(1));  // longer than the rest: only the start time counts
  rig.ptr.datai();
  const Instant again = rig.clock.now();
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(again, 2));
  EXPECT_EQ(rig.ptr.datai().bits(), 3u);
}

TEST(PaperTapeReader, AfterAStopBetweenFramesItStartsHalfAFrameCloser) {
  DeviceRig rig;
  rig.ptr.mount(frames({1, 2}));
  rig.ptr.cono(HalfWord{020});
  rig.until(readerStep(kPowerOn, 1));  // the first frame is over the cells now
  rig.ptr.cono(HalfWord{0});
  rig.pass(seconds(1));
  EXPECT_EQ(rig.ptr.position(), 0u);
  rig.ptr.cono(HalfWord{020});
  const Instant start = rig.clock.now();
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(start, 1));
  EXPECT_EQ(rig.ptr.datai().bits(), 1u);
}

TEST(PaperTapeReader, BinaryWordsSkipFramesWithoutHole8) {
  test::Random random;
  DeviceRig rig;
  std::vector<std::byte> tape;
  std::vector<std::pair<std::uint64_t, std::size_t>> words;  // value, frames up to its end
  for (int n = 0; n < 200; ++n) {
    const std::uint64_t w = random.word().bits();
    for (const std::byte b : binaryFrames({w})) {
      for (std::uint64_t blank = random.below(4); blank > 1; --blank)
        tape.push_back(static_cast<std::byte>(random.below(0200)));
      tape.push_back(b | static_cast<std::byte>(random.below(2) << 6));  // hole 7 is ignored
    }
    words.emplace_back(w, tape.size());
  }
  rig.ptr.mount(tape);
  rig.ptr.cono(HalfWord{060});
  for (const auto& [word, end] : words) {
    EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(kPowerOn, 2 * static_cast<std::int64_t>(end)));
    EXPECT_EQ(rig.ptr.position(), end);
    EXPECT_EQ(rig.ptr.datai().bits(), word);
  }
}

TEST(PaperTapeReader, TheBufferFillsFromTheRight) {
  DeviceRig rig;
  rig.ptr.mount(binaryFrames({0123456701234}));
  rig.ptr.cono(HalfWord{060});
  rig.until(readerStep(kPowerOn, 6));
  EXPECT_EQ(rig.ptr.datai().bits(), 0123456u) << "three frames of six";
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(kPowerOn, 12)) << "DATAI while busy has no effect";
  EXPECT_EQ(rig.ptr.datai().bits(), 0123456701234u);
}

TEST(PaperTapeReader, DataiStartsAnIdleReader) {
  DeviceRig rig;
  rig.ptr.mount(frames({7}));
  rig.ptr.cono(HalfWord{0});
  EXPECT_EQ(rig.ptr.datai().bits(), 0u);
  EXPECT_EQ(rig.ptr.coni().bits(), 0420u);
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(kPowerOn, 2));
}

TEST(PaperTapeReader, AtTheEndDoneComesOnceWithTapeClear) {
  DeviceRig rig;
  rig.ptr.mount(frames({0301}));
  rig.ptr.cono(HalfWord{023});
  rig.awaitBits(rig.ptr, 010);
  EXPECT_EQ(rig.ptr.coni().bits(), 0413u) << "the last frame still has tape";
  rig.ptr.datai();
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(kPowerOn, 4));
  EXPECT_EQ(rig.ptr.coni().bits(), 0013u);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(3));
  rig.pass(seconds(10));
  EXPECT_EQ(rig.ptr.coni().bits(), 0013u);
  EXPECT_EQ(rig.clock.nextEvent(), kNever) << "the reader has stopped";
}

TEST(PaperTapeReader, MountingATapeSetsDoneUnlessBusy) {
  DeviceRig rig;
  rig.ptr.cono(HalfWord{5});
  rig.ptr.mount(frames({1, 2}));
  EXPECT_EQ(rig.ptr.coni().bits(), 0415u);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(5));
  rig.ptr.cono(HalfWord{025});
  rig.ptr.mount(frames({3, 4}));
  EXPECT_EQ(rig.ptr.coni().bits(), 0425u);
  rig.awaitBits(rig.ptr, 010);
  EXPECT_EQ(rig.ptr.datai().bits(), 3u);
  rig.ptr.rewind();
  rig.awaitBits(rig.ptr, 010);
  EXPECT_EQ(rig.ptr.datai().bits(), 3u);
  rig.ptr.detach();
  EXPECT_EQ(rig.ptr.coni().bits() & 0400, 0u);
  EXPECT_EQ(rig.ptr.length(), 0u);
}

TEST(PaperTapeReader, ReadInDeliversBinaryWords) {
  DeviceRig rig;
  rig.ptr.mount(binaryFrames({0777777000077, 0254000001000}));
  rig.bus.reset();
  EXPECT_FALSE(rig.ptr.readInReady() || rig.ptr.readInPending());
  rig.ptr.readInStart();
  EXPECT_EQ(rig.ptr.coni().bits(), 0460u);
  EXPECT_TRUE(rig.ptr.readInPending() && !rig.ptr.readInReady());
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(kPowerOn, 12));
  EXPECT_TRUE(rig.ptr.readInReady() && !rig.ptr.readInPending());
  EXPECT_EQ(rig.ptr.datai().bits(), 0777777000077u);
  rig.awaitBits(rig.ptr, 010);
  EXPECT_EQ(rig.ptr.datai().bits(), 0254000001000u);
  rig.awaitBits(rig.ptr, 010);
  EXPECT_FALSE(rig.ptr.readInReady()) << "the end of the tape is no word";
  EXPECT_FALSE(rig.ptr.readInPending());
}

TEST(PaperTapeReader, AResetStopsTheReaderAndKeepsTheTapePosition) {
  DeviceRig rig;
  rig.ptr.mount(binaryFrames({0111111111111, 0222222222222}));
  rig.ptr.cono(HalfWord{067});
  rig.until(readerStep(kPowerOn, 6));
  rig.bus.reset();
  EXPECT_EQ(rig.ptr.coni().bits(), 0400u);
  EXPECT_EQ(rig.clock.nextEvent(), kNever);
  EXPECT_EQ(rig.ptr.position(), 3u);
  rig.ptr.cono(HalfWord{060});
  EXPECT_EQ(rig.awaitBits(rig.ptr, 010), readerStep(readerStep(kPowerOn, 6) + milliseconds(40), 12)) << "after a rest";
  EXPECT_EQ(rig.ptr.datai().bits(), 0111111222222u);
}

class ReaderFiles : public ::testing::Test {
 protected:
  ReaderFiles() { std::filesystem::create_directories(folder_); }
  ~ReaderFiles() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return folder_ / name;
  }
  std::string refusal(const std::filesystem::path& file) {
    const auto done = rig_.ptr.attach(file);
    EXPECT_FALSE(done);
    EXPECT_EQ(rig_.ptr.length(), 3u) << "the old tape stays";
    EXPECT_EQ(rig_.ptr.position(), 1u);
    const std::string text = done ? "" : done.error().text();
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_TRUE(text.starts_with("ptr: " + file.string() + ": ")) << text;
    return text.substr(std::min(text.size(), 7 + file.string().size()));
  }

  std::filesystem::path folder_ = test::ownFolder();
  DeviceRig rig_;
};

TEST_F(ReaderFiles, AFileIsATape) {
  ASSERT_TRUE(rig_.ptr.attach(write("tape", std::string("A\0\377", 3))));
  rig_.ptr.cono(HalfWord{020});
  for (const std::uint64_t expected : {0101u, 0u, 0377u}) {
    rig_.awaitBits(rig_.ptr, 010);
    EXPECT_EQ(rig_.ptr.datai().bits(), expected);
  }
}

TEST_F(ReaderFiles, BadFilesLeaveTheOldTape) {
  rig_.ptr.mount(frames({1, 2, 3}));
  rig_.ptr.cono(HalfWord{020});
  rig_.awaitBits(rig_.ptr, 010);
  EXPECT_EQ(refusal(folder_ / "none"), "cannot be read: No such file or directory");
  EXPECT_EQ(refusal(folder_), "is a directory; name a file");
  EXPECT_EQ(refusal(write("empty", "")), "is empty; a tape has at least one frame");
  EXPECT_EQ(refusal("/dev/zero"), "is not a file that can be read whole");
  const auto huge = write("huge", "");
  std::filesystem::resize_file(huge, (std::size_t{1} << 24) + 1);
  EXPECT_EQ(refusal(huge), "is too long for this medium; at most 16777216 bytes");
}

}  // namespace
}  // namespace utah10
