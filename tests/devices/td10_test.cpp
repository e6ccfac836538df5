// The TD10 and its TU55s: bits, motion, marks, words and their times, both directions, errors, read-in, snapshots.
#include "utah10/devices/td10.hpp"

#include <gtest/gtest.h>

#include <array>

namespace utah10 {
namespace {

constexpr std::int64_t kMount = -1200 - 21432;  // lines: tu55.hpp
constexpr std::int64_t kRamp = 2250;
constexpr std::uint64_t kDone = 0100000, kMissed = 0200000, kIllegal = 040000, kEnd = 020000, kBlockMissed = 010000;
constexpr std::uint64_t kParity = 0400000, kData = 1;

Duration lines(std::int64_t n) { return tickInstant(n, 30000).time_since_epoch(); }

struct TapeRig {
  Scheduler clock;
  PiSystem pi{clock};
  IoBus bus;
  Td10 td10{clock, pi};
  IoDevice& dtc{td10.control()};
  IoDevice& dts{td10.status()};
  Tu55& dta{td10.unit(0)};

  explicit TapeRig(bool mounted = true) {
    td10.connect(bus);
    if (mounted) dta.mount(pattern());
  }
  // Word n of block b is b,,n+1.
  static DecTapeImage pattern() {
    DecTapeImage tape;
    for (std::uint32_t b = 0; b < DecTapeImage::kBlocks; ++b) tape.write(b, blockOf(b));
    return tape;
  }
  static std::array<Word36, 128> blockOf(std::uint32_t b) {
    std::array<Word36, 128> words;
    for (std::uint32_t n = 0; n < 128; ++n) words[n] = Word36::halves(b, n + 1);
    return words;
  }
  void cono(std::uint32_t c) { dtc.cono(HalfWord{c}); }
  void enable(std::uint32_t c) { dts.cono(HalfWord{c}); }
  std::uint64_t status(std::uint64_t bits = Word36::kMask) { return dts.coni().bits() & bits; }
  void until(Instant t) { clock.idleUntil(t); }
  void pass(Duration d) { until(clock.now() + d); }
  Instant await(std::uint64_t bits) {
    const Instant last = clock.now() + seconds(100);
    while (status(bits) == 0) {
      if (clock.nextEvent() > last) return kNever;
      until(clock.nextEvent());
    }
    return clock.now();
  }
  // The next block number, and when it came.
  std::uint64_t number() {
    EXPECT_NE(await(kData), kNever);
    return dtc.datai().bits();
  }
  // Brings the head just behind the number of `block`, with the tape moving that way.
  void find(std::uint64_t block, bool reverse = false) {
    cono(reverse ? 0130200u : 0230200u);
    while (true) {
      const Instant t = await(kData | kEnd);
      ASSERT_NE(t, kNever);
      if (status(kEnd) != 0) {
        cono(0300200u);
        continue;
      }
      const std::uint64_t n = dtc.datai().bits();
      const bool backwards = (dtc.coni().bits() & 0100000) != 0;
      if (n == block && backwards == reverse) return;
      if (n != block && (n > block) != backwards) cono(0300200u);
    }
  }
  std::vector<std::byte> save() {
    StateWriter out;
    clock.save(out);
    pi.save(out);
    dtc.save(out);
    return out.take();
  }
  std::string restore(const std::vector<std::byte>& state) {
    StateReader in{state};
    clock.restore(in);
    pi.restore(in);
    dtc.restore(in);
    return in.error();
  }
};

TEST(Td10, EveryBitHasAName) {
  TapeRig rig;
  const auto all = [](std::span<const BitName> names) {
    std::uint64_t mask = 0;
    for (const BitName& b : names) {
      EXPECT_EQ(mask & b.mask, 0u) << b.name;
      mask |= b.mask;
    }
    return mask;
  };
  EXPECT_EQ(all(rig.dtc.coniBits()), 0377777u - 0010000u);
  EXPECT_EQ(all(rig.dtc.conoBits()), 0777777u);
  EXPECT_EQ(all(rig.dts.coniBits()), 0777775777303u);
  EXPECT_EQ(all(rig.dts.conoBits()), 0770003u);
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
    EXPECT_EQ(rig.dtc.coni().bits() & 0700, 0u) << "the function is over";
    EXPECT_EQ(rig.dtc.coni().bits() & 0300000, reverse ? 0100000u : 0200000u) << "the tape runs on";
  }
}

TEST(Td10, WrittenInOneDirectionReadInTheOther) {
  for (const bool reverse : {false, true}) {
    TapeRig rig;
    rig.find(0100, reverse);
    rig.cono(0700);
    EXPECT_EQ(rig.status(kData), kData) << "the first word is wanted at once";
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

TEST(Td10, TurningRoundComesBackToTheSameBlock) {
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

TEST(Td10, EndZonesStopTheSelectedTape) {
  TapeRig rig;
  rig.find(577);
  rig.enable(0670000);
  rig.cono(0205);
  const Instant number = rig.clock.now();
  ASSERT_NE(rig.await(kEnd), kNever);
  EXPECT_NEAR(static_cast<double>((rig.clock.now() - number).count()),
              static_cast<double>(lines(1596 - 12 + 1200).count()), 1.0);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(5));
  rig.cono(0300205);  // turned round in the end zone: no new flag, and all blocks come again
  EXPECT_EQ(rig.status(0777777), 0u);
  EXPECT_EQ(rig.number(), 577u);
  EXPECT_EQ(rig.number(), 576u);
}

TEST(Td10, DeselectedATapeRunsOffItsReel) {
  TapeRig rig;
  rig.find(0, true);
  rig.cono(0140000);
  rig.cono(010000);
  rig.pass(seconds(3));
  EXPECT_FALSE(rig.dta.ready());
  rig.cono(030000);
  EXPECT_EQ(rig.status(0777777), 040100u);
  rig.dta.mount(TapeRig::pattern());
  rig.cono(030000);
  EXPECT_EQ(rig.status(0777777), 0u);
}

TEST(Td10, MissedWordsAreNoted) {
  TapeRig rig;
  rig.find(5);
  rig.cono(0305);
  rig.enable(kMissed);
  ASSERT_NE(rig.await(kMissed), kNever);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(5));
  EXPECT_EQ(rig.dtc.datai(), Word36::halves(5, 1)) << "the first stays";
  EXPECT_EQ(rig.dta.going(), true);
  rig.pass(milliseconds(53));
  EXPECT_FALSE(rig.dta.going()) << "stopped at the end of the block";

  TapeRig write;
  write.find(5);
  write.cono(0700);
  write.dtc.datao(Word36{7});
  ASSERT_NE(write.await(kMissed), kNever);
  write.pass(milliseconds(53));
  EXPECT_EQ(write.dta.tape().word(5, 0).bits(), 7u);
  EXPECT_EQ(write.dta.tape().word(5, 127).bits(), 7u) << "the buffer over and over";
}

TEST(Td10, WriteLockAndTheMarkSwitchAreIllegal) {
  TapeRig rig;
  rig.dta.setWriteLock(true);
  rig.find(5);
  EXPECT_EQ(rig.status(04000), 04000u);
  rig.cono(0700);
  EXPECT_EQ(rig.status(kIllegal), kIllegal);
  rig.pass(milliseconds(100));
  EXPECT_EQ(rig.dta.tape().word(5, 0), Word36::halves(5, 1));
  EXPECT_EQ(rig.dta.tape().word(6, 0), Word36::halves(6, 1));
  rig.dta.setWriteLock(false);
  rig.cono(0400);
  EXPECT_EQ(rig.status(kIllegal), kIllegal);
}

TEST(Td10, AWornBlockHasAParityErrorUntilItIsWritten) {
  TapeRig rig;
  rig.dta.tape().spoil(6);
  rig.find(5);
  rig.cono(0300);
  while (rig.status(kParity) == 0) {
    ASSERT_NE(rig.await(kData | kParity), kNever);
    rig.dtc.datai();
  }
  EXPECT_EQ(rig.status(0777777), kParity);
  EXPECT_FALSE(rig.dta.going());
  rig.dta.tape().write(6, TapeRig::blockOf(6));
  EXPECT_FALSE(rig.dta.tape().spoiled(6));
}

TEST(Td10, TooLateForABlock) {
  TapeRig rig;
  rig.find(5);
  rig.pass(lines(19));
  rig.cono(0300);
  EXPECT_EQ(rig.status(0777777), kBlockMissed);
  ASSERT_NE(rig.await(kData), kNever);
  EXPECT_EQ(rig.dtc.datai(), Word36::halves(6, 1));
}

TEST(Td10, ABrokenWriteIsAnIncompleteBlock) {
  TapeRig rig;
  rig.find(5);
  rig.cono(0700);
  for (std::uint64_t n = 0; n < 10; ++n) {
    ASSERT_NE(rig.await(kData), kNever);
    rig.dtc.datao(Word36{n});
  }
  rig.await(kData);
  rig.cono(0400000);
  EXPECT_EQ(rig.status(0777777), 01000u);
  EXPECT_TRUE(rig.dta.tape().spoiled(5));
  EXPECT_EQ(rig.dta.tape().word(5, 9).bits(), 9u);
  EXPECT_EQ(rig.dta.tape().word(5, 10), Word36::halves(5, 11));
}

TEST(Td10, ReadAllGivesTheControlWordsToo) {
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

TEST(Td10, ReadInComesFromBlockZero) {
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

// A snapshot taken anywhere in a search, a turn, a read and a write gives the same future.
TEST(Td10, SnapshotsGiveTheSameFuture) {
  TapeRig rig;
  std::vector<std::vector<std::byte>> states;
  const auto play = [&](TapeRig& r, int from, bool keep) {
    std::vector<std::uint64_t> seen;
    for (int step = from; step < 900; ++step) {
      if (keep && step % 37 == 0) states.push_back(r.save());
      if (step == 0) r.cono(0230200);
      if (step == 6) r.cono(0300200);
      if (step == 20) r.cono(0300);
      if (step == 400) r.cono(0700);
      if (step == 700) r.enable(1);
      if (step == 800) r.cono(0400000);
      if (r.clock.nextEvent() == kNever) continue;
      r.until(r.clock.nextEvent());
      seen.push_back(r.dts.coni().bits());
      if (r.status(kData) != 0) {
        seen.push_back(r.dtc.datai().bits());
        r.dtc.datao(Word36{static_cast<std::uint64_t>(step)});
      }
    }
    seen.push_back(static_cast<std::uint64_t>(r.clock.now().time_since_epoch().count()));
    for (std::size_t n = 0; n < 10; ++n) seen.push_back(r.dta.tape().word(n, 5).bits());
    return seen;
  };
  const auto whole = play(rig, 0, true);
  for (std::size_t n = 0; n < states.size(); ++n) {
    TapeRig other{n % 2 == 0};
    ASSERT_EQ(other.restore(states[n]), "");
    EXPECT_EQ(other.save(), states[n]);
    const auto rest = play(other, static_cast<int>(n) * 37, false);
    ASSERT_LE(rest.size(), whole.size());
    EXPECT_TRUE(std::equal(rest.rbegin(), rest.rend(), whole.rbegin())) << "from step " << n * 37;
  }
}

TEST(Td10, BadSnapshotsAreRejected) {
  TapeRig rig;
  rig.find(5);
  rig.cono(0300);
  rig.await(kData);
  const auto good = rig.save();
  int rejected = 0;
  for (std::size_t at = good.size() - 1200; at < good.size(); ++at) {
    auto bad = good;
    bad[at] ^= std::byte{0xFF};
    TapeRig other;
    if (!other.restore(bad).empty())
      ++rejected;
    else
      other.pass(seconds(2));  // whatever was accepted runs within bounds
  }
  EXPECT_GT(rejected, 8);
}

}  // namespace
}  // namespace utah10
