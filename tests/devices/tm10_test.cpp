// The TM10 and its transports: bits, every function, words and times, errors, seven tracks, read-in, snapshots.
#include "utah10/devices/tm10.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

using Words = std::vector<std::uint64_t>;

constexpr std::uint64_t kIllegal = 040000, kParity = 020000, kMark = 010000, kEot = 04000, kCompare = 02000;
constexpr std::uint64_t kLength = 01000, kMissed = 0400, kDone = 0100, kIdle = 040, kRequest = 1, kBot = 0100000;
constexpr std::uint32_t kRead = 062200, kWrite = 064200, kCompareOrder = 063200;  // odd parity, core dump, 800
constexpr std::uint64_t kErrors = 0477600;

Duration frames(std::int64_t n) { return tickInstant(n, 36000).time_since_epoch(); }
Duration inches(double n) { return Duration{static_cast<std::int64_t>(n * 1e9 / 45)}; }

TapeObject coreDump(const Words& words) {
  TapeObject o;
  for (const std::uint64_t w : words) {
    for (int shift = 28; shift >= 4; shift -= 8) o.frames.push_back(static_cast<std::uint8_t>(w >> shift));
    o.frames.push_back(static_cast<std::uint8_t>(w & 017));
  }
  return o;
}
const TapeObject kTapeMark{TapeObject::Kind::Mark, false, {}, 0};

struct ReelRig {
  Scheduler clock;
  PiSystem pi{clock};
  IoBus bus;
  Tm10 tm10;
  IoDevice& mtc{tm10.control()};
  IoDevice& mts{tm10.status()};
  MagTapeTransport& mta{tm10.unit(0)};

  explicit ReelRig(const std::vector<TapeObject>& objects = {}, const Tm10Settings& settings = {})
      : tm10(clock, pi, settings) {
    tm10.connect(bus);
    MagTapeImage tape;
    for (const TapeObject& o : objects) tape.write(tape.size(), o);
    mta.mount(std::move(tape));
  }
  void cono(std::uint32_t c) { mtc.cono(HalfWord{c}); }
  void stop() { mts.cono(HalfWord{1}); }
  std::uint64_t status(std::uint64_t bits = 0777777) { return mts.coni().bits() & bits; }
  void until(Instant t) { clock.idleUntil(t); }
  void pass(Duration d) { until(clock.now() + d); }
  Instant await(std::uint64_t bits) {
    for (int events = 0; status(bits) == 0; ++events) {
      if (clock.nextEvent() == kNever || events > 100000) return kNever;
      until(clock.nextEvent());
    }
    return clock.now();
  }
  // Carries out an order that passes `count` words, or as many as come: those read, or the words to be written.
  Words transfer(std::uint32_t order, std::size_t count, const Words& out = {}) {
    Words in;
    cono(order);
    while (await(kDone | kRequest) != kNever && status(kRequest) != 0) {
      if (out.empty()) {
        in.push_back(mtc.datai().bits());
        if (in.size() == count) stop();
      } else {
        mtc.datao(Word36{out[count - out.size() + given_++]});
        if (given_ == out.size()) stop();
      }
    }
    given_ = 0;
    return in;
  }
  Words read(std::size_t count, std::uint32_t order = kRead) { return transfer(order, count); }
  void write(const Words& words, std::uint32_t order = kWrite) { transfer(order, words.size(), words); }
  std::vector<std::byte> save() {
    StateWriter out;
    clock.save(out);
    pi.save(out);
    mtc.save(out);
    return out.take();
  }
  std::string restore(const std::vector<std::byte>& state) {
    StateReader in{state};
    clock.restore(in);
    pi.restore(in);
    mtc.restore(in);
    return in.error();
  }
  std::size_t given_ = 0;
};

TEST(Tm10, EveryBitHasAName) {
  ReelRig rig;
  const auto all = [](std::span<const BitName> names) {
    std::uint64_t mask = 0;
    for (const BitName& b : names) {
      EXPECT_EQ(mask & b.mask, 0u) << b.name;
      mask |= b.mask;
    }
    return mask;
  };
  EXPECT_EQ(all(rig.mtc.coniBits()), 07777777u);
  EXPECT_EQ(all(rig.mtc.conoBits()), 0777777u);
  EXPECT_EQ(all(rig.mts.coniBits()), 0177777777u);
  EXPECT_EQ(all(rig.mts.conoBits()), 017u);
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

TEST(Tm10, AnOfflineTransportHangs) {
  ReelRig rig;
  rig.cono(0100000 | kRead | 030);
  EXPECT_EQ(rig.status(), 0u) << "not to be selected now";
  EXPECT_EQ(rig.await(kDone), kPowerOn + seconds(1));
  EXPECT_EQ(rig.status(), 0400102u);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(3));
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
  // At once again: the tape has not stopped, a gap of .6 inch passes. Later: stop, start.
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
  EXPECT_EQ(rig.status(0200000 | kDone), 0200000 | kDone);
  rig.cono(010000);
  EXPECT_NE(rig.await(kDone), kNever);
  EXPECT_EQ(rig.status(), kBot | kDone | kIdle | 2);
  EXPECT_EQ(rig.read(4), words);
  EXPECT_EQ(rig.status(kErrors), 0u);
  rig.cono(01000);
  rig.write(words, kCompareOrder);
  EXPECT_EQ(rig.status(kErrors), 0u);
  rig.write({6}, kCompareOrder);
  EXPECT_EQ(rig.status(kErrors), kCompare);
  EXPECT_EQ(rig.read(1), Words{});
  EXPECT_EQ(rig.status(kErrors), kMark);
}

TEST(Tm10, LengthsThatDiffer) {
  ReelRig rig({coreDump({1, 2, 3}), coreDump({4, 5}), coreDump({6, 7})});
  EXPECT_EQ(rig.read(2), (Words{1, 2}));
  EXPECT_EQ(rig.status(kErrors), kLength) << "a word left over";
  EXPECT_EQ(rig.read(3), (Words{4, 5}));
  EXPECT_EQ(rig.status(kErrors), kLength) << "the record ended first";
  EXPECT_EQ(rig.read(2), (Words{6, 7}));
  EXPECT_EQ(rig.status(kErrors), 0u);
  EXPECT_EQ(rig.read(2), Words{});
  EXPECT_EQ(rig.status(), kEot | kDone | 2) << "blank tape";
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

TEST(Tm10, WordsMissed) {
  ReelRig rig({coreDump({1, 2, 3, 4})});
  rig.cono(kRead);
  rig.await(kRequest);
  const Instant first = rig.clock.now();
  rig.await(kMissed);
  EXPECT_NEAR(static_cast<double>((rig.clock.now() - first).count()), static_cast<double>(frames(6).count()), 2.0);
  rig.await(kDone);
  EXPECT_EQ(rig.status(kErrors), kMissed);
  ReelRig write;
  write.cono(kWrite);
  write.mtc.datao(Word36{5});
  write.await(kDone);
  EXPECT_EQ(write.status(kErrors), kMissed);
  EXPECT_EQ(write.mta.tape().at(0), coreDump({5}));
  write.cono(kWrite);
  write.await(kDone);
  EXPECT_EQ(write.mta.tape().size(), 1u) << "no word, no record";
}

TEST(Tm10, AcrossRecordBoundaries) {
  ReelRig rig({coreDump({1, 2}), coreDump({3}), coreDump({4, 5}), kTapeMark});
  EXPECT_EQ(rig.read(4, kRead | 010000), (Words{1, 2, 3, 4}));
  EXPECT_EQ(rig.status(kErrors), kLength) << "one left in the last record";
  rig.cono(01000);
  EXPECT_EQ(rig.read(9, kRead | 010000), (Words{1, 2, 3, 4, 5}));
  EXPECT_EQ(rig.status(kErrors), kMark);
  rig.cono(01000);
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

TEST(Tm10, WriteLockEraseAndWhatFollows) {
  ReelRig rig({coreDump({1}), coreDump({2}), coreDump({3})});
  rig.cono(06000);
  rig.await(kDone);
  rig.cono(015200);
  rig.await(kDone);
  ASSERT_EQ(rig.mta.tape().size(), 2u) << "what followed is gone";
  EXPECT_EQ(rig.mta.tape().at(1).kind, TapeObject::Kind::Gap);
  EXPECT_EQ(rig.mta.tape().at(1).gap, 2400u);
  rig.write({9});
  rig.cono(01000);
  EXPECT_EQ(rig.read(1), Words{1});
  EXPECT_EQ(rig.read(1), Words{9}) << "the erased tape is passed over";
  rig.cono(017000);
  rig.await(kDone);
  EXPECT_EQ(rig.mta.next(), 0u);
  rig.mta.removeRing();
  for (const std::uint32_t c : {kWrite, kWrite | 010000, 065200u, 075200u}) {
    rig.cono(c);
    EXPECT_EQ(rig.status(kIllegal | kDone | 010), kIllegal | kDone | 010);
  }
  EXPECT_EQ(rig.mta.tape().size(), 3u);
}

TEST(Tm10, BadRecordsAndWrongParity) {
  TapeObject bad = coreDump({1});
  bad.bad = true;
  ReelRig rig({bad, coreDump({2})});
  EXPECT_EQ(rig.read(1), Words{1});
  EXPECT_EQ(rig.status(kErrors), kParity);
  EXPECT_EQ(rig.read(1, kRead & ~040000u), Words{2});
  EXPECT_EQ(rig.status(kErrors), kParity);
}

TEST(Tm10, SevenTracks) {
  Tm10Settings settings;
  settings.sevenTrack = 1;
  ReelRig rig({}, settings);
  EXPECT_EQ(rig.status(4), 4u);
  rig.write({0010377000000}, 044100);  // odd, 556
  EXPECT_EQ(rig.mta.tape().at(0).frames, (std::vector<std::uint8_t>{001, 0103, 0177, 0100, 0100, 0100})) << "parity";
}

TEST(Tm10, ABusyControlTakesTheNextOrderLater) {
  ReelRig rig({coreDump({1}), coreDump({2})});
  rig.tm10.unit(1).mount(MagTapeImage{});
  rig.cono(016000);  // to the end: long
  rig.pass(milliseconds(1));
  EXPECT_EQ(rig.status(2), 0u);
  rig.cono(0110450);
  EXPECT_EQ(rig.mtc.coni().bits() >> 18, 1u) << "the next transport";
  EXPECT_EQ(rig.mtc.coni().field(18, 20), 0u);
  EXPECT_EQ(rig.pi.bus(), 0);
  EXPECT_NE(rig.await(2), kNever);
  EXPECT_EQ(rig.mtc.coni().field(18, 20), 1u);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(5));
  EXPECT_EQ(rig.mta.next(), 2u) << "what was under way is finished";
}

TEST(Tm10, RewindingTakesItsTimeAndUnloading) {
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

TEST(Tm10, AnIoResetEndsARecordInTheMiddle) {
  ReelRig rig;
  rig.cono(kWrite);
  rig.mtc.datao(Word36{1});
  rig.await(kRequest);
  rig.bus.reset();
  ASSERT_EQ(rig.mta.tape().size(), 1u);
  EXPECT_TRUE(rig.mta.tape().at(0).bad);
  EXPECT_EQ(rig.status(kRequest | kDone), 0u);
}

// A snapshot taken anywhere gives the same future.
TEST(Tm10, SnapshotsGiveTheSameFuture) {
  const std::vector<std::uint32_t> orders = {kWrite, kWrite | 010000, 065200,         067200, 067200, kRead,
                                             01000,  kCompareOrder,   kRead | 010000, 011000, kRead};
  std::vector<std::vector<std::byte>> states;
  const auto play = [&](ReelRig& r, int from, bool keep) {
    Words seen;
    for (int step = from; step < 220; ++step) {
      if (keep) states.push_back(r.save());
      if (step % 20 == 0) r.cono(orders[static_cast<std::size_t>(step / 20)]);
      if (step % 20 == 9) r.stop();
      if (r.clock.nextEvent() != kNever) r.until(r.clock.nextEvent());
      seen.push_back(r.mts.coni().bits());
      seen.push_back(r.mtc.datai().bits());
      r.mtc.datao(Word36{static_cast<std::uint64_t>(step)});
    }
    seen.push_back(static_cast<std::uint64_t>(r.clock.now().time_since_epoch().count()));
    return seen;
  };
  ReelRig rig;
  const Words whole = play(rig, 0, true);
  for (std::size_t n = 0; n < states.size(); ++n) {
    ReelRig other({kTapeMark});
    ASSERT_EQ(other.restore(states[n]), "") << n;
    EXPECT_EQ(other.save(), states[n]);
    const Words rest = play(other, static_cast<int>(n), false);
    EXPECT_TRUE(std::equal(rest.rbegin(), rest.rend(), whole.rbegin())) << "from step " << n;
  }
}

TEST(Tm10, BadSnapshotsAreRejected) {
  ReelRig rig({coreDump({1, 2, 3})});
  rig.cono(kRead);
  rig.await(kRequest);
  const auto good = rig.save();
  int rejected = 0;
  for (std::size_t at = good.size() - 600; at < good.size(); ++at) {
    auto bad = good;
    bad[at] ^= std::byte{0xFF};
    ReelRig other;
    if (!other.restore(bad).empty())
      ++rejected;
    else
      other.pass(seconds(2));
  }
  EXPECT_GT(rejected, 100);
}

}  // namespace
}  // namespace utah10
