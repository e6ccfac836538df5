// The console devices: bits, virtual times, interrupts, media, snapshots.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "utah10/devices/console_set.hpp"

namespace utah10 {
namespace {

struct Rig {
  Machine machine;
  ConsoleSet console{machine};
  std::string printed;
  std::vector<Instant> completions;
  Rig() {
    console.tty.onPrint([this](Instant completes, std::uint8_t c) {
      printed += static_cast<char>(c & 0177);
      completions.push_back(completes);
    });
  }
  void pass(Duration d) { machine.clock().idleUntil(machine.now() + d); }
};

std::vector<std::byte> frames(std::initializer_list<int> values) {
  std::vector<std::byte> f;
  for (const int v : values) f.push_back(static_cast<std::byte>(v));
  return f;
}

std::vector<std::byte> binaryFrames(std::initializer_list<std::uint64_t> words) {
  std::vector<std::byte> f;
  for (const std::uint64_t w : words)
    for (int shift = 30; shift >= 0; shift -= 6) f.push_back(static_cast<std::byte>(0200 | ((w >> shift) & 077)));
  return f;
}

TEST(Cty, PrintsAtTenCharactersASecond) {
  Rig rig;
  for (const char c : {'A', 'B', 'C'}) {
    rig.console.tty.datao(Word36{static_cast<std::uint64_t>(c)});
    EXPECT_EQ(rig.console.tty.coni().bits(), 020u);
    rig.pass(milliseconds(100));
    EXPECT_EQ(rig.console.tty.coni().bits(), 010u);
  }
  EXPECT_EQ(rig.printed, "ABC");
  ASSERT_EQ(rig.completions.size(), 3u);
  EXPECT_EQ(rig.completions[2], kPowerOn + milliseconds(300));
}

TEST(Cty, ConditionsSetAndClear) {
  Rig rig;
  rig.console.tty.cono(HalfWord{04173});
  EXPECT_EQ(rig.console.tty.coni().bits(), 04173u);
  rig.console.tty.cono(HalfWord{02002});  // clear input busy, channel 2; test off
  EXPECT_EQ(rig.console.tty.coni().bits(), 00072u);
  rig.console.tty.cono(HalfWord{01602});
  EXPECT_EQ(rig.console.tty.coni().bits(), 2u);
}

TEST(Cty, RequestsOnItsChannelWhileAFlagIsUp) {
  Rig rig;
  rig.console.tty.cono(HalfWord{4});
  EXPECT_EQ(rig.machine.pi().bus(), 0);
  rig.console.type("x");
  rig.pass(milliseconds(99));
  EXPECT_EQ(rig.machine.pi().bus(), 0);
  EXPECT_EQ(rig.console.tty.coni().bits(), 0104u);
  rig.pass(milliseconds(1));
  EXPECT_EQ(rig.machine.pi().bus(), PiSystem::maskOf(4));
  EXPECT_EQ(rig.console.tty.datai().bits(), std::uint64_t{'x'});
  EXPECT_EQ(rig.machine.pi().bus(), 0);
}

TEST(Cty, NothingTypedIsLostOnASlowGuest) {
  Rig rig;
  std::string text;
  for (int i = 0; i < 10000; ++i) text += static_cast<char>('!' + i % 90);
  rig.console.type(text);
  std::string got;
  while (got.size() < text.size()) {
    rig.pass(milliseconds(100 + static_cast<std::int64_t>(got.size() % 7) * 90));  // sometimes far too late
    if ((rig.console.tty.coni().bits() & 040) != 0) got += static_cast<char>(rig.console.tty.datai().bits());
    if (got.size() == 5000) rig.console.tty.ioReset();
  }
  EXPECT_EQ(got, text);
}

TEST(PaperTapeReader, AlphanumericFramesCome300ASecond) {
  Rig rig;
  rig.console.ptr.mount(frames({0101, 0, 0377}));
  rig.console.ptr.cono(HalfWord{025});  // busy, channel 5
  EXPECT_EQ(rig.console.ptr.coni().bits(), 0425u);
  rig.pass(nanoseconds(3'333'332));
  EXPECT_EQ(rig.console.ptr.coni().bits(), 0425u);
  rig.pass(nanoseconds(1));
  EXPECT_EQ(rig.console.ptr.coni().bits(), 0415u);
  EXPECT_EQ(rig.machine.pi().bus(), PiSystem::maskOf(5));
  EXPECT_EQ(rig.console.ptr.datai().bits(), 0101u);
  rig.pass(milliseconds(4));
  EXPECT_EQ(rig.console.ptr.datai().bits(), 0u);
  rig.pass(milliseconds(4));
  EXPECT_EQ(rig.console.ptr.datai().bits(), 0377u);
  rig.pass(milliseconds(4));  // the end: done, and no tape
  EXPECT_EQ(rig.console.ptr.coni().bits(), 0015u);
}

TEST(PaperTapeReader, BinaryWordsSkipFramesWithoutHole8) {
  Rig rig;
  auto tape = frames({0, 0177, 0});
  for (const std::byte b : binaryFrames({0123456701234})) {
    tape.push_back(b);
    tape.push_back(std::byte{0});
  }
  rig.console.ptr.mount(tape);
  rig.console.ptr.cono(HalfWord{060});
  rig.pass(nanoseconds(46'666'665));  // three leading frames, then every second: 14 frames in all
  EXPECT_EQ(rig.console.ptr.coni().bits(), 0460u);
  rig.pass(nanoseconds(1));
  EXPECT_EQ(rig.console.ptr.coni().bits(), 0450u);
  EXPECT_EQ(rig.console.ptr.datai().bits(), 0123456701234u);
}

TEST(PaperTapeReader, ABadFileLeavesTheOldTape) {
  Rig rig;
  rig.console.ptr.mount(frames({1, 2, 3}));
  const auto gone = rig.console.ptr.attach("/nonexistent/tape.rim");
  ASSERT_FALSE(gone);
  EXPECT_TRUE(gone.error().text().starts_with("ptr: /nonexistent/tape.rim: cannot be read")) << gone.error().text();
  EXPECT_FALSE(rig.console.ptr.attach(std::filesystem::temp_directory_path()));
  EXPECT_EQ(rig.console.ptr.length(), 3u);
}

TEST(PaperTapePunch, PunchesBothWays) {
  Rig rig;
  rig.console.ptp.cono(HalfWord{6});
  rig.console.ptp.datao(Word36{0301});
  EXPECT_EQ(rig.console.ptp.coni().bits(), 026u);
  rig.pass(milliseconds(20));
  EXPECT_EQ(rig.console.ptp.coni().bits(), 016u);
  EXPECT_EQ(rig.machine.pi().bus(), PiSystem::maskOf(6));
  rig.console.ptp.cono(HalfWord{040});
  rig.console.ptp.datao(Word36{0777});
  rig.pass(milliseconds(20));
  rig.console.ptp.cono(HalfWord{020});  // blank tape
  rig.pass(milliseconds(20));
  EXPECT_EQ(rig.console.ptp.punched(), frames({0301, 0277, 0}));
}

TEST(PaperTapePunch, TheFileIsReplacedOnlyWhole) {
  const auto folder = std::filesystem::temp_directory_path() / "utah10-ptp-test";
  std::filesystem::create_directory(folder);
  const auto file = folder / "out.ptp";
  std::ofstream(file) << "old";
  Rig rig;
  ASSERT_TRUE(rig.console.ptp.attach(file));
  rig.console.ptp.datao(Word36{0101});
  rig.pass(milliseconds(20));
  std::string content;
  std::ifstream(file) >> content;
  EXPECT_EQ(content, "old");
  ASSERT_TRUE(rig.console.ptp.detach());
  std::ifstream(file) >> content;
  EXPECT_EQ(content, "A");
  EXPECT_FALSE(rig.console.ptp.attach(folder));
  EXPECT_FALSE(rig.console.ptp.attach(folder / "no" / "such"));
  std::filesystem::remove_all(folder);
}

TEST(ConsoleSet, RestoredInTheMiddleItGoesOnTheSame) {
  Rig one;
  one.console.ptr.mount(frames({0101, 0102, 0103}));
  one.console.ptr.cono(HalfWord{020});
  one.console.type("hello");
  one.console.ptp.datao(Word36{0123});
  one.pass(milliseconds(2));
  Rig two;
  ASSERT_TRUE(two.machine.restore(one.machine.save()));
  for (Rig* rig : {&one, &two}) {
    rig->pass(milliseconds(150));
    EXPECT_EQ(rig->console.tty.datai().bits(), std::uint64_t{'h'});
    EXPECT_EQ(rig->console.ptr.datai().bits(), 0101u);
    EXPECT_EQ(rig->console.ptp.punched(), frames({0123}));
  }
  EXPECT_TRUE(one.machine.save() == two.machine.save());
}

// Hardware read-in of a program that prints HI: IOWD, then words into 20 and up, the last being JRST 20.
TEST(ConsoleSet, ReadsInATapeAndRunsIt) {
  Rig rig;
  rig.console.ptr.mount(binaryFrames({
      0777770000017,  // IOWD: 10 words from 20
      0201040000110,  // MOVEI 1,"H"
      0712140000001,  // DATAO TTY,1
      0712300000020,  // CONSZ TTY,20
      0254000000022,  // JRST .-1
      0201040000111,  // MOVEI 1,"I"
      0712140000001,  // DATAO TTY,1
      0254200000026,  // HALT .
      0254000000020,  // JRST 20
  }));
  EXPECT_EQ(rig.machine.cpu().readIn({.until = kPowerOn + seconds(2)}), StopReason::Halt);
  EXPECT_EQ(rig.printed, "HI");
  EXPECT_EQ(rig.machine.cpu().pc().bits(), 026u);
}

TEST(ConsoleSet, ReadInFromATapeThatEndsTooSoonSaysSo) {
  Rig rig;
  rig.console.ptr.mount(binaryFrames({0777770000017, 0201040000110}));
  EXPECT_EQ(rig.machine.cpu().readIn({.until = kPowerOn + seconds(2)}), StopReason::ReadInWaits);
}

TEST(ConsoleSet, EveryBitHasOneName) {
  Rig rig;
  for (const IoDevice* device : std::initializer_list<const IoDevice*>{
           &rig.console.tty, &rig.console.ptr, &rig.console.ptp, &rig.machine.pi(), &rig.machine.cpu().apr()}) {
    for (const auto bits : {device->coniBits(), device->conoBits()}) {
      std::uint64_t seen = 0;
      ASSERT_FALSE(bits.empty()) << device->name();
      for (const BitName& b : bits) {
        EXPECT_EQ(seen & b.mask, 0u) << device->name() << " " << b.name;
        seen |= b.mask;
      }
    }
  }
}

}  // namespace
}  // namespace utah10
