// The TD10 and its TU55s: bits, motion, marks, words and their times in both directions, read-in.
#include "named_bits.hpp"
#include "td10_rig.hpp"

namespace utah10 {
namespace {

using namespace test::td10;

TEST(Td10, EveryBitHasAName) {
  TapeRig rig;
  EXPECT_EQ(test::namedBits(rig.dtc.coniBits()), 0377777u - 0010000u);
  EXPECT_EQ(test::namedBits(rig.dtc.conoBits()), 0777777u);
  EXPECT_EQ(test::namedBits(rig.dts.coniBits()), 0777775777303u);
  EXPECT_EQ(test::namedBits(rig.dts.conoBits()), 0770003u);
}

TEST(Td10, ConoLoadsFunctionChannelsAndTransport) {
  TapeRig rig;
  for (const std::uint32_t low : {0000u, 0123u, 0345u, 0777u}) {
    rig.cono(low);
    EXPECT_EQ(rig.dtc.coni().bits(), low);
  }
  rig.cono(020000);
  EXPECT_EQ(rig.dtc.coni().bits(), 020000u);
  EXPECT_EQ(rig.status(0777777), 0u);
  rig.cono(0);
  EXPECT_EQ(rig.dtc.coni().bits(), 020000u) << "stays selected";
  rig.cono(030000 | 03000);
  EXPECT_EQ(rig.dtc.coni().bits(), 023000u);
  EXPECT_EQ(rig.status(0777777), 040100u) << "select error: transport 3 has no tape";
  rig.enable(040000);
  rig.cono(030005 | 03000);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(5)) << "enables outlive CONO DTC";
  EXPECT_EQ(rig.status(), 040000040102u);
  rig.cono(010005);
  EXPECT_EQ(rig.dtc.coni().bits(), 03005u);
  EXPECT_EQ(rig.status(), 040000000000u);
  EXPECT_EQ(rig.pi.bus(), 0);
  rig.bus.reset();
  EXPECT_EQ(rig.dtc.coni().bits() | rig.status(), 0u);
}

TEST(Td10, SearchingForwardFromTheEndZone) {
  TapeRig rig;
  rig.cono(0230200 | 020);  // select 0, forward, read block numbers, data channel 2
  EXPECT_EQ(rig.status(), 04000000000u) << "delay in progress";
  rig.until(kPowerOn + milliseconds(150) - nanoseconds(1));
  EXPECT_EQ(rig.status(), 04000000000u);
  rig.pass(nanoseconds(1));
  EXPECT_EQ(rig.status(), 01010000000u) << "up to speed, idle";
  const Instant atSpeed = rig.clock.now();
  for (std::int64_t block = 0; block < 4; ++block) {
    const Instant expected = atSpeed + lines(-kMount - kRamp + 12 + 1596 * block);
    rig.until(expected - nanoseconds(1));
    EXPECT_EQ(rig.status(), 01400000000u) << "the block number is under the head";
    EXPECT_EQ(rig.pi.bus(), 0);
    rig.pass(nanoseconds(1));
    EXPECT_EQ(rig.status(), 01014000001u);
    EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(2));
    EXPECT_EQ(rig.dtc.datai().bits(), static_cast<std::uint64_t>(block));
    EXPECT_EQ(rig.pi.bus(), 0);
    EXPECT_EQ(rig.dtc.coni().bits(), 0220220u);
  }
}

TEST(Td10, ABlockForwardAndInReverse) {
  for (const bool reverse : {false, true}) {
    TapeRig rig;
    rig.find(077, reverse);
    const Instant number = rig.clock.now();
    rig.cono(0300 | 025);
    rig.enable(0770000);
    for (std::uint32_t n = 0; n < 128; ++n) {
      const Instant expected = number + lines(18 + 12 * (n + 1));
      EXPECT_LE(rig.await(kData) - expected, nanoseconds(1));
      EXPECT_GE(rig.clock.now() - expected, nanoseconds(-1));
      EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(2));
      EXPECT_EQ(rig.dtc.datai(), Word36::halves(077, reverse ? 128 - n : n + 1));
    }
    rig.enable(0770001);
    EXPECT_EQ(rig.status(0000001000000), 01000000u) << "function stop";
    const Instant done = rig.await(kDone);
    EXPECT_NEAR(static_cast<double>((done - number).count()), static_cast<double>(lines(1572 - 12).count()), 1.0);
    EXPECT_EQ(rig.status(0777777), 0100002u);
    EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(5));
    EXPECT_EQ(rig.dtc.coni().bits() & 0700, 0u) << "the function has ended";
    EXPECT_EQ(rig.dtc.coni().bits() & 0300000, reverse ? 0100000u : 0200000u) << "the tape runs on";
  }
}

TEST(Td10, ABlockWrittenInOneDirectionIsReadInTheOther) {
  for (const bool reverse : {false, true}) {
    TapeRig rig;
    rig.find(0100, reverse);
    rig.cono(0700);
    EXPECT_EQ(rig.status(kData), kData) << "the first word is requested at once";
    for (std::uint64_t n = 0; n < 128; ++n) {
      ASSERT_NE(rig.await(kData), kNever);
      rig.dtc.datao(Word36{0123000000000 + (reverse ? 127 - n : n)});
    }
    rig.enable(1);
    ASSERT_NE(rig.await(kDone), kNever);
    EXPECT_EQ(rig.status(0777777), kDone);
    for (std::uint64_t n = 0; n < 128; ++n) EXPECT_EQ(rig.dta.tape().word(0100, n).bits(), 0123000000000 + n);
    EXPECT_EQ(rig.dta.tape().word(077, 127), Word36::halves(077, 128));
    EXPECT_EQ(rig.dta.tape().word(0101, 0), Word36::halves(0101, 1));
  }
}

TEST(Td10, TurningRoundReturnsToTheSameBlock) {
  TapeRig rig;
  rig.find(10);
  const Instant before = rig.clock.now();
  rig.cono(0300200);
  EXPECT_EQ(rig.number(), 9u);
  // 200 ms; then back over the 12 lines of block 10 and the first 12 lines of block 9
  EXPECT_NEAR(static_cast<double>((rig.clock.now() - before).count()),
              static_cast<double>((milliseconds(200) + lines(12 + 12)).count()), 2.0);
  EXPECT_EQ(rig.status(0200000000), 0u);
}

TEST(Td10, StopAndStartTakeThreeBlocks) {
  TapeRig rig;
  rig.find(10);
  rig.cono(0400000);
  EXPECT_EQ(rig.dtc.coni().bits() & 0300000, 0u);
  rig.pass(milliseconds(150));
  EXPECT_EQ(rig.dta.motion(), Tu55::Motion::Stopped);
  EXPECT_EQ(rig.dta.line(), 10 * 1596 + 12 + kRamp);
  rig.cono(0200200);
  EXPECT_EQ(rig.number(), 13u) << "4500 lines are 2.8 blocks";
}

TEST(Td10, ReadAllIncludesTheControlWords) {
  TapeRig rig;
  rig.find(5);
  rig.cono(0100);
  std::vector<Word36> words;
  for (int n = 0; n < 133; ++n) {
    ASSERT_NE(rig.await(kData), kNever);
    words.push_back(rig.dtc.datai());
  }
  EXPECT_EQ(words[0], Word36::halves(5, 0)) << "block number";
  EXPECT_EQ(words[2], Word36::halves(5, 1)) << "data";
  EXPECT_EQ(words[129], Word36::halves(5, 128));
  EXPECT_EQ(words[131], Word36::halves(0, 0277777)) << "the number for the other direction: 5, turned and complemented";
}

TEST(Td10, WriteAllKeepsTheData) {
  TapeRig rig;
  rig.find(5);
  rig.cono(0500);
  for (std::uint64_t n = 0; n < 133; ++n) {
    ASSERT_NE(rig.await(kData), kNever);
    rig.dtc.datao(Word36{n});
  }
  rig.pass(lines(60));
  for (std::uint64_t n = 0; n < 128; ++n) EXPECT_EQ(rig.dta.tape().word(5, n).bits(), n + 2);
}

TEST(Td10, TwoTransportsMoveAtOnce) {
  TapeRig rig;
  rig.td10.unit(3).mount(TapeRig::pattern());
  rig.cono(0230000);
  rig.pass(milliseconds(10));
  rig.cono(0233000);
  rig.pass(seconds(2));
  EXPECT_TRUE(rig.dta.atSpeed() && rig.td10.unit(3).atSpeed());
  EXPECT_EQ(rig.dta.line() - rig.td10.unit(3).line(), 300);
  rig.enable(2);
  EXPECT_FALSE(rig.dta.going());
  EXPECT_TRUE(rig.td10.unit(3).going());
}

TEST(Td10, ReadInStartsAtBlockZero) {
  for (const bool wound : {false, true}) {
    TapeRig rig;
    if (wound) rig.find(100);
    rig.bus.reset();
    EXPECT_FALSE(rig.dtc.readInPending());
    rig.dtc.readInStart();
    for (std::uint32_t n = 0; n < 140; ++n) {
      while (!rig.dtc.readInReady()) {
        ASSERT_TRUE(rig.dtc.readInPending());
        rig.until(rig.clock.nextEvent());
      }
      EXPECT_EQ(rig.dtc.datai(), Word36::halves(n / 128, n % 128 + 1));
    }
  }
  TapeRig empty{false};
  empty.bus.reset();
  empty.dtc.readInStart();
  EXPECT_FALSE(empty.dtc.readInReady() || empty.dtc.readInPending());
}

}  // namespace
}  // namespace utah10
