// The paging adapter: commands and answers, what a page's way takes, lost messages, errors, snapshots.
#include "devices/remote_memory.hpp"

#include <gtest/gtest.h>

#include "disk_rig.hpp"
#include "named_bits.hpp"
#include "support/damaged_states.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

constexpr std::uint64_t kAnswer = 0200;
constexpr std::uint64_t kRoom = 0100;
constexpr std::uint64_t kLost = 040;
constexpr std::uint32_t kReset = 0400000;
constexpr std::uint64_t kWrite = 0400000000000;
constexpr std::uint64_t kNoAnswer = 0200000000000;
constexpr std::uint64_t kBadCore = 0100000000000;
constexpr std::uint64_t kNoPlace = 0040000000000;

// At 10 Mb/s: 98 octets; two packets, 1538 and 898.
constexpr Duration kShort = nanoseconds(78'400);
constexpr Duration kPage = nanoseconds(1'948'800);
constexpr Duration kLeastCore = microseconds(512);
constexpr Duration kMostCore = microseconds(520);

struct Adapter : test::DiskRig {
  explicit Adapter(const RemoteMemoryConfig& config = {}) : rmm{clock, pi, core, config} { rmm.cono(HalfWord{2}); }
  RemoteMemory rmm;

  static std::uint64_t command(std::uint64_t direction, std::uint64_t page, std::uint64_t address) {
    return direction | page << 18 | address;
  }
  void give(std::uint64_t direction, std::uint64_t page, std::uint64_t address) {
    rmm.datao(Word36{command(direction, page, address)});
  }
  // The next answer; zero if none comes.
  std::uint64_t next() {
    if (await(rmm, kAnswer) == kNever) return 0;
    return rmm.datai().bits();
  }
  // Moves one page; returns the errors of the answer.
  std::uint64_t one(std::uint64_t direction, std::uint64_t page, std::uint64_t address) {
    give(direction, page, address);
    return next() ^ command(direction, page, address);
  }
  Duration timeOf(std::uint64_t direction) {
    const Instant from = clock.now();
    EXPECT_EQ(one(direction, 3, 02000), 0u);
    return clock.now() - from;
  }
};

TEST(RemoteMemory, NamesEveryBit) {
  Adapter a;
  EXPECT_EQ(test::namedBits(a.rmm.coniBits()), 0777777000347u);
  EXPECT_EQ(test::namedBits(a.rmm.conoBits()), 0400047u);
  EXPECT_EQ(a.rmm.coni(), Word36::halves(3060, kRoom + 2));
}

TEST(RemoteMemory, PagesAreReadBackAsWritten) {
  Adapter a;
  for (const std::uint64_t page : {0u, 17u, 3059u}) {
    a.fill(02000, 512, page * 1000 + 5);
    EXPECT_EQ(a.one(kWrite, page, 02000), 0u);
  }
  for (const std::uint64_t page : {0u, 17u, 3059u}) {
    EXPECT_EQ(a.one(0, page, 04000), 0u);
    EXPECT_TRUE(a.filled(04000, 512, page * 1000 + 5));
    EXPECT_EQ(a.peek(05000), 0u) << "nothing after it";
  }
  EXPECT_EQ(a.one(0, 18, 04000), 0u);
  EXPECT_TRUE(a.filled(04000, 1, 0)) << "a page that was never written is zero";
  EXPECT_EQ(a.rmm.counts().reads, 4u);
  EXPECT_EQ(a.rmm.counts().writes, 3u);
}

TEST(RemoteMemory, APageTakesTheTimesOfItsWay) {
  Adapter a;
  const Duration way = 2 * microseconds(100) + 2 * microseconds(100) + 2 * microseconds(5) + kShort + kPage;
  for (const std::uint64_t direction : {std::uint64_t{0}, kWrite}) {
    const Duration took = a.timeOf(direction) - way;
    EXPECT_GE(took, kLeastCore);
    EXPECT_LE(took, kMostCore);
  }
  EXPECT_EQ(a.rmm.link().counts().wire, 2 * (kShort + kPage));
  EXPECT_EQ(a.rmm.link().counts().adapter, microseconds(400));
  EXPECT_EQ(a.rmm.link().counts().host, microseconds(400));
}

TEST(RemoteMemory, AFasterLinkShortensTheWireOnly) {
  Adapter slow, fast{{.bitsPerSecond = 100'000'000}};
  EXPECT_EQ(slow.timeOf(0) - fast.timeOf(0), (kShort + kPage) * 9 / 10);
}

TEST(RemoteMemory, SmallPacketsHaveMoreHeaders) {
  Adapter a, small{{.packetOctets = 576}};
  EXPECT_EQ(small.rmm.link().wireTime(RemoteLink::kPageOctets) - a.rmm.link().wireTime(RemoteLink::kPageOctets),
            3 * 66 * nanoseconds(800));
  EXPECT_EQ(a.rmm.link().wireTime(1), 84 * nanoseconds(800)) << "the shortest packet";
}

// Two pages: the wire is never idle while it is wanted, and each direction has its own in full duplex.
TEST(RemoteMemory, CommandsOverlap) {
  for (const bool duplex : {false, true}) {
    Adapter a{{.fullDuplex = duplex, .adapterTime = {}, .hostTime = {}}};
    const Duration alone = a.timeOf(0);
    const Instant from = a.clock.now();
    a.give(0, 1, 02000);
    a.give(kWrite, 2, 04000);
    a.next();
    a.next();
    const Duration both = a.clock.now() - from;
    EXPECT_LT(both, 2 * alone);
    EXPECT_EQ(both < 2 * kPage, duplex);
  }
}

TEST(RemoteMemory, AnAnswerInterruptsUntilItIsTaken) {
  Adapter a;
  EXPECT_EQ(a.rmm.datai(), Word36{});
  a.give(0, 1, 02000);
  a.give(0, 2, 04000);
  EXPECT_EQ(a.pi.bus(), 0);
  a.await(a.rmm, kAnswer);
  EXPECT_EQ(a.pi.bus(), PiSystem::maskOf(2));
  a.clock.idleUntil(a.clock.now() + milliseconds(100));
  EXPECT_EQ(a.rmm.datai().bits(), Adapter::command(0, 1, 02000));
  EXPECT_EQ(a.pi.bus(), PiSystem::maskOf(2));
  EXPECT_EQ(a.rmm.datai().bits(), Adapter::command(0, 2, 04000));
  EXPECT_EQ(a.pi.bus(), 0);
}

TEST(RemoteMemory, EightCommandsHaveRoom) {
  Adapter a;
  for (std::uint64_t n = 0; n < 8; ++n) {
    EXPECT_EQ(a.rmm.coni().bits() & (kRoom | kLost), kRoom);
    a.give(0, n, 02000 + n * 01000);
  }
  EXPECT_EQ(a.rmm.coni().bits() & (kRoom | kLost), 0u);
  a.give(0, 9, 02000);
  EXPECT_EQ(a.rmm.coni().bits() & (kRoom | kLost), kLost);
  a.rmm.cono(HalfWord{kLost + 2});
  EXPECT_EQ(a.rmm.coni().bits() & kLost, 0u);
  a.clock.idleUntil(a.clock.now() + seconds(1));
  EXPECT_EQ(a.rmm.coni().bits() & kRoom, 0u) << "answers take room, too";
  for (std::uint64_t n = 0; n < 8; ++n) EXPECT_EQ(a.next(), Adapter::command(0, n, 02000 + n * 01000));
  EXPECT_EQ(a.rmm.coni().bits() & kRoom, kRoom);
}

TEST(RemoteMemory, ReportsWhatCannotBe) {
  Adapter a{{.pages = 10}};
  EXPECT_EQ(a.one(0, 10, 02000), kNoPlace);
  EXPECT_EQ(a.one(0, 1, 02001), kNoPlace);
  EXPECT_EQ(a.one(0, 1, 0400000), kBadCore);
  EXPECT_EQ(a.one(kWrite, 1, 0400000), kBadCore);
  EXPECT_TRUE(a.core.injectParityError(PhysicalAddress{02005}));
  EXPECT_EQ(a.one(kWrite, 1, 02000), kBadCore);
  EXPECT_EQ(a.one(kWrite, 1, 04000), 0u) << "the next command succeeds";
}

TEST(RemoteMemory, AHostThatNeverAnswersIsReported) {
  Adapter a{{.loss = 1, .timeLimit = milliseconds(50), .attempts = 3}};
  const Instant from = a.clock.now();
  EXPECT_EQ(a.one(0, 1, 02000), kNoAnswer);
  EXPECT_EQ(a.rmm.link().counts().repeated, 2u);
  EXPECT_EQ(a.clock.now() - from, (1 + 2 + 4) * milliseconds(50) + 3 * microseconds(100)) << "twice as long each time";
}

TEST(RemoteMemory, LostMessagesAreSentAgain) {
  Adapter a{{.loss = 0.3, .timeLimit = milliseconds(20), .attempts = 1000, .seed = 7}};
  for (std::uint64_t page = 0; page < 40; ++page) {
    a.fill(02000, 512, page);
    EXPECT_EQ(a.one(kWrite, page, 02000), 0u);
  }
  for (std::uint64_t page = 0; page < 40; ++page) {
    EXPECT_EQ(a.one(0, page, 04000), 0u);
    EXPECT_TRUE(a.filled(04000, 512, page));
  }
  EXPECT_GT(a.rmm.link().counts().lost, 20u);
  EXPECT_GE(a.rmm.link().counts().repeated, a.rmm.link().counts().lost);
}

// The time limit is shorter than the way: every message is sent again, and the second answer finds nobody.
TEST(RemoteMemory, ALateAnswerIsIgnored) {
  Adapter a{{.timeLimit = milliseconds(1), .attempts = 1000}};
  a.fill(02000, 512, 1);
  EXPECT_EQ(a.one(kWrite, 1, 02000), 0u);
  a.fill(02000, 512, 2);
  EXPECT_EQ(a.one(kWrite, 1, 02000), 0u);
  a.clock.idleUntil(a.clock.now() + milliseconds(100));
  EXPECT_EQ(a.one(0, 1, 04000), 0u);
  EXPECT_TRUE(a.filled(04000, 512, 2));
  a.clock.idleUntil(a.clock.now() + milliseconds(100));
  EXPECT_EQ(a.rmm.coni().bits() & kAnswer, 0u);
}

TEST(RemoteMemory, AResetForgetsCommandsButNotPages) {
  Adapter a;
  a.fill(02000, 512, 1);
  EXPECT_EQ(a.one(kWrite, 1, 02000), 0u);
  for (const Duration wait : {Duration{}, microseconds(50), milliseconds(1), milliseconds(3)}) {
    a.give(0, 1, 06000);
    a.give(kWrite, 1, 04000);
    a.clock.idleUntil(a.clock.now() + wait);
    a.rmm.cono(HalfWord{kReset + 2});
    EXPECT_EQ(a.rmm.coni().bits() & (kRoom | kAnswer), kRoom);
  }
  a.clock.idleUntil(a.clock.now() + seconds(1));
  EXPECT_EQ(a.rmm.coni().bits() & kAnswer, 0u);
  EXPECT_EQ(a.one(0, 1, 06000), 0u);
  EXPECT_TRUE(a.filled(06000, 512, 1));
  a.give(0, 1, 06000);
  a.rmm.ioReset();
  EXPECT_EQ(a.rmm.coni(), Word36::halves(3060, kRoom));
}

// With few pages, so that damage finds what is under way.
RemoteMemoryConfig lossy() { return {.pages = 4, .loss = 0.3, .timeLimit = milliseconds(4), .attempts = 3}; }

TEST(RemoteMemory, SnapshotsAnywhereGiveTheSameFuture) {
  Adapter a{lossy()};
  const Instant end = a.at(milliseconds(60));
  a.fill(02000, 512, 9);
  a.give(kWrite, 1, 02000);
  a.give(0, 2, 04000);
  a.give(kWrite, 3, 02000);
  std::vector<std::vector<std::byte>> states;
  for (int n = 0; a.clock.nextEvent() < end; ++n) {
    a.clock.idleUntil(a.clock.nextEvent());
    if (n % 53 == 0) states.push_back(a.save(a.rmm));
  }
  a.clock.idleUntil(end);
  const auto last = a.save(a.rmm);
  EXPECT_GT(states.size(), 20u);
  for (const auto& s : states) {
    Adapter again{lossy()};
    ASSERT_EQ(again.restore(again.rmm, s), "");
    EXPECT_EQ(again.save(again.rmm), s);
    again.clock.idleUntil(end);
    EXPECT_EQ(again.save(again.rmm), last);
  }
  Archive own = Archive::writer();
  a.rmm.state(own);
  test::Random random;
  test::DamageCounts counts;
  for (int n = 0; n < 300; ++n) {
    const auto& good = states[static_cast<std::size_t>(n) % states.size()];
    auto bad = good;
    const std::size_t size = own.data().size();
    bad[bad.size() - size + random.below(size)] = static_cast<std::byte>(random.bits());
    Adapter target{lossy()};
    test::restoreDamaged(
        counts, bad, good, [&](const auto& state) { return target.restore(target.rmm, state); },
        [&] { return target.save(target.rmm); }, [&] { target.clock.idleUntil(target.clock.now() + milliseconds(5)); });
  }
  EXPECT_GT(counts.accepted, 10);
}

TEST(RemoteMemory, ASnapshotOfAnotherLinkIsRefused) {
  Adapter a, b{{.bitsPerSecond = 20'000'000}}, c{{.pages = 3059}};
  const auto state = a.save(a.rmm);
  EXPECT_NE(b.restore(b.rmm, state), "");
  EXPECT_NE(c.restore(c.rmm, state), "");
}

TEST(RemoteMemory, ChecksItsConfiguration) {
  EXPECT_TRUE(RemoteMemory::check({}));
  for (const RemoteMemoryConfig& bad : std::initializer_list<RemoteMemoryConfig>{{.pages = 0},
                                                                                 {.pages = 20'000},
                                                                                 {.bitsPerSecond = 0},
                                                                                 {.latency = -microseconds(1)},
                                                                                 {.adapterTime = -microseconds(1)},
                                                                                 {.packetOctets = 20},
                                                                                 {.loss = 1.5},
                                                                                 {.timeLimit = {}},
                                                                                 {.attempts = 0}})
    EXPECT_FALSE(RemoteMemory::check(bad));
}

}  // namespace
}  // namespace utah10
