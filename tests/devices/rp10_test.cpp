// The disk control: bits, arms, the turning pack, snapshots.
#include <gtest/gtest.h>

#include "named_bits.hpp"
#include "rp10_rig.hpp"
#include "support/damaged_states.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

using namespace test::rp10;

TEST(Rp10, NamesEveryBit) {
  Disks d;
  EXPECT_EQ(test::namedBits(d.rp.coniBits()), 017777777u);
  EXPECT_EQ(test::namedBits(d.rp.conoBits()), 0175777u);
}

TEST(Rp10, DrivesAreChecked) {
  const std::vector<std::string> good(8, "RP03");
  EXPECT_TRUE(checkRpDrives(good));
  EXPECT_EQ(checkRpDrives(std::vector<std::string>(9, "RP03")).error().text(), "rp10: 9 drives; at most 8");
  const std::vector<std::string> wrong{"RP02", "RP04"};
  EXPECT_EQ(checkRpDrives(wrong).error().text(), "dsk1: no drive type RP04; RP02 or RP03");
}

TEST(Rp10, DataiDescribesTheSelectedDrive) {
  Disks d{{.drives = {"RP02", "RP03", "RP02"}}};
  d.load(d.rp.unit(0));
  d.load(d.rp.unit(1));
  {
    auto image = d.folder / "dsk2";
    ASSERT_TRUE(BlockImage::open("x", image, rpTypes()[0].geometry(), {.create = true}));
    d.load(d.rp.unit(2), {.readOnly = true});
  }
  const std::uint64_t counter = 0760000;
  const auto seen = [&](std::uint64_t unit) {
    d.rp.datao(order(kSelect, {unit}));
    return d.rp.datai().bits() & ~counter;
  };
  EXPECT_EQ(seen(0), 0000061000700u) << "on cylinder, on line, headers locked, three attentions";
  EXPECT_EQ(seen(1), 0100061002700u) << "an RP03";
  EXPECT_EQ(seen(2), 0200063000700u) << "read only";
  EXPECT_EQ(seen(3), 0300005000700u) << "no such drive";
  d.rp.datao(order(kClear, {}, 0500));
  EXPECT_EQ(seen(0), 0000061000200u);
  ASSERT_TRUE(d.rp.unit(0).detach());
  EXPECT_EQ(seen(0), 0000001000600u) << "not on line; its attention is set";
  d.rp.drive(1).setUnsafe(true);
  EXPECT_EQ(seen(1), 0100071002600u);
}

TEST(Rp10, TheSectorCounterFollowsTheClock) {
  Disks d;
  d.packs();
  const auto counter = [&] { return d.rp.datai().field(18, 22); };
  for (int half = 0; half < 45; ++half) {
    EXPECT_EQ(counter(), static_cast<unsigned>(half % 20));
    d.clock.idleUntil(d.clock.now() + kSector / 2 - nanoseconds(1));
    EXPECT_EQ(counter(), static_cast<unsigned>(half % 20));
    d.clock.idleUntil(d.clock.now() + nanoseconds(1));
  }
  d.clock.idleUntil(d.at(milliseconds(1000)));
  d.rp.datao(order(kSelect, {1}));
  EXPECT_EQ(counter(), 17u) << "an eighth of a turn behind: 17.5 pulses since the index";
}

TEST(Rp10, SeeksTakeTheirTimeByDistance) {
  struct Row {
    std::uint64_t unit, from, to;
    std::int64_t us;
  };
  const Row rows[] = {{0, 0, 0, 100},     {0, 0, 1, 20000},     {0, 1, 0, 20000},    {0, 0, 202, 80000},
                      {0, 202, 0, 80000}, {0, 10, 77, 52629},   {0, 0, 4, 24541},    {1, 0, 1, 7500},
                      {1, 0, 405, 55000}, {1, 300, 165, 33874}, {1, 405, 404, 7500}, {1, 100, 356, 44756}};
  for (const Row& r : rows) {
    Disks d;
    d.packs();
    if (r.from != 0) d.seek({r.unit, r.from});
    const auto took = d.seek({r.unit, r.to});
    EXPECT_NEAR(static_cast<double>(took.count()), static_cast<double>(r.us) * 1000, 2000) << r.from << " to " << r.to;
    EXPECT_EQ(d.rp.datai().field(3, 10), r.to & 0377);
    EXPECT_EQ(d.rp.datai().bit(24), r.to > 255);
  }
}

// The mean over all pairs of cylinders against DEC's average seek: 50 and 29 ms.
TEST(Rp10, TheMeanSeekIsThePublishedOne) {
  const double published[] = {50, 29};
  const double tolerance[] = {0.3, 3};
  for (std::size_t t = 0; t < 2; ++t) {
    const RpType& type = rpTypes()[t];
    double sum = 0;
    double pairs = 0;
    for (std::uint32_t n = 1; n < type.cylinders; ++n) {
      sum += static_cast<double>((type.cylinders - n) * type.seekTime(n).count());
      pairs += type.cylinders - n;
    }
    EXPECT_NEAR(sum / pairs / 1e6, published[t], tolerance[t]) << type.name;
  }
}

TEST(Rp10, ArmsMoveInParallelAndEachRaisesItsAttention) {
  Disks d{{.drives = std::vector<std::string>(8, "RP02")}};
  d.packs();
  d.rp.cono(HalfWord{5});
  const Instant began = d.clock.now();
  for (std::uint64_t u = 0; u < 8; ++u) d.rp.datao(order(kSeek, {u, (u * 25 + 1)}));
  EXPECT_EQ(d.coni(), 02005u) << "the last one selected moves";
  for (std::uint64_t u = 0; u < 8; ++u) {
    EXPECT_EQ(d.pi.bus(), 0);
    EXPECT_EQ(d.await(d.rp, kDone), began + rpTypes()[0].seekTime(static_cast<std::uint32_t>(u * 25 + 1)));
    EXPECT_EQ(d.pi.bus(), PiSystem::maskOf(5));
    EXPECT_EQ(d.rp.datai().field(27, 34), 0200u >> u);
    d.rp.cono(HalfWord{015});
    EXPECT_EQ(d.pi.bus(), PiSystem::maskOf(5)) << "done comes back while an attention is up";
    d.rp.datao(order(kClear, {u}, 0400u >> u));
  }
}

TEST(Rp10, AnswersTheInitialisationOfTenex) {
  Disks d;
  d.load(d.rp.unit(1));
  d.rp.datao(order(kClear, {}, 0776));
  d.seek({1, 300});
  d.rp.cono(HalfWord{0175715});
  d.rp.datao(order(kSelect, {1}, 0));
  EXPECT_EQ(d.rp.datai().field(0, 2), 1u);
  EXPECT_FALSE(d.rp.datai().bit(15));
  EXPECT_TRUE(d.rp.datai().bit(13));
  const Instant began = d.clock.now();
  d.rp.datao(order(kRecalibrate, {1}, 0));
  while (d.rp.datai().field(3, 10) != 0 || !d.rp.datai().bit(12)) {
    EXPECT_FALSE(d.rp.datai().bit(12));
    d.clock.idleUntil(d.clock.nextEvent());
  }
  EXPECT_EQ(d.clock.now() - began, rpTypes()[1].seekTime(300));
  EXPECT_TRUE(d.rp.datai().bit(28));
  d.rp.datao(order(kClear, {1}, 0200));
  EXPECT_EQ(d.coni(), 5u) << "no bits left, in particular not bit 30";
  d.rp.datao(order(kSelect, {0}, 0));
  EXPECT_FALSE(d.rp.datai().bit(13)) << "no pack";
  d.rp.datao(order(kSelect, {7}, 0));
  EXPECT_TRUE(d.rp.datai().bit(15)) << "no drive";
}

// A restarted monitor does not know that an arm is moving.
TEST(Rp10, RecalibrationInterruptsASeek) {
  Disks d;
  d.packs();
  d.rp.datao(order(kSeek, {0, 100}));
  d.clock.idleUntil(d.at(milliseconds(5)));
  d.rp.datao(order(kSeek, {0, 30}));
  d.rp.ioReset();
  d.rp.datao(order(kRecalibrate, {0}));
  EXPECT_EQ(d.await(d.rp, kDone), d.at(milliseconds(85)));
  EXPECT_EQ(d.rp.datai().field(3, 10), 0u);
  EXPECT_TRUE(d.rp.datai().bit(12));
}

TEST(Rp10, ASeekBeyondTheLastCylinderIsIncompleteUntilRecalibrated) {
  Disks d;
  d.packs();
  EXPECT_EQ(d.seek({0, 203}), milliseconds(80));
  EXPECT_TRUE(d.rp.datai().bit(11));
  EXPECT_FALSE(d.rp.datai().bit(12));
  EXPECT_EQ(d.transfer(kRead, {}, 128, 01000), 02010u) << "not ready";
  d.rp.datao(order(kRecalibrate, {0}));
  EXPECT_NE(d.await(d.rp, kDone), kNever);
  d.rp.datao(order(kClear, {}, 0776));
  EXPECT_FALSE(d.rp.datai().bit(11));
  EXPECT_EQ(d.transfer(kRead, {}, 128, 01000), 010u);
}

// A snapshot at any instant has the same future.
TEST(Rp10, ASnapshotAnywhereHasTheSameFuture) {
  Disks d;
  d.packs();
  d.fill(01000, 03000, 77);
  d.rp.injectError(0, 32, Rp10::Fault::SectorParity);
  d.rp.cono(HalfWord{5});
  d.rp.datao(order(kSeek, {1, 30}));
  d.list(02000, 01000);
  d.rp.datao(order(kWrite, {0, 0, 3, 0}));
  std::vector<std::vector<std::byte>> states;
  const Instant end = d.at(milliseconds(40));
  for (int n = 0; d.clock.nextEvent() < end; ++n) {
    d.clock.idleUntil(d.clock.nextEvent());
    d.clock.hastenAll();  // the ends of transfers are instants, too
    if (n % 131 == 0) states.push_back(d.save(d.rp));
  }
  d.clock.idleUntil(end);
  const auto last = d.save(d.rp);
  EXPECT_GT(states.size(), 15u);
  ASSERT_TRUE(d.rp.unit(0).detach());
  ASSERT_TRUE(d.rp.unit(1).detach());
  for (const auto& s : states) {
    Disks again;
    again.folder = d.folder.string() + "-again";
    std::filesystem::create_directories(again.folder);
    again.packs();
    ASSERT_EQ(again.restore(again.rp, s), "");
    EXPECT_EQ(again.save(again.rp), s);
    again.clock.idleUntil(end);
    EXPECT_EQ(again.save(again.rp), last);
  }
}

TEST(Rp10, WrongSnapshotsAreRejected) {
  Disks d;
  d.packs();
  const auto good = d.save(d.rp);
  EXPECT_EQ(d.restore(d.rp, good), "");
  ASSERT_TRUE(d.rp.unit(1).detach());
  EXPECT_NE(d.restore(d.rp, good).find("dsk1: attach or detach its pack first"), std::string::npos);
  Disks other{{.drives = {"RP02"}}};
  EXPECT_NE(other.restore(other.rp, good), "");
  test::Random random;
  Archive own = Archive::writer();
  d.rp.state(own);
  constexpr int kNameBytes = 6;  // a section begins with its name, the length first
  test::DamageCounts counts;
  for (int n = 0; n < 100; ++n) {
    auto bad = good;
    const std::size_t size = own.data().size(), first = bad.size() - size;
    if (n < kNameBytes) {
      bad[first + static_cast<std::size_t>(n)] ^= std::byte{0xFF};
    } else {
      bad[first + random.below(size)] = static_cast<std::byte>(random.bits());
    }
    Disks target;
    target.folder = d.folder.string() + "-damaged";
    std::filesystem::create_directories(target.folder);
    target.packs();
    test::restoreDamaged(
        counts, bad, good, [&](const auto& state) { return target.restore(target.rp, state); },
        [&] { return target.save(target.rp); }, [&] { target.await(target.rp, 0); });
  }
  EXPECT_GE(counts.refused, kNameBytes);
  EXPECT_GT(counts.accepted, 10);
}

}  // namespace
}  // namespace utah10
