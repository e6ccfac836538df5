// The DDC-10 as DRMDDC drives it: queue and FR, sequence numbers, sector counter, errors, times.
#include <gtest/gtest.h>

#include "devices/ddc10.hpp"
#include "disk_rig.hpp"
#include "named_bits.hpp"
#include "support/damaged_states.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

constexpr std::uint64_t kDone = 0200000;
constexpr std::uint64_t kBusy = 0400000;
constexpr std::uint64_t kReady = 0200;
constexpr std::uint32_t kClear = 0400000;
constexpr std::uint32_t kClearErrors = 0200000;
constexpr std::uint32_t kReset = 0600000;
constexpr std::uint32_t kExecute = 0100000;
constexpr std::uint32_t kQueue = 040000;
constexpr std::uint64_t kRead = 2;
constexpr std::uint64_t kWrite = 1;

struct Order {
  std::uint64_t function = kRead;
  std::uint64_t track = 0, sector = 0;  // hardware sector
  std::uint64_t address = 02000;
  std::uint64_t sequence = 0;
  std::uint64_t drum = 0;
  std::uint64_t sectors = 4;
  std::uint64_t channel = 4;
};

Word36 first(const Order& o, std::uint64_t code = 5) {
  return Word36{code << 33 | o.sequence << 24 | o.channel << 21 | o.function << 19 | o.drum << 17 | o.track << 7 |
                o.sector};
}
Word36 second(const Order& o, std::uint64_t code = 6) {
  return Word36{code << 33 | (01000 - o.sectors) << 22 | o.address};
}

Instant sector(std::int64_t n) { return tickInstant(n, 1560); }

struct Drums : test::DiskRig {
  explicit Drums(const MemoryKind& kind = *findMemoryKind("MA10")) : DiskRig{kind} {
    load(ddc.unit(0));
    load(ddc.unit(1));
  }
  Ddc10 ddc{clock, pi, core};

  std::uint64_t coni() const { return ddc.coni().bits(); }
  void put(const Order& o) {
    ddc.datao(first(o));
    ddc.datao(second(o));
  }
  // The sequence number and the errors at completion, which are cleared.
  std::pair<unsigned, std::uint64_t> done() {
    EXPECT_NE(await(ddc, kDone), kNever);
    const Word36 c = ddc.coni();
    ddc.cono(HalfWord{kClear});
    ddc.cono(HalfWord{kClearErrors});
    return {c.field(6, 10), c.bits() & 0400000001577};
  }
  std::uint64_t one(const Order& o) {
    put(o);
    ddc.cono(HalfWord{kQueue});
    return done().second;
  }
};

TEST(Ddc10, NamesEveryBit) {
  Drums d;
  EXPECT_EQ(test::namedBits(d.ddc.coniBits()), 0407600000000u | 0601777u);
  EXPECT_EQ(test::namedBits(d.ddc.conoBits()), 0740001u);
}

TEST(Ddc10, TenexWordsAreUnderstood) {
  EXPECT_EQ(second({.address = 0123000}).bits(), 0617700123000u) << "DRMDDC: LH 617700 is a page";
}

TEST(Ddc10, PagesComeBackFromBothDrums) {
  Drums d;
  for (const std::uint64_t drum : {0u, 1u})
    for (const std::uint64_t track : {0u, 77u, 127u}) {
      d.fill(02000, 512, drum * 1000 + track);
      EXPECT_EQ(d.one({.function = kWrite, .track = track, .sector = 48, .drum = drum}), 0u);
    }
  for (const std::uint64_t drum : {0u, 1u})
    for (const std::uint64_t track : {0u, 77u, 127u}) {
      EXPECT_EQ(d.one({.track = track, .sector = 48, .address = 04000, .drum = drum}), 0u);
      EXPECT_TRUE(d.filled(04000, 512, drum * 1000 + track));
      EXPECT_EQ(d.peek(05000), 0u);
    }
}

TEST(Ddc10, AnyNumberOfSectorsFromAnySectorOn) {
  Drums d;
  d.fill(02000, 7 * 128, 3);
  EXPECT_EQ(d.one({.function = kWrite, .track = 5, .sector = 49, .sectors = 7}), 0u) << "over the end of a track";
  EXPECT_EQ(d.one({.track = 6, .sector = 1, .address = 010000, .sectors = 3}), 0u);
  EXPECT_TRUE(d.filled(010000, 384, 3 + 4 * 128 * std::uint64_t{0001001001001}));
}

TEST(Ddc10, TheSectorCounterFollowsTheClock) {
  Drums d;
  for (std::int64_t n = 0; n < 160; ++n) {
    d.clock.idleUntil(sector(n));
    EXPECT_EQ(d.ddc.datai().bits(), static_cast<std::uint64_t>(n % 52));
    d.clock.idleUntil(sector(n + 1) - nanoseconds(1));
    EXPECT_EQ(d.ddc.datai().bits(), static_cast<std::uint64_t>(n % 52));
  }
}

TEST(Ddc10, APageTakesItsSectorsAndIsDoneWithTheLastWord) {
  Drums d;
  d.clock.idleUntil(sector(100) + microseconds(1));
  d.put({.sector = 20});
  d.ddc.cono(HalfWord{kQueue});
  EXPECT_EQ(d.coni(), kBusy | kReady);
  EXPECT_EQ(d.await(d.ddc, kDone), sector(127) + Ddc10::kGap + 129 * Ddc10::kWordTime);
  EXPECT_EQ(d.coni(), kDone | kReady);
}

TEST(Ddc10, TheQueueIsDoneInOrderEachOnItsChannel) {
  Drums d;
  for (std::uint64_t n = 0; n < 8; ++n) d.put({.sector = n * 4, .sequence = n, .channel = n % 7 + 1});
  EXPECT_EQ(d.coni(), kReady) << "no command begins by itself";
  d.ddc.cono(HalfWord{kQueue});
  for (unsigned n = 0; n < 8; ++n) {
    const Instant now = d.await(d.ddc, kDone);
    EXPECT_EQ((now - kPowerOn) * 1560 / seconds(1), 4 * n + 3) << "the turning began with the order";
    EXPECT_EQ(d.pi.bus(), PiSystem::maskOf(n % 7 + 1));
    EXPECT_TRUE(d.ddc.datai().bit(0));
    EXPECT_EQ(d.ddc.coni().field(6, 10), n);
    d.ddc.cono(HalfWord{kClear});
    EXPECT_EQ(d.pi.bus(), 0);
    EXPECT_FALSE(d.ddc.datai().bit(0));
  }
  d.put({.sequence = 3});  // the queue still runs
  EXPECT_EQ(d.done().first, 3u);
}

TEST(Ddc10, ANinthCommandIsTooMany) {
  Drums d;
  for (int n = 0; n < 8; ++n) d.put({});
  EXPECT_EQ(d.coni(), kReady);
  d.put({.sequence = 9});
  EXPECT_EQ(d.coni(), kReady | 0400u);
  d.ddc.cono(HalfWord{kClearErrors});
  EXPECT_EQ(d.coni(), kReady);
}

TEST(Ddc10, WordsOutOfOrderAreACommandSequenceError) {
  Drums d;
  const auto errorAfter = [&](std::initializer_list<Word36> words) {
    d.ddc.cono(HalfWord{kReset});
    for (const Word36 w : words) d.ddc.datao(w);
    return d.coni() & 01000;
  };
  EXPECT_EQ(errorAfter({second({})}), 01000u);
  EXPECT_EQ(errorAfter({first({}), first({})}), 01000u);
  EXPECT_EQ(errorAfter({first({}), second({}, 2)}), 01000u) << "one half for the queue, one for FR";
  EXPECT_EQ(errorAfter({Word36{0}}), 01000u);
  EXPECT_EQ(errorAfter({first({}), second({})}), 0u);
  EXPECT_EQ(errorAfter({first({}, 1), second({}, 2)}), 0u);
  d.ddc.cono(HalfWord{kReset});
  EXPECT_EQ(d.one({.function = 0}), 01000u);
  EXPECT_EQ(d.one({.function = 3}), 01000u);
}

TEST(Ddc10, AnErrorStopsTheQueueAndFrTriesAgain) {
  Drums d;
  d.fill(02000, 512, 1);
  EXPECT_EQ(d.one({.function = kWrite, .sector = 8}), 0u);
  d.ddc.injectError(0, 8, 1, 3);
  for (std::uint64_t n = 0; n < 3; ++n) d.put({.sector = n * 8, .address = 04000, .sequence = n});
  d.ddc.cono(HalfWord{kQueue});
  EXPECT_EQ(d.done(), (std::pair<unsigned, std::uint64_t>{0, 0}));
  for (int retry = 0; retry < 4; ++retry) {
    EXPECT_EQ(d.done(), (std::pair<unsigned, std::uint64_t>{1, retry < 3 ? 1 : 0}));
    if (retry == 3) break;
    EXPECT_EQ(d.coni() & kBusy, 0u) << "stopped";
    d.ddc.datao(first({.sector = 8, .address = 04000, .sequence = 1}, 1));
    d.ddc.datao(second({.address = 04000}, 2));
    d.ddc.cono(HalfWord{kExecute});
  }
  EXPECT_TRUE(d.filled(04000, 512, 1));
  EXPECT_EQ(d.done(), (std::pair<unsigned, std::uint64_t>{2, 0})) << "the queue continues by itself";
}

TEST(Ddc10, EveryErrorCanBeMade) {
  Drums d;
  for (const std::uint64_t e :
       {0400000000000ull, 01000ull, 0400ull, 0100ull, 040ull, 020ull, 010ull, 4ull, 2ull, 1ull}) {
    d.ddc.injectError(1, 52 * 3 + 12, e);
    EXPECT_EQ(d.one({.track = 3, .sector = 16, .drum = 1}), 0u) << "a different page";
    EXPECT_EQ(d.one({.track = 3, .sector = 12}), 0u) << "the other drum";
    EXPECT_EQ(d.one({.track = 3, .sector = 12, .drum = 1}), e);
    EXPECT_EQ(d.one({.track = 3, .sector = 12, .drum = 1}), 0u);
  }
}

TEST(Ddc10, ErrorsOfTheCommandItself) {
  struct Row {
    const char* what;
    Order order;
    std::uint64_t errors;
  };
  const Row rows[] = {{"no such track", {.track = 128}, 020},
                      {"no such sector", {.sector = 52}, 020},
                      {"over the last track", {.track = 127, .sector = 49}, 020},
                      {"no such drum", {.drum = 2}, 010},
                      {"no core, reading", {.address = 040000}, 040},
                      {"no core, writing", {.function = kWrite, .address = 040000}, 040},
                      {"nothing wrong", {}, 0}};
  Drums d;
  for (const Row& r : rows) EXPECT_EQ(d.one(r.order), r.errors) << r.what;
  d.core.injectParityError(PhysicalAddress{02010});
  EXPECT_EQ(d.one({.function = kWrite}), 4u);
  ASSERT_TRUE(d.ddc.unit(1).detach());
  EXPECT_EQ(d.one({.drum = 1}), 010u) << "no medium";
  d.load(d.ddc.unit(1), {.readOnly = true});
  EXPECT_EQ(d.one({.function = kWrite, .drum = 1}), 010u) << "protected";
  EXPECT_EQ(d.one({.drum = 1}), 0u);
  d.ddc.cono(HalfWord{1});
  EXPECT_EQ(d.coni() & kReady, kReady);
  ASSERT_TRUE(d.ddc.unit(1).detach());
  EXPECT_EQ(d.coni() & kReady, 0u);
  d.ddc.cono(HalfWord{0});
  EXPECT_EQ(d.coni() & kReady, kReady);
}

TEST(Ddc10, SlowCoreOverrunsTheSilo) {
  MemoryKind slow = *findMemoryKind("MA10");
  slow.cycle = slow.writeAccess = slow.readAccess = microseconds(6);
  Drums d{slow};
  EXPECT_EQ(d.one({}), 2u);
  EXPECT_EQ(d.one({.function = kWrite}), 2u);
}

TEST(Ddc10, ResetForgetsEverything) {
  Drums d;
  for (int n = 0; n < 8; ++n) d.put({.function = kWrite});
  d.ddc.cono(HalfWord{kQueue});
  d.clock.idleUntil(sector(53));
  d.ddc.cono(HalfWord{kReset});
  EXPECT_EQ(d.coni(), kReady);
  d.clock.idleUntil(sector(200));
  EXPECT_EQ(d.coni(), kReady);
  d.put({.sequence = 5});
  EXPECT_EQ(d.coni(), kReady) << "and the queue is off";
  d.ddc.ioReset();
  EXPECT_EQ(d.coni(), kReady);
}

TEST(Ddc10, ASnapshotAnywhereHasTheSameFuture) {
  Drums d;
  d.fill(02000, 512, 5);
  d.put({.function = kWrite, .sector = 4, .sequence = 1});
  d.put({.sector = 4, .address = 04000, .sequence = 2});
  d.put({.sector = 40, .address = 06000, .sequence = 3, .drum = 1, .sectors = 9});
  d.ddc.injectError(1, 40, 1);
  d.ddc.cono(HalfWord{kQueue});
  std::vector<std::vector<std::byte>> states;
  for (int n = 0; d.clock.nextEvent() < sector(240); ++n) {
    d.clock.idleUntil(d.clock.nextEvent());
    if (n % 97 == 0) states.push_back(d.save(d.ddc));
  }
  d.clock.idleUntil(sector(240));
  const auto last = d.save(d.ddc);
  EXPECT_GT(states.size(), 20u);
  Archive own = Archive::writer();
  d.ddc.state(own);
  for (std::size_t n : {0u, 1u}) ASSERT_TRUE(d.ddc.unit(n).detach());
  EXPECT_NE(d.restore(d.ddc, last).find("ddc0: attach or detach the drum first"), std::string::npos);
  for (const auto& s : states) {
    Drums again;
    ASSERT_EQ(again.restore(again.ddc, s), "");
    EXPECT_EQ(again.save(again.ddc), s);
    again.clock.idleUntil(sector(240));
    EXPECT_EQ(again.save(again.ddc), last);
    for (std::size_t n : {0u, 1u}) ASSERT_TRUE(again.ddc.unit(n).detach());
  }
  test::Random random;
  constexpr int kNameBytes = 6;  // a section begins with its name, the length first
  test::DamageCounts counts;
  for (int n = 0; n < 200; ++n) {
    const auto& good = n < kNameBytes ? last : states[static_cast<std::size_t>(n) % states.size()];
    auto bad = good;
    const std::size_t size = own.data().size(), first = bad.size() - size;
    if (n < kNameBytes) {
      bad[first + static_cast<std::size_t>(n)] ^= std::byte{0xFF};
    } else {
      bad[first + random.below(size)] = static_cast<std::byte>(random.bits());
    }
    Drums target;
    test::restoreDamaged(
        counts, bad, good, [&](const auto& state) { return target.restore(target.ddc, state); },
        [&] { return target.save(target.ddc); }, [&] { target.clock.idleUntil(target.clock.now() + milliseconds(5)); });
  }
  EXPECT_GE(counts.refused, kNameBytes);
  EXPECT_GT(counts.accepted, 10);
}

}  // namespace
}  // namespace utah10
