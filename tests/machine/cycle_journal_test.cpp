// BLT under SING CYCLE: stopping in every memory cycle changes nothing, and the journal does not grow with the block.
#include <array>

#include "rig.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

using test::Rig;

// One BLT at 100, and its starting values.
struct Move {
  std::uint64_t instruction = 0;
  std::array<std::uint64_t, 16> ac{};
  bool fastMemory = true;
};

void prepare(Rig& rig, const Move& move) {
  for (std::uint32_t i = 0; i < 16; ++i) {
    rig.m.cpu().setAc(AcNo{i}, Word36{move.ac[i]});
    rig.m.core().poke(PhysicalAddress{i}, Word36{move.ac[i]});  // where they are with FM ENB off
  }
  for (std::uint32_t a = 0200; a < 01000; ++a) rig.load(a, {std::uint64_t{0111000000000} | a});
  rig.load(0100, {move.instruction, 0254200000101});
  rig.m.cpu().switches().fastMemory = move.fastMemory;
  rig.m.cpu().setStart(VirtualAddress{0100});
}

int runByCycles(Rig& rig) {
  int stops = 0;
  rig.m.cpu().switches().singleCycle = true;
  while (rig.m.cpu().run({}) == StopReason::SingleCycle) ++stops;
  rig.m.cpu().switches().singleCycle = false;
  return stops;
}

// Blocks from, to and across the accumulators, in core, and onto themselves; with and without an index register.
Move randomMove(test::Random& random) {
  Move move;
  for (std::uint64_t& w : move.ac) w = random.word().bits();
  const std::uint64_t a = random.below(16);
  const std::uint64_t x = random.oneIn(2) ? (a + 1 + random.below(15)) & 017 : 0;  // 0: not indexed
  const std::uint64_t source = random.oneIn(2) ? random.below(040) : 0200 + random.below(0100);
  const std::uint64_t destination = random.oneIn(2) ? random.below(040) : 0200 + random.below(0100);
  const std::uint64_t last = destination + random.below(040);
  move.ac[a] = (source << 18) | destination;
  const std::uint64_t index = x == 0 ? 0 : move.ac[x];
  move.instruction = 0251000000000 | (a << 23) | (x << 18) | ((last - index) & 0777777);
  move.fastMemory = !random.oneIn(4);
  return move;
}

TEST(SingleCycle, BltInSingleCyclesGivesTheSameResult) {
  test::Random random;
  int stops = 0;
  for (int n = 0; n < 200; ++n) {
    const Move move = randomMove(random);
    Rig whole;
    Rig stepped;
    prepare(whole, move);
    prepare(stepped, move);
    ASSERT_EQ(whole.m.cpu().run({.until = kPowerOn + seconds(1)}), StopReason::Halt);
    stops += runByCycles(stepped);
    ASSERT_TRUE(whole.m.save(true) == stepped.m.save(true)) << "round " << n << ", " << std::oct << move.instruction;
  }
  EXPECT_GT(stops, 200 * 20);
}

// BLT 3,20(5) with 10 in AC 5: fills all accumulators, its own and its index among them, before it comes to core.
Move overTheAccumulators() {
  Move move{.instruction = 0251145000020};
  move.ac[3] = 0000200000000;
  move.ac[5] = 010;
  return move;
}

TEST(SingleCycle, BltContinuesFromASnapshotOfAnyCycle) {
  Rig whole;
  prepare(whole, overTheAccumulators());
  ASSERT_EQ(whole.m.cpu().run({.until = kPowerOn + seconds(1)}), StopReason::Halt);
  EXPECT_EQ(whole.ac(5), 0111000000205u);
  EXPECT_EQ(whole.at(030), 0111000000230u);
  EXPECT_EQ(whole.at(031), 0u);
  Rig standing;
  prepare(standing, overTheAccumulators());
  standing.m.cpu().switches().singleCycle = true;
  int stops = 0;
  for (; standing.m.cpu().run({}) == StopReason::SingleCycle; ++stops) {
    Rig heir;
    ASSERT_TRUE(heir.m.restore(standing.m.save()));
    heir.m.cpu().switches().singleCycle = false;
    ASSERT_EQ(heir.m.cpu().run({}), StopReason::Halt);
    ASSERT_TRUE(heir.m.save() == whole.m.save()) << "after stop " << stops;
  }
  EXPECT_EQ(stops, 1 + 2 * 031 + 1);  // the fetch, 31 words, the fetch of the HALT
}

TEST(SingleCycle, BltInterruptedByTheClockGivesTheSameResultInSingleCycles) {
  const auto run = [](bool byCycles) {
    auto rig = std::make_unique<Rig>();
    rig->load(0100, {0251040077777});  // BLT 1,77777
    rig->load(046, {0254200000777});   // HALT 777 in place of the interrupt routine
    rig->m.cpu().setAc(AcNo{1}, Word36{0001000001001});
    rig->m.bus().cono(DeviceCode::written(0), HalfWord{02003});
    rig->m.bus().cono(DeviceCode::written(4), HalfWord{02220});
    rig->m.cpu().setStart(VirtualAddress{0100});
    if (byCycles) {
      EXPECT_GT(runByCycles(*rig), 10'000);
    } else {
      EXPECT_EQ(rig->m.cpu().run({}), StopReason::Halt);
    }
    return rig;
  };
  const auto whole = run(false);
  const auto stepped = run(true);
  EXPECT_EQ(whole->pc(), 0777u);
  EXPECT_GT(whole->ac(1), 0010000010001u);  // 7000 octal words were moved, not all
  EXPECT_LT(whole->ac(1), 0077777000000u);
  EXPECT_TRUE(whole->m.save(true) == stepped->m.save(true));
}

TEST(SingleCycle, TheJournalDoesNotGrowWithTheBlock) {
  Rig rig;
  for (std::uint32_t a = 01000; a < 010000; ++a) rig.load(a, {a});  // not zero before or after
  rig.load(0100, {0251040007777});
  rig.m.cpu().setAc(AcNo{1}, Word36{0001000001001});
  rig.m.cpu().switches().singleCycle = true;
  rig.m.cpu().setStart(VirtualAddress{0100});
  const auto sizeAfter = [&](int stops) {
    for (int n = 0; n < stops; ++n) EXPECT_EQ(rig.m.cpu().run({}), StopReason::SingleCycle);
    return rig.m.save().size();
  };
  const std::size_t early = sizeAfter(1 + 2 * 10);
  EXPECT_EQ(sizeAfter(2 * 3000), early);
  EXPECT_EQ(rig.at(01000 + 3010), 01000u);
}

}  // namespace
}  // namespace utah10
