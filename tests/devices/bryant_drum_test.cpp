// The Bryant drum as DRMBRY drives it: the command list in core, the pointer and the error word, sectors and times.
#include <gtest/gtest.h>

#include "devices/bryant_drum.hpp"
#include "disk_rig.hpp"
#include "named_bits.hpp"
#include "support/damaged_states.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

constexpr std::uint64_t kInterrupt = 0200;
constexpr std::uint64_t kBusy = 0100;
constexpr std::uint32_t kReset = 0100;
constexpr std::uint32_t kGoOne = 0101 + 040;  // channel 4
constexpr std::uint32_t kGo = 0102 + 040;
constexpr std::uint32_t kStop = 0103 + 040;
constexpr std::uint64_t kTransfer = 0400000000000;
constexpr std::uint64_t kAsk = 0100000000000;
constexpr std::uint64_t kWrite = 0040000000000;
constexpr std::uint64_t kPage = 0000040000000;
constexpr std::uint64_t kBranch = 0600000000000;
constexpr std::uint32_t kList = 0300;

// When sector n since power-on begins.
Instant sector(std::int64_t n) { return tickInstant(n, 540); }
constexpr Duration kToEnd = BryantDrum::kGap + 513 * BryantDrum::kWordTime;

struct Drum : test::DiskRig {
  explicit Drum(const MemoryKind& kind = *findMemoryKind("MA10")) : DiskRig{kind} { load(drm.unit()); }
  BryantDrum drm{clock, pi, core};

  void command(std::uint32_t at, std::uint64_t first, std::uint64_t band, std::uint64_t sector, std::uint64_t address) {
    poke(at, first | band << 6 | sector);
    poke(at + 1, address);
  }
  void go(std::uint32_t function, std::uint32_t list = kList) {
    poke(064, list);
    poke(065, 0);
    drm.cono(HalfWord{function});
  }
  // Transfers one page; returns the contents of 65.
  std::uint64_t one(std::uint64_t first, std::uint64_t band, std::uint64_t sector, std::uint64_t address) {
    command(kList, kTransfer | kAsk | first, band, sector, address);
    go(kGoOne);
    EXPECT_NE(await(drm, kInterrupt), kNever);
    EXPECT_EQ(drm.coni().bits() & kBusy, 0u);
    EXPECT_EQ(peek(064), peek(065) == 0 ? kList + 2 : kList);
    return peek(065);
  }
};

TEST(BryantDrum, NamesEveryBit) {
  Drum d;
  EXPECT_EQ(test::namedBits(d.drm.coniBits()), 0370u);
  EXPECT_EQ(test::namedBits(d.drm.conoBits()), 0173u);
}

TEST(BryantDrum, PagesAreReadBackAsWritten) {
  Drum d;
  struct Page {
    std::uint64_t band, sector;
  };
  const Page pages[] = {{0, 0}, {0, 17}, {100, 3}, {169, 17}};
  for (const Page& p : pages) {
    d.fill(02000, 512, p.band * 1000 + p.sector);
    EXPECT_EQ(d.one(kPage | kWrite, p.band, p.sector, 02000), 0u);
  }
  for (const Page& p : pages) {
    EXPECT_EQ(d.one(kPage, p.band, p.sector, 04000), 0u);
    EXPECT_TRUE(d.filled(04000, 512, p.band * 1000 + p.sector));
    EXPECT_EQ(d.peek(05000), 0u) << "nothing after it";
  }
}

TEST(BryantDrum, ASectorIsDoneWhenItHasPassed) {
  Drum d;
  for (const std::int64_t s : {5, 6, 3, 3, 17, 0}) {
    const std::int64_t passed = (d.clock.now() - kPowerOn) * 540 / seconds(1);
    const std::int64_t next = passed + 1 + (s - (passed + 1) % 18 + 18) % 18;
    EXPECT_EQ(d.one(kPage, 1, static_cast<std::uint64_t>(s), 02000), 0u);
    const Duration late = d.clock.now() - (sector(next) + kToEnd);
    EXPECT_EQ(late, findMemoryKind("MA10")->writeAccess) << "the pointer is written";
  }
}

TEST(BryantDrum, AChainTakesOneSectorAfterTheOther) {
  Drum d;
  for (std::uint32_t s = 0; s < 18; ++s) d.command(kList + 2 * s, kTransfer | (s % 3 == 0 ? kAsk : 0), 0, s, 0);
  d.poke(kList + 36, kBranch | kList);
  d.fill(02000, 512, 5);
  d.command(kList + 2 * 7, kTransfer | kAsk | kWrite | kPage, 3, 7, 02000);
  d.command(kList + 2 * 8, kTransfer | kAsk | kPage, 3, 7, 04000);  // the same sector again: a turn later
  d.go(kGo);
  EXPECT_EQ(d.drm.coni().bits(), kBusy + 040);
  std::vector<std::int64_t> at;
  std::vector<std::uint64_t> next;
  for (int n = 0; n < 10; ++n) {
    EXPECT_EQ(d.pi.bus(), 0);
    const Instant now = d.await(d.drm, kInterrupt);
    EXPECT_EQ(d.pi.bus(), PiSystem::maskOf(4));
    at.push_back((now - kPowerOn) * 540 / seconds(1));
    next.push_back((d.peek(064) - kList) / 2);
    EXPECT_GE(now, sector(at.back()) + kToEnd);
    EXPECT_LT(now, sector(at.back()) + kToEnd + microseconds(6));
    d.drm.coniRead();
  }
  EXPECT_EQ(at, (std::vector<std::int64_t>{18, 21, 24, 25, 43, 45, 48, 51, 54, 57}))
      << "from the first sector 0 after the order; eighteen sectors for the page that comes twice";
  EXPECT_EQ(next, (std::vector<std::uint64_t>{1, 4, 7, 8, 9, 10, 13, 16, 1, 4}));
  EXPECT_TRUE(d.filled(04000, 512, 5));
}

TEST(BryantDrum, TheLastCommandPointsToTheFirstAgain) {
  Drum d;
  d.command(kList, kTransfer | kAsk, 0, 4, 0);
  d.command(kList + 2, kTransfer | kAsk, 0, 5, 0);
  d.poke(kList + 4, kBranch | kList);
  d.go(kGo);
  d.await(d.drm, kInterrupt);
  EXPECT_EQ(d.peek(064), kList + 2);
  d.drm.coniRead();
  d.await(d.drm, kInterrupt);
  EXPECT_EQ(d.peek(064), kList) << "the branch has been followed";
  d.go(kGoOne, kList + 2);  // special operation: one command
  d.drm.cono(HalfWord{kReset});
  d.go(kGoOne, kList + 2);
  d.await(d.drm, kInterrupt);
  EXPECT_EQ(d.peek(064), kList + 4) << "left at the branch, which DRMBRY expects";
}

TEST(BryantDrum, OnlyAConiByTheProcessorClearsTheInterrupt) {
  Drum d;
  IoBus bus;
  bus.connect(DeviceCode::written(0170), d.drm);
  d.command(kList, kTransfer | kAsk, 0, 0, 0);
  d.go(kGoOne);
  d.await(d.drm, kInterrupt);
  EXPECT_EQ(d.drm.coni().bits(), kInterrupt + 040);
  EXPECT_EQ(bus.coni(DeviceCode::written(0170)).bits(), kInterrupt + 040);
  EXPECT_EQ(d.drm.coni().bits(), 040u);
  EXPECT_EQ(d.pi.bus(), 0);
}

struct Bad {
  const char* what;
  std::uint64_t first;
  std::uint64_t band, sector, address;
  std::uint64_t status;
};

TEST(BryantDrum, ErrorsStopItAtTheCommand) {
  const Bad table[] = {{"no such sector", kPage, 0, 18, 02000, 020},
                       {"bit 30", kPage, 0, 040, 02000, 020},
                       {"no such band", kPage, 170, 0, 02000, 020},
                       {"a word count of 16", kPage / 32, 0, 0, 02000, 02000},
                       {"over the page's end", kPage, 0, 0, 02001, 04000},
                       {"no core, reading", kPage, 0, 0, 040000, 01000},
                       {"no core, writing", kPage | kWrite, 0, 0, 040000, 01000},
                       {"nothing to do", 0, 0, 0, 02001, 0}};
  Drum d;
  for (const Bad& b : table) EXPECT_EQ(d.one(b.first, b.band, b.sector, b.address), b.status) << b.what;
  d.poke(kList, kAsk);
  d.go(kGo);
  d.await(d.drm, kInterrupt);
  EXPECT_EQ(d.peek(065), 010u) << "rejected";
  d.core.injectParityError(PhysicalAddress{02010});
  EXPECT_EQ(d.one(kPage | kWrite, 0, 0, 02000), 4u);
  EXPECT_EQ(d.one(kPage, 0, 0, 04000), 0u);
  EXPECT_EQ(d.peek(04000), 0u) << "the page is unchanged";
  ASSERT_TRUE(d.drm.unit().detach());
  EXPECT_EQ(d.one(kPage, 0, 0, 02000), 0200u) << "not available";
  d.load(d.drm.unit(), {.readOnly = true});
  EXPECT_EQ(d.one(kPage | kWrite, 0, 0, 02000), 010000u) << "protected";
  EXPECT_EQ(d.one(kPage, 0, 0, 02000), 0u);
}

TEST(BryantDrum, EveryErrorCanBeMade) {
  Drum d;
  for (const std::uint32_t e : {2u, 4u, 010u, 020u, 0100u, 0200u, 01000u, 02000u, 04000u, 010000u}) {
    d.drm.injectError(20, e, 2);
    EXPECT_EQ(d.one(kPage, 1, 2, 02000), e);
    EXPECT_EQ(d.one(kPage, 1, 3, 02000), 0u) << "a different page";
    d.go(kGo);  // as DRMBRY: the same command again
    d.drm.cono(HalfWord{kReset});
    EXPECT_EQ(d.one(kPage, 1, 2, 02000), e);
    EXPECT_EQ(d.one(kPage, 1, 2, 02000), 0u);
  }
}

TEST(BryantDrum, SlowCoreIsTooLate) {
  MemoryKind slow = *findMemoryKind("MA10");
  slow.cycle = slow.writeAccess = slow.readAccess = nanoseconds(3600);
  Drum d{slow};
  EXPECT_EQ(d.one(kPage, 0, 0, 02000), 01000u);
  EXPECT_EQ(d.one(kPage | kWrite, 0, 0, 02000), 01000u);
}

TEST(BryantDrum, DisconnectAndReset) {
  Drum d;
  for (std::uint32_t s = 0; s < 18; ++s) d.command(kList + 2 * s, kTransfer, 0, s, 0);
  d.poke(kList + 36, kBranch | kList);
  d.go(kGo);
  d.clock.idleUntil(sector(20) + microseconds(100));
  d.drm.cono(HalfWord{kStop});
  EXPECT_EQ(d.drm.coni().bits(), kBusy + 040) << "the current sector is completed";
  const Instant stopped = d.await(d.drm, kInterrupt);
  EXPECT_EQ((stopped - kPowerOn) * 540 / seconds(1), 20);
  EXPECT_EQ(d.drm.coni().bits(), kInterrupt + 040);
  EXPECT_EQ(d.peek(064), kList + 6);
  d.drm.cono(HalfWord{kReset});
  EXPECT_EQ(d.drm.coni().bits(), 0u);
  EXPECT_EQ(d.pi.bus(), 0);
  d.drm.cono(HalfWord{kStop});
  EXPECT_EQ(d.drm.coni().bits(), kInterrupt + 040) << "idle: at once";
  d.drm.cono(HalfWord{070});
  EXPECT_EQ(d.drm.coni().bits(), kInterrupt + 040) << "nothing without bit 29";
  d.drm.ioReset();
  EXPECT_EQ(d.drm.coni().bits(), 0u);
  d.poke(kList, 0200000000000);  // a disconnect command
  d.go(kGo);
  d.await(d.drm, kInterrupt);
  EXPECT_EQ(d.drm.coni().bits(), kInterrupt + 040);
  EXPECT_EQ(d.peek(064), kList + 2);
}

TEST(BryantDrum, EachWordIsACoreCycle) {
  Drum d;
  d.one(kPage, 0, 0, 02000);
  EXPECT_EQ(d.core.boxes()[0].served, 512u + 4u) << "64, two command words, the page, 64";
}

TEST(BryantDrum, SnapshotsAnywhereGiveTheSameFuture) {
  Drum d;
  for (std::uint32_t s = 0; s < 18; ++s) d.command(kList + 2 * s, kTransfer | kAsk, 0, s, 0);
  d.poke(kList + 36, kBranch | kList);
  d.fill(02000, 512, 5);
  d.command(kList + 2 * 3, kTransfer | kAsk | kWrite | kPage, 3, 3, 02000);
  d.command(kList + 2 * 4, kTransfer | kAsk | kPage, 3, 4, 04000);
  d.drm.injectError(3 * 18 + 4, 2);
  d.go(kGo);
  std::vector<std::vector<std::byte>> states;
  for (int n = 0; d.clock.nextEvent() < sector(30); ++n) {
    d.clock.idleUntil(d.clock.nextEvent());
    if (n % 53 == 0) states.push_back(d.save(d.drm));
  }
  d.clock.idleUntil(sector(30));
  const auto last = d.save(d.drm);
  EXPECT_GT(states.size(), 20u);
  Archive own = Archive::writer();
  d.drm.state(own);
  ASSERT_TRUE(d.drm.unit().detach());
  EXPECT_NE(d.restore(d.drm, last).find("drm0: attach or detach the drum first"), std::string::npos);
  for (const auto& s : states) {
    Drum again;
    ASSERT_EQ(again.restore(again.drm, s), "");
    EXPECT_EQ(again.save(again.drm), s);
    again.clock.idleUntil(sector(30));
    EXPECT_EQ(again.save(again.drm), last);
    ASSERT_TRUE(again.drm.unit().detach());
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
    Drum target;
    test::restoreDamaged(
        counts, bad, good, [&](const auto& state) { return target.restore(target.drm, state); },
        [&] { return target.save(target.drm); }, [&] { target.clock.idleUntil(target.clock.now() + milliseconds(5)); });
  }
  EXPECT_GE(counts.refused, kNameBytes);
  EXPECT_GT(counts.accepted, 10);
}

}  // namespace
}  // namespace utah10
