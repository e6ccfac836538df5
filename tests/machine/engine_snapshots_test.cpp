// Snapshots in the middle of translated code: taken with one engine, restored with the other, into machines that have
// translated something and into new ones. The future is the same.
#include <gtest/gtest.h>

#include "engine_programs.hpp"

namespace utah10::test {
namespace {

constexpr std::uint64_t kBack = 0254000000000 | LoopProgram::kLoop;  // JRST

void load(Machine& m, const LoopProgram& program) {
  for (const auto& [at, word] : program.words)
    if (at < 020)
      m.cpu().setAc(AcNo{at}, word);
    else
      m.core().poke(PhysicalAddress{at}, word);
  for (const std::uint32_t trap : {041U, 061U}) m.core().poke(PhysicalAddress{trap}, Word36{kBack});
  m.cpu().history().resize(64);
  m.cpu().setPc(VirtualAddress{LoopProgram::kLoop});
}

MachineConfig configOf(Random& random) {
  MachineConfig config;
  config.timing = random.oneIn(2) ? "srm" : "gate";
  for (std::uint32_t n = 0; n < 2; ++n) config.memory.push_back({*findMemoryKind("MA10"), n * 16384, 16384, 1, 4});
  return config;
}

RunLimit randomLimit(Random& random, Instant now) {
  RunLimit limit{.instructions = 1 + random.below(500)};
  if (random.oneIn(2)) limit.until = now + nanoseconds(static_cast<std::int64_t>(1 + random.below(1'000'000)));
  return limit;
}

// A program that has left its loop is of no use: it begins again.
void beginAgain(EngineTwins& twins) {
  twins.both([](Machine& m, Disturber&) {
    m.cpu().setFlags(0);
    m.cpu().setPc(VirtualAddress{LoopProgram::kLoop});
  });
}

TEST(EngineSnapshots, TheFutureIsTheSameWithEitherEngine) {
  if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
  Random random;
  std::uint64_t afterwards = 0, afresh = 0, snapshots = 0;
  for (int n = 0; n < 24; ++n) {
    const MachineConfig config = configOf(random);
    const LoopProgram program = randomLoop(random);
    EngineTwins twins{config, 1};
    twins.both([&program](Machine& m, Disturber&) { load(m, program); });
    for (int leg = 0; leg < 8; ++leg) {
      ASSERT_EQ(twins.run({.instructions = 600}), "");
      beginAgain(twins);
      ASSERT_EQ(twins.run(randomLimit(random, twins.reference().now())), "");
      const std::vector<std::byte> slow = twins.reference().save(true), quick = twins.fast().save(true);
      ASSERT_EQ(slow == quick, true) << "program " << n;
      const RunLimit next = randomLimit(random, twins.reference().now()), last{.instructions = 1500};
      ASSERT_EQ(twins.run(next), "");
      ASSERT_EQ(twins.run(last), "");
      const std::vector<std::byte> later = twins.reference().save(true);

      // Back, each with the snapshot of the other.
      ASSERT_TRUE(twins.reference().restore(quick));
      ASSERT_TRUE(twins.fast().restore(slow));
      const std::uint64_t before = twins.fast().cpu().translated();
      ASSERT_EQ(twins.run(next), "") << "program " << n;
      ASSERT_EQ(twins.run(last), "") << "program " << n;
      ASSERT_EQ(twins.fast().save(true) == later, true) << "program " << n;
      afterwards += twins.fast().cpu().translated() - before;

      EngineTwins others{config, 1};
      ASSERT_TRUE(others.reference().restore(quick));
      ASSERT_TRUE(others.fast().restore(slow));
      ASSERT_EQ(others.run(next), "") << "program " << n;
      ASSERT_EQ(others.run(last), "") << "program " << n;
      ASSERT_EQ(others.fast().save(true) == later, true) << "program " << n;
      afresh += others.fast().cpu().translated();
      ++snapshots;
    }
  }
  std::cout << snapshots << " snapshots; translated afterwards " << afterwards << ", afresh " << afresh << '\n';
  EXPECT_GT(afterwards, 100 * snapshots);
  EXPECT_GT(afresh, 50 * snapshots);
}

}  // namespace
}  // namespace utah10::test
