// The fast engine on every instruction vector and on chains of XCTs.
#include <gtest/gtest.h>

#include "engine_programs.hpp"
#include "support/vectors.hpp"

namespace utah10::test {
namespace {

constexpr std::uint64_t kJrst = 0254000000000;

void load(Machine& m, std::uint32_t at, const std::vector<std::uint64_t>& words) {
  for (const std::uint64_t w : words) m.core().poke(PhysicalAddress{at++}, Word36{w});
}

// Little core, so that it is compared quickly.
MachineConfig small(std::string_view timing) {
  MachineConfig config;
  config.timing = timing;
  config.memory.push_back({*findMemoryKind("MA10"), 0, 16384, 1, 4});
  return config;
}

// ---- vectors: the instruction at 100, its operands made anew in every turn ----

constexpr std::uint32_t kAgain = 072;

void loadVector(Machine& m, const Vector& v) {
  load(m, kAgain,
       {0200140000303, 0202140000200, 0200140000304, 0202140000201, 0200040000301, 0200100000302, v.instruction.bits(),
        kJrst | kAgain, kJrst | kAgain, kJrst | kAgain});
  load(m, 0301, {v.before.ac1.bits(), v.before.ac2.bits(), v.before.mem200.bits(), v.before.mem201.bits()});
  for (const std::uint32_t trap : {041U, 061U}) load(m, trap, {kJrst | kAgain});
  m.cpu().setPc(VirtualAddress{kAgain});
}

TEST(EngineVectors, EveryVectorInALoopIsTheSame) {
  if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
  const auto vectors = readVectors(std::string{UTAH10_SOURCE_DIR} + "/tests/machine/tables/ka10_vectors.csv");
  ASSERT_EQ(vectors.size(), 1177U);
  std::uint64_t executed = 0, translated = 0;
  for (const Vector& v : vectors) {
    EngineTwins twins{small("srm"), 1};
    twins.both([&v](Machine& m, Disturber&) {
      m.cpu().history().resize(64);
      loadVector(m, v);
    });
    for (const std::uint64_t most : {500U, 7U, 93U}) {
      ASSERT_EQ(twins.run({.instructions = most}), "") << v.mnemonic << ", line " << v.line;
      executed += twins.fast().cpu().executed();
    }
    translated += twins.fast().cpu().translated();
  }
  std::cout << executed << " instructions, " << translated << " translated\n";
  EXPECT_GT(translated, executed / 4);
}

// ---- XCT chains ----

constexpr std::uint32_t kLoop = 01000, kChain = 02000, kCounts = 03000;
constexpr std::uint64_t kAnswer = 0700040000640 | (std::uint64_t{Disturber::kDevice.index()} << 26);  // DATAI

// An XCT in the loop leads over up to 80 others, some indexed or indirect, to an instruction that counts, skips, jumps
// or calls.
void makeChain(Random& random, std::vector<std::uint64_t>& chain) {
  const std::uint64_t ends[] = {0350000003000, 0340040001004, 0334000000000, 0254000001003,
                                0271040000001, 0260740001020, 0202040003001, 0367100001003};
  const std::uint64_t links = random.below(random.oneIn(5) ? 80 : 6);
  chain.clear();
  for (std::uint64_t n = 1; n <= links; ++n) {
    const std::uint64_t next = kChain + n;
    const std::uint64_t forms[] = {0256000000000 | next, 0256016000000 | n, 0256020002200 | 0};
    const std::uint64_t form = random.below(3);
    chain.push_back(form == 2 && n != 1 ? forms[0] : form == 2 ? 0256020002200 : forms[form]);
  }
  chain.push_back(ends[random.below(std::size(ends))]);
}

void loadChain(Machine& m, Disturber& d, const std::vector<std::uint64_t>& chain) {
  // MOVEI 5,20; then a loop that is hot in itself: ADD 3,2201; MOVEM 3,3001; SOJG 5,1001; then ADDI 4,1; MOVEM 4,3002;
  // XCT 2000; SOJA 1,1010; SOS 3000; JRST 1000. At 1020: POPJ 17,
  load(m, kLoop,
       {0201240000020, 0270140002201, 0202140003001, 0367240001001, 0271200000001, 0202200003002, 0256000002000,
        0364040001010, 0370000003000, kJrst | kLoop});
  load(m, kLoop + 020, {0263740000000});
  load(m, kChain, chain);
  load(m, kChain + 0200, {chain.size() > 1 ? kChain + 1U : kChain, 5});
  load(m, kCounts, {0, 0});
  for (const std::uint32_t trap : {041U, 061U}) load(m, trap, {kJrst | kLoop});
  load(m, 052, {kAnswer});
  m.cpu().setAc(AcNo{016}, Word36{kChain});
  m.cpu().setAc(AcNo{017}, Word36{0777700004000});
  m.cpu().history().resize(256);
  m.pi().cono(HalfWord{02204});
  m.cpu().setPc(VirtualAddress{kLoop});
  d.words = {Word36{0350000003000}, Word36{0271040000001}, Word36{0256000002001}};
  d.places = {PhysicalAddress{kChain}, PhysicalAddress{kLoop + 4}};
  d.begin();
}

TEST(EngineXct, ChainsOfXctsAreTheSame) {
  if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
  Random random;
  std::uint64_t executed = 0, translated = 0;
  for (int n = 0; n < 60; ++n) {
    std::vector<std::uint64_t> chain;
    makeChain(random, chain);
    EngineTwins twins{small(random.oneIn(2) ? "srm" : "gate"), random.bits()};
    twins.both([&chain](Machine& m, Disturber& d) { loadChain(m, d, chain); });
    for (int leg = 0; leg < 20; ++leg) {
      const RunLimit limit{
          .instructions = 1 + random.below(600),
          .until = twins.reference().now() + nanoseconds(static_cast<std::int64_t>(1 + random.below(2'000'000)))};
      ASSERT_EQ(twins.run(limit), "") << "chain " << n << " of " << chain.size() << ", leg " << leg;
      executed += twins.fast().cpu().executed();
    }
    translated += twins.fast().cpu().translated();
  }
  std::cout << executed << " instructions, " << translated << " translated\n";
  EXPECT_GT(translated, executed / 2);
}

}  // namespace
}  // namespace utah10::test
