// CCN, its jobs and its users in snapshots taken at arbitrary instants.
#include <gtest/gtest.h>

#include "network/ccn/ccn_rig.hpp"
#include "support/damaged_states.hpp"
#include "support/random.hpp"

namespace utah10::test {
namespace {

// Two terminals: decks, prints and cards on all channels, and operator commands in between.
void begin(CcnRig& rig) {
  rig.comeUp();
  rig.server.readDeck("//LOCAL JOB (1),ME\n//*UTAH10 TIME=3,WAIT=1,LINES=400\n", "NETUTAH2");
  rig.user.send(deck({"//A JOB (1),ME", "//*UTAH10 TIME=2,WAIT=0,LINES=200,PUNCH=30", "//B JOB", "//*UTAH10 TIME=1"}));
  rig.user.send(std::vector<Octets>(300, octets("//C JOB")));
  rig.user.fetch(CcnPaper::Print, 3);
  rig.user.fetch(CcnPaper::Punch, 2);
  rig.second.fetch(CcnPaper::Print, 2);
  rig.second.send(deck({"//D JOB", "//*UTAH10 PUNCH=DECK,TERM=NETUTAH1"}));
  for (const auto* line : {"EAM PUNCH", "SET PRINT=NETUTAH1", "STATUS JOBS"}) rig.second.type(line);
  rig.user.call();
  rig.second.call();
}

TEST(CcnSnapshot, RestoredSessionsHaveTheSameFuture) {
  const CcnConfig config = ccnOf(CcnGeneration::Of1973);
  Random random;
  for (int round = 0; round < 40; ++round) {
    CcnRig rig(config);
    begin(rig);
    rig.run(microseconds(static_cast<std::int64_t>(random.below(30'000'000))));
    const auto middle = rig.save();
    CcnRig again(config);
    ASSERT_EQ(again.restore(middle), "");
    EXPECT_EQ(again.save(), middle);
    rig.run(seconds(60));
    again.run(seconds(60));
    ASSERT_EQ(again.save(), rig.save()) << "round " << round;
    EXPECT_EQ(again.user.console(), rig.user.console());
    EXPECT_GE(rig.user.fetched().size(), 4u);
    EXPECT_EQ(rig.wire.faults, std::vector<std::string>{});
  }
}

// After travelling back in time, the same files are produced under the same numbers.
TEST(CcnSnapshot, FilesAreReproduced) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  begin(rig);
  rig.run(seconds(2));
  const auto middle = rig.save();
  const std::size_t before = rig.kept.files.size();
  rig.run(seconds(60));
  const std::vector<CcnFile> first(rig.kept.files.begin() + static_cast<std::ptrdiff_t>(before), rig.kept.files.end());
  ASSERT_GE(first.size(), 4u);
  rig.kept.files.clear();
  ASSERT_EQ(rig.restore(middle), "");
  rig.run(seconds(60));
  ASSERT_EQ(rig.kept.files.size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(rig.kept.files[i].serial, first[i].serial);
    EXPECT_EQ(rig.kept.files[i].contents, first[i].contents);
  }
}

TEST(CcnSnapshot, GarbageIsRefusedAndHarmless) {
  Random random;
  const CcnConfig config = ccnOf(CcnGeneration::Of1973);
  CcnRig rig(config);
  begin(rig);
  rig.run(seconds(8));
  Archive out = Archive::writer();
  rig.serverState(out);
  const auto good = out.data();
  test::DamageCounts counts;
  for (int round = 0; round < 3000; ++round) {
    auto bad = good;
    for (std::uint64_t n = random.below(4) + 1; n != 0; --n)
      bad[random.below(bad.size())] = static_cast<std::byte>(random.below(256));
    const bool cut = random.oneIn(4);
    if (cut) bad.resize(random.below(bad.size()));
    CcnRig fresh(config);
    const int accepted = counts.accepted;
    test::restoreDamaged(
        counts, bad, good,
        [&](const auto& state) {
          Archive in = Archive::reader(state);
          fresh.serverState(in);
          return in.error();
        },
        [&] {
          Archive again = Archive::writer();
          fresh.serverState(again);
          return again.take();
        },
        [] {});
    EXPECT_FALSE(cut && counts.accepted != accepted) << "a part of a state is not a state";
  }
  EXPECT_GT(counts.refused, 300);
}

TEST(CcnSnapshot, ADifferentConfigurationIsRefused) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.signOn(rig.user);
  Archive out = Archive::writer();
  rig.serverState(out);
  CcnConfig other = ccnOf(CcnGeneration::Of1973);
  other.terminals[0].id = "ANOTHER";
  CcnRig fresh(other);
  Archive in = Archive::reader(out.data());
  fresh.serverState(in);
  EXPECT_FALSE(in.good());
}

}  // namespace
}  // namespace utah10::test
