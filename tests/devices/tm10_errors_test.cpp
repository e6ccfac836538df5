// Errors of the TM10: missed words, wrong lengths, locks, bad records, resets; and its snapshots.
#include "support/damaged_states.hpp"
#include "tm10_rig.hpp"

namespace utah10 {
namespace {

using namespace test::tm10;

TEST(Tm10, AnOfflineTransportHangs) {
  ReelRig rig;
  rig.cono(0100000 | kRead | 030);
  EXPECT_EQ(rig.status(), 0u) << "not selectable now";
  EXPECT_EQ(rig.await(kDone), kPowerOn + seconds(1));
  EXPECT_EQ(rig.status(), 0400102u);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(3));
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

TEST(Tm10, WriteLockEraseAndTheRecordsAfterThem) {
  ReelRig rig({coreDump({1}), coreDump({2}), coreDump({3})});
  rig.cono(06000);
  rig.await(kDone);
  rig.cono(015200);
  rig.await(kDone);
  ASSERT_EQ(rig.mta.tape().size(), 2u) << "the following records are gone";
  EXPECT_EQ(rig.mta.tape().at(1).kind, TapeObjectKind::Gap);
  EXPECT_EQ(rig.mta.tape().at(1).gap, 2400u);
  rig.write({9});
  rig.rewind();
  EXPECT_EQ(rig.read(1), Words{1});
  EXPECT_EQ(rig.read(1), Words{9}) << "the erased tape is skipped";
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

TEST(Tm10, ABusyControlDelaysTheNextOrder) {
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
  EXPECT_EQ(rig.mta.next(), 2u) << "the operation in progress is completed";
}

TEST(Tm10, AnIoResetCutsARecordShort) {
  ReelRig rig;
  rig.cono(kWrite);
  rig.mtc.datao(Word36{1});
  rig.await(kRequest);
  rig.bus.reset();
  ASSERT_EQ(rig.mta.tape().size(), 1u);
  EXPECT_TRUE(rig.mta.tape().at(0).bad);
  EXPECT_EQ(rig.status(kRequest | kDone), 0u);
}

// A snapshot taken anywhere has the same future.
TEST(Tm10, ASnapshotAnywhereHasTheSameFuture) {
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
  ASSERT_FALSE(states.empty());
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
  test::DamageCounts counts;
  for (std::size_t at = good.size() - 600; at < good.size(); ++at) {
    auto bad = good;
    bad[at] ^= std::byte{0xFF};
    ReelRig other;
    test::restoreDamaged(
        counts, bad, good, [&](const auto& state) { return other.restore(state); }, [&] { return other.save(); },
        [&] { other.pass(seconds(2)); });
  }
  EXPECT_GT(counts.refused, 100);
}

}  // namespace
}  // namespace utah10
