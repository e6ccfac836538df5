// Errors of the TD10: ends of the tape, missed words and blocks, locks, parity; and its snapshots.
#include "support/damaged_states.hpp"
#include "td10_rig.hpp"

namespace utah10 {
namespace {

using namespace test::td10;

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
  rig.cono(0300205);  // turned round in the end zone: no new flag, and all blocks pass again
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
  EXPECT_EQ(write.dta.tape().word(5, 127).bits(), 7u) << "the same buffer again and again";
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

// A snapshot taken anywhere in a search, a turn, a read and a write has the same future.
TEST(Td10, ASnapshotAnywhereHasTheSameFuture) {
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
  ASSERT_FALSE(states.empty());
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
  test::DamageCounts counts;
  for (std::size_t at = good.size() - 1200; at < good.size(); ++at) {
    auto bad = good;
    bad[at] ^= std::byte{0xFF};
    TapeRig other;
    test::restoreDamaged(
        counts, bad, good, [&](const auto& state) { return other.restore(state); }, [&] { return other.save(); },
        [&] { other.pass(seconds(2)); });
  }
  EXPECT_GT(counts.refused, 8);
}

}  // namespace
}  // namespace utah10
