// The TM10 and its transports: bits, every function, words and times, seven tracks, read-in.
#include "named_bits.hpp"
#include "tm10_rig.hpp"

namespace utah10 {
namespace {

using namespace test::tm10;

TEST(Tm10, EveryBitHasAName) {
  ReelRig rig;
  EXPECT_EQ(test::namedBits(rig.mtc.coniBits()), 07777777u);
  EXPECT_EQ(test::namedBits(rig.mtc.conoBits()), 0777777u);
  EXPECT_EQ(test::namedBits(rig.mts.coniBits()), 0177777777u);
  EXPECT_EQ(test::namedBits(rig.mts.conoBits()), 017u);
}

TEST(Tm10, ConoSelectsAndIsShown) {
  ReelRig rig;
  rig.cono(0360715);
  EXPECT_EQ(rig.mtc.coni().bits(), 03360715u);
  EXPECT_EQ(rig.status(), 2u) << "transport 3 has no tape";
  EXPECT_EQ(rig.mts.coni().bits() >> 18, 0170u) << "a TM10A";
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(1)) << "next enabled, and the control is free";
  rig.cono(0);
  EXPECT_EQ(rig.status(), kBot | kIdle | 2);
  rig.cono(010010);
  EXPECT_EQ(rig.await(kDone), kPowerOn) << "idle at once";
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(1));
  rig.bus.reset();
  EXPECT_EQ(rig.mtc.coni().bits(), 0u);
  EXPECT_EQ(rig.pi.bus(), 0);
}

TEST(Tm10, ARecordIsReadAtTheTapesPace) {
  ReelRig rig({coreDump({0123456765432, 0777777777777, 1}), coreDump({5})});
  rig.cono(kRead | 051);
  EXPECT_EQ(rig.status(kIdle | kBot), 0u);
  const Instant first = kPowerOn + milliseconds(9) + inches(3 - .2025);
  const Words expected = {0123456765432, 0777777777777, 1};
  for (std::int64_t n = 0; n < 3; ++n) {
    const Instant due = first + frames(5 * n + 5);
    rig.until(due - nanoseconds(2));
    EXPECT_EQ(rig.pi.bus(), 0);
    rig.pass(nanoseconds(3));
    EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(1));
    EXPECT_EQ(rig.mts.coni().field(15, 17), 5u);
    EXPECT_EQ(rig.mtc.datai().bits(), expected[static_cast<std::size_t>(n)]);
  }
  rig.stop();
  const Instant end = rig.await(kDone);
  EXPECT_NEAR(static_cast<double>((end - first).count()), static_cast<double>(frames(15 + 8).count()), 2.0);
  EXPECT_EQ(rig.status(), kDone | 2);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(5));
  // Immediately again: the tape has not stopped, a gap of .6 inch passes. Later: stop, start.
  rig.cono(kRead);
  EXPECT_NEAR(static_cast<double>((rig.await(kRequest) - end).count()),
              static_cast<double>((inches(.6) + frames(5)).count()), 3.0);
}

TEST(Tm10, AStoppedTapeStartsAgain) {
  ReelRig rig({coreDump({1}), coreDump({2}), coreDump({3})});
  rig.read(1);
  const Instant end = rig.clock.now();
  const Instant rest = end + inches(.12) + milliseconds(8);
  rig.until(rest - nanoseconds(2));
  EXPECT_EQ(rig.status(kIdle), 0u);
  rig.pass(nanoseconds(3));
  EXPECT_EQ(rig.status(kIdle), kIdle);
  rig.until(end + seconds(1));
  rig.cono(kRead);
  EXPECT_NEAR(static_cast<double>((rig.await(kRequest) - end - seconds(1)).count()),
              static_cast<double>((milliseconds(9) + inches(.3 - .2025) + frames(5)).count()), 3.0);
  // Turning round waits for the stop.
  rig.stop();
  const Instant second = rig.await(kDone);
  rig.cono(0067200);
  EXPECT_NEAR(static_cast<double>((rig.await(kDone) - second).count()),
              static_cast<double>((inches(.12) + milliseconds(17) + inches(.3 - .2025) + frames(13)).count()), 5.0);
  EXPECT_EQ(rig.mta.next(), 1u);
}

TEST(Tm10, WrittenRecordsAreReadAndCompared) {
  ReelRig rig;
  const Words words = {0400000000001, 0252525252525, 0123456701234, 0};
  rig.write(words);
  EXPECT_EQ(rig.status(), kDone | 2);
  rig.write({7}, kWrite | 010000);
  rig.cono(065200);
  rig.await(kDone);
  EXPECT_EQ(rig.status(), kMark | kDone | 2);
  ASSERT_EQ(rig.mta.tape().size(), 3u);
  EXPECT_EQ(rig.mta.tape().at(0), coreDump(words));
  EXPECT_EQ(rig.mta.tape().at(2), kTapeMark);
  rig.cono(0060000 | 01000);  // rewind
  rig.await(kDone);
  EXPECT_EQ(rig.status(0200000 | kDone), 0200000 | kDone);
  rig.cono(010000);
  EXPECT_NE(rig.await(kDone), kNever);
  EXPECT_EQ(rig.status(), kBot | kDone | kIdle | 2);
  EXPECT_EQ(rig.read(4), words);
  EXPECT_EQ(rig.status(kErrors), 0u);
  rig.rewind();
  rig.write(words, kCompareOrder);
  EXPECT_EQ(rig.status(kErrors), 0u);
  rig.write({6}, kCompareOrder);
  EXPECT_EQ(rig.status(kErrors), kCompare);
  EXPECT_EQ(rig.read(1), Words{});
  EXPECT_EQ(rig.status(kErrors), kMark);
}

TEST(Tm10, AShortLastWordIsCounted) {
  TapeObject o = coreDump({0123456701234});
  o.frames.insert(o.frames.end(), {0252, 0101});
  ReelRig rig({o});
  EXPECT_EQ(rig.read(2), (Words{0123456701234, 0252ull << 28 | 0101ull << 20}));
  EXPECT_EQ(rig.mts.coni().field(15, 17), 2u);
  ReelRig industry({coreDump({0, 0, 0, 0})});  // 20 frames are five words of four
  EXPECT_EQ(industry.read(5, kRead & ~020000u).size(), 5u);
  EXPECT_EQ(industry.status(kErrors), 0u);
}

TEST(Tm10, IndustryModeHasFourFrames) {
  ReelRig rig;
  rig.write({0123456701237}, kWrite & ~020000u);
  const std::uint64_t w = 0123456701237;
  EXPECT_EQ(rig.mta.tape().at(0).frames,
            (std::vector<std::uint8_t>{static_cast<std::uint8_t>(w >> 28), static_cast<std::uint8_t>(w >> 20),
                                       static_cast<std::uint8_t>(w >> 12), static_cast<std::uint8_t>(w >> 4)}));
}

TEST(Tm10, AcrossRecordBoundaries) {
  ReelRig rig({coreDump({1, 2}), coreDump({3}), coreDump({4, 5}), kTapeMark});
  EXPECT_EQ(rig.read(4, kRead | 010000), (Words{1, 2, 3, 4}));
  EXPECT_EQ(rig.status(kErrors), kLength) << "one left in the last record";
  rig.rewind();
  EXPECT_EQ(rig.read(9, kRead | 010000), (Words{1, 2, 3, 4, 5}));
  EXPECT_EQ(rig.status(kErrors), kMark);
  rig.rewind();
  rig.write({1, 2, 3, 4, 5}, kCompareOrder | 010000);
  EXPECT_EQ(rig.status(kErrors), 0u);
}

TEST(Tm10, Spacing) {
  ReelRig rig({coreDump({1}), coreDump({2}), kTapeMark, coreDump({3}), coreDump({4})});
  const auto order = [&](std::uint32_t c) {
    rig.cono(c);
    rig.await(kDone);
    return rig.status(kErrors | kBot);
  };
  EXPECT_EQ(order(06000), 0u);
  EXPECT_EQ(rig.mta.next(), 1u);
  EXPECT_EQ(order(016000), kMark);
  EXPECT_EQ(rig.mta.next(), 3u);
  EXPECT_EQ(order(016000), kEot);
  EXPECT_EQ(rig.mta.next(), 5u);
  EXPECT_EQ(order(017000), kMark);
  EXPECT_EQ(rig.mta.next(), 2u);
  EXPECT_EQ(order(07000), 0u);
  EXPECT_EQ(order(07000), kBot);
  EXPECT_EQ(order(07000), kBot | kIllegal);
  rig.write({0, 0}, 06000);  // two words taken: two records
  EXPECT_EQ(rig.mta.next(), 2u);
  EXPECT_EQ(rig.status(kErrors), 0u);
}

TEST(Tm10, SevenTracks) {
  Tm10Settings settings;
  settings.sevenTrack = 1;
  ReelRig rig({}, settings);
  EXPECT_EQ(rig.status(4), 4u);
  rig.write({0010377000000}, 044100);  // odd, 556
  EXPECT_EQ(rig.mta.tape().at(0).frames, (std::vector<std::uint8_t>{001, 0103, 0177, 0100, 0100, 0100})) << "parity";
}

TEST(Tm10, RewindAndUnloadTakeTheirTime) {
  std::vector<TapeObject> reel(100, coreDump(Words(1000, 7)));  // 5000 frames and 8 check frames: 6.26 inches
  ReelRig rig(reel);
  rig.cono(016000);
  rig.await(kDone);
  rig.pass(seconds(1));
  const Instant begin = rig.clock.now();
  rig.cono(01000);
  rig.cono(kRead);  // waits
  const Instant word = rig.await(kRequest);
  // 3 in, 100 records, 99 gaps, half a gap, 25 feet of blank tape, at 150 in/s; then 3 in and five frames
  const double length = 3 + 626.0 + 99 * .6 + .6 + 300;
  EXPECT_NEAR(static_cast<double>((word - begin).count()),
              length / 150 * 1e9 + 17e6 + 9e6 + static_cast<double>((inches(3 - .2025) + frames(5)).count()), 20e6);
  rig.stop();
  rig.await(kDone);
  rig.cono(011000);
  rig.pass(seconds(1));
  EXPECT_FALSE(rig.mta.onLine());
  EXPECT_EQ(rig.status(kIdle), 0u);
  rig.cono(kRead);
  rig.await(kDone);
  EXPECT_EQ(rig.status(0400000), 0400000u);
}

TEST(Tm10, TheControlIsFreeWhenARewindingTapeMoves) {
  ReelRig rig({coreDump({1})});
  rig.read(1);
  rig.pass(seconds(1));
  const Instant order = rig.clock.now();
  rig.cono(0061000);
  EXPECT_EQ(rig.status(0200000 | kDone | 2), 0200000u);
  EXPECT_EQ(rig.await(kDone) - order, milliseconds(9));
  EXPECT_EQ(rig.status(0200000 | kDone | 2), 0200000 | kDone | 2);
  rig.pass(seconds(1));
  rig.cono(0061000);  // at the load point
  EXPECT_EQ(rig.status(0200000 | kBot | kDone), kBot | kDone);
}

TEST(Tm10, ReadInReadsAcrossRecords) {
  ReelRig rig({coreDump({0777776000000, 1}), coreDump({2})});
  rig.read(1);
  rig.bus.reset();
  rig.mtc.readInStart();
  for (const std::uint64_t expected : {0777776000000ull, 1ull, 2ull}) {
    while (!rig.mtc.readInReady()) {
      ASSERT_TRUE(rig.mtc.readInPending());
      rig.until(rig.clock.nextEvent());
    }
    EXPECT_EQ(rig.mtc.datai().bits(), expected);
  }
  while (rig.mtc.readInPending()) rig.until(rig.clock.nextEvent());
  EXPECT_FALSE(rig.mtc.readInReady());
}

}  // namespace
}  // namespace utah10
