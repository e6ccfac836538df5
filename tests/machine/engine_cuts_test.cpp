// Runs with the fast engine that end, or are interrupted, at any nanosecond of a translated loop; and programs that
// change themselves.
#include <gtest/gtest.h>

#include "engine_twins.hpp"

namespace utah10::test {
namespace {

constexpr std::uint32_t kLoop = 01000;
constexpr std::uint64_t kAnswer = 0700040000640 | (std::uint64_t{Disturber::kDevice.index()} << 26);  // DATAI

// Data in the other box, a byte, a call, a count.
const std::vector<std::uint64_t> kProgram = {
    0200040042000,  // MOVE 1,42000
    0270040002001,  // ADD 1,2001
    0202040042002,  // MOVEM 1,42002
    0134100002003,  // ILDB 2,2003
    0260740001040,  // PUSHJ 17,1040
    0350000002004,  // AOS 2004
    0164140002005,  // FMPR 3,2005
    0603100000001,  // TLNE 2,1
    0202100002006,  // MOVEM 2,2006
    0200140002007,  // MOVE 3,2007
    0254000001000,  // JRST 1000
};
const std::vector<std::uint64_t> kData = {3, 5, 0, 0440700002020, 0, 0201500000000, 0, 0201600000000};

void load(Machine& m, std::uint32_t at, const std::vector<std::uint64_t>& words) {
  for (const std::uint64_t w : words) m.core().poke(PhysicalAddress{at++}, Word36{w});
}

struct Case {
  std::string_view memory, timing;
};

class EngineCuts : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
    MachineConfig config;
    config.timing = GetParam().timing;
    for (std::uint32_t n = 0; n < 2; ++n)
      config.memory.push_back({*findMemoryKind(GetParam().memory), n * 16384, 16384, 1, 4});
    twins = std::make_unique<EngineTwins>(config, 1);
    twins->both([](Machine& m, Disturber&) {
      load(m, kLoop, kProgram);
      load(m, 02000, kData);
      load(m, 042000, {3, 5});
      load(m, 01040, {0306100000100, 0263740000000, 0263740000000});  // CAIN 2,100; POPJ 17, twice
      load(m, 052, {kAnswer});
      load(m, 041, {0254000001000});  // a UUO begins the loop again
      m.cpu().setAc(AcNo{017}, Word36{0777000003000});
      m.cpu().history().resize(64);
      m.pi().cono(HalfWord{02204});
      m.cpu().setPc(VirtualAddress{kLoop});
    });
    ASSERT_EQ(twins->run({.instructions = 3000}), "");
    ASSERT_GT(twins->fast().cpu().translated(), 1000U);
    saved = twins->reference().save(true);
  }
  void back() {
    twins->both([this](Machine& m, Disturber&) { ASSERT_TRUE(m.restore(saved)); });
  }
  std::unique_ptr<EngineTwins> twins;
  std::vector<std::byte> saved;
};

constexpr std::int64_t kTurn = 60'000;  // nanoseconds, longer than a turn of the loop

TEST_P(EngineCuts, ARunMayEndAtAnyTime) {
  for (std::int64_t ns = 1; ns < kTurn; ns += 17) {
    back();
    ASSERT_EQ(twins->run({.until = twins->reference().now() + nanoseconds(ns)}), "") << ns;
    ASSERT_EQ(twins->run({.instructions = static_cast<std::uint64_t>(ns % 40)}), "") << ns;
  }
}

TEST_P(EngineCuts, AnInterruptMayComeAtAnyTime) {
  for (std::int64_t ns = 1; ns < kTurn; ns += 23) {
    back();
    twins->both([ns](Machine&, Disturber& d) { d.requestAfter(nanoseconds(ns)); });
    ASSERT_EQ(twins->run({.instructions = 60}), "") << ns;
    ASSERT_EQ(twins->fast().cpu().counters().interrupts[5], 1U);
  }
}

TEST_P(EngineCuts, AnotherWordMayComeIntoTheLoop) {
  const std::uint64_t others[] = {0270040002001, 0274040002001, 0254000001003, 0, 0271040000001};
  for (std::size_t n = 0; n < kProgram.size() - 1; ++n)
    for (const std::uint64_t other : others) {
      back();
      twins->both([n, other](Machine& m, Disturber&) { load(m, kLoop + static_cast<std::uint32_t>(n), {other}); });
      ASSERT_EQ(twins->run({.instructions = 200}), "") << n;
    }
}

TEST_P(EngineCuts, TheProgramMayChangeItself) {
  back();
  twins->both([](Machine& m, Disturber&) {
    load(m, kLoop + 1, {0350000001004});  // AOS 1004: the PUSHJ calls further and further on
    load(m, 01041, std::vector<std::uint64_t>(256, 0263740000000));
  });
  for (int n = 0; n < 100; ++n) ASSERT_EQ(twins->run({.instructions = 17}), "") << n;
}

// Loops of so few instructions are translated several times, one turn behind the other.
const std::vector<std::vector<std::uint64_t>> kShortLoops = {
    {0344640001000},                                                // AOJA 15,1000
    {0200040042000, 0344640001000},                                 // MOVE 1,42000
    {0260740001002, 0344640001000, 0263740000000},                  // PUSHJ 17,1002; the POPJ is behind the AOJA
    {0134100002003, 0136140002003, 0344640001000},                  // ILDB 2,2003; IDPB 3,2003
    {0200040042000, 0270040002001, 0202040042002, 0344640001000},   // MOVE 1,42000; ADD 1,2001; MOVEM 1,42002
    {0200054002000, 0164040002005, 0202052042000, 0344640001000}};  // MOVE 1,2000(14); FMPR 1,2005; MOVEM 1,42000(12)

TEST_P(EngineCuts, AShortLoopMayBeLeftAtAnyTime) {
  std::uint32_t at = kLoop;
  for (std::vector<std::uint64_t> loop : kShortLoops) {
    at += 0100;  // where no other loop has been
    for (std::uint64_t& w : loop)
      if ((w & 0777770) == kLoop) w += at - kLoop;
    back();
    twins->both([&](Machine& m, Disturber&) {
      m.cpu().setAc(AcNo{012}, Word36{});
      m.cpu().setAc(AcNo{014}, Word36{1});
      load(m, at, loop);
      m.cpu().setPc(VirtualAddress{at});
    });
    const std::uint64_t before = twins->fast().cpu().translated();
    ASSERT_EQ(twins->run({.instructions = 20'000}), "");
    EXPECT_GT(twins->fast().cpu().translated(), before + 10'000) << loop.size() << " instructions";
    const std::vector<std::byte> warm = twins->reference().save(true);
    for (std::int64_t ns = 1; ns < kTurn; ns += 101) {
      twins->both([&warm](Machine& m, Disturber&) { ASSERT_TRUE(m.restore(warm)); });
      ASSERT_EQ(twins->run({.until = twins->reference().now() + nanoseconds(ns)}), "") << ns;
      twins->both([ns](Machine&, Disturber& d) { d.requestAfter(nanoseconds(ns)); });
      ASSERT_EQ(twins->run({.instructions = static_cast<std::uint64_t>(ns % 120)}), "") << ns;
      twins->both([](Machine& m, Disturber&) { load(m, 02001, {0377777777777}); });  // the ADD overflows
      ASSERT_EQ(twins->run({.instructions = 50}), "") << ns;
      twins->both([&](Machine& m, Disturber&) {
        load(m, at + static_cast<std::uint32_t>(loop.size()) - 1, {loop.back() ^ 1});  // another word
      });
      ASSERT_EQ(twins->run({.instructions = 9}), "") << ns;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, EngineCuts,
                         ::testing::Values(Case{"MA10", "srm"}, Case{"MA10", "gate"}, Case{"MB10", "srm"},
                                           Case{"ideal", "srm"}),
                         [](const auto& made) {
                           return std::string{made.param.memory} + "_" + std::string{made.param.timing};
                         });

}  // namespace
}  // namespace utah10::test
