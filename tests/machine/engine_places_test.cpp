// Translated loops whose words are now in one page or memory box, now in another.
#include <gtest/gtest.h>

#include "engine_twins.hpp"

namespace utah10::test {
namespace {

constexpr std::uint32_t kLoop = 01000;
constexpr std::uint32_t kPointers = 02100;

// AC 15 leads to 2000 and to 42000 by turns.
const std::vector<std::uint64_t> kProgram = {
    0640640040000,  // TRC 15,40000
    0272055000005,  // ADDM 1,5(15)
    0200115000006,  // MOVE 2,6(15)
    0146155000007,  // FADRM 3,7(15)
    0136100002100,  // IDPB 2,2100
    0134200002101,  // ILDB 4,2101
    0202215000010,  // MOVEM 4,10(15)
    0350015000011,  // AOS 11(15)
    0250115000012,  // EXCH 2,12(15)
    0200435000013,  // MOVE 10,@13(15)
    0260740001040,  // PUSHJ 17,1040
    0254000001000,  // JRST 1000
};

struct Memory {
  std::uint32_t boxes, words, interleave;
};

class EnginePlaces : public ::testing::TestWithParam<Memory> {
 protected:
  void SetUp() override {
    if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
  }
  MachineConfig config() const {
    const auto [boxes, words, interleave] = GetParam();
    MachineConfig config;
    for (std::uint32_t n = 0; n < boxes; ++n)
      config.memory.push_back({*findMemoryKind("MA10"), n * words, words, interleave, 4});
    return config;
  }
};

void load(Machine& m, const std::function<PhysicalAddress(std::uint32_t)>& real) {
  const auto put = [&](std::uint32_t at, const std::vector<std::uint64_t>& words) {
    for (const std::uint64_t w : words) m.core().poke(real(at++), Word36{w});
  };
  put(kLoop, kProgram);
  put(01040, {0201240000001, 0263740000000});      // MOVEI 5,1; POPJ 17,
  put(kPointers, {0010715002040, 0440715002060});  // one moves on at once, one after five turns
  for (const std::uint32_t at : {02000U, 042000U}) {
    put(at + 5, {1, 2, 0201400000000, 0, 0, 0, 042020});
    put(at + 020, {at});
  }
  m.cpu().setAc(AcNo{015}, Word36{02000});
  m.cpu().setAc(AcNo{017}, Word36{0777000003000});
  m.cpu().setAc(AcNo{3}, Word36{0167400000000});
}

// The pointers stand still in the end: they are put back.
void rewind(Machine& m, const std::function<PhysicalAddress(std::uint32_t)>& real) {
  m.core().poke(real(kPointers), Word36{0010715002040});
  m.core().poke(real(kPointers + 1), Word36{0440715002060});
}

TEST_P(EnginePlaces, AnIndexMayLeadToAnotherBox) {
  EngineTwins twins{config(), 1};
  const auto same = [](std::uint32_t va) { return PhysicalAddress{va}; };
  twins.both([&](Machine& m, Disturber&) {
    load(m, same);
    m.cpu().setPc(VirtualAddress{kLoop});
  });
  std::uint64_t before = 0;
  for (int n = 0; n < 300; ++n) {
    if (n == 150) before = twins.fast().cpu().translated();
    twins.both([&](Machine& m, Disturber&) { rewind(m, same); });
    ASSERT_EQ(twins.run({.instructions = 101}), "") << n;
  }
  EXPECT_GT(twins.fast().cpu().translated() - before, 150 * 101 * 8 / 10);
}

// A user's pages; the page table is in core page 5, the PSB in 6. The data, the pointers and the stack of page 1 to 3
// move, as if other processes had run.
TEST_P(EnginePlaces, APageMayMove) {
  MachineConfig paged = config();
  paged.pager = PagerConfig{};
  EngineTwins twins{paged, 1};
  std::uint32_t shift = 0;
  const auto page = [&](std::uint32_t n) { return n == kLoop >> 9 ? 010 + n : 020 + (n + shift) % 0110; };
  const auto real = [&](std::uint32_t va) { return PhysicalAddress{page(va >> 9) << 9 | (va & 0777)}; };
  const auto map = [&](Machine& m) {
    const auto put = [&m](std::uint32_t a, std::uint64_t w) { m.core().poke(PhysicalAddress{a}, Word36{w}); };
    put(071, 0000005460006);
    put(072, 0400200000000);
    for (std::uint32_t n = 1; n < 0110; ++n) {
      put(05000 + n, 0160040000000U | page(n));
      put(04000 + page(n), 0400000000000);
    }
  };
  std::uint64_t before = 0;
  for (int n = 0; n < 400; ++n) {
    if (n == 200) before = twins.fast().cpu().translated();
    shift = n % 3 == 0 ? 0 : n % 3 == 1 ? 011 : 047;
    twins.both([&](Machine& m, Disturber&) {
      m.cpu().setFlags(0);
      map(m);
      load(m, real);
      m.bus().datao(DeviceCode::written(0), Word36{0776776000000});
      for (const std::uint64_t cono : {0702600000000U, 0702600000006U}) m.cpu().execute(Word36{cono});
      m.cpu().setFlags(kPcUser);
      m.cpu().setPc(VirtualAddress{kLoop});
    });
    ASSERT_EQ(twins.run({.instructions = 101}), "") << n;
  }
  EXPECT_GT(twins.fast().cpu().translated() - before, 200 * 101 * 7 / 10);
}

// One page of core at two places in the same map: the program goes from one to the other.
TEST_P(EnginePlaces, ACodePageMayBeMappedTwice) {
  MachineConfig paged = config();
  paged.pager = PagerConfig{};
  EngineTwins twins{paged, 1};
  twins.both([](Machine& m, Disturber&) {
    const auto put = [&m](std::uint32_t a, std::uint64_t w) { m.core().poke(PhysicalAddress{a}, Word36{w}); };
    put(071, 0000005460006);
    put(072, 0400200000000);
    put(05001, 0160040000011);
    put(05041, 0160040000011);
    put(04011, 0400000000000);
    const std::uint64_t program[] = {0640640040000, 0340100001002, 0254015000000};  // TRC 15,40000; AOJ 2,; JRST (15)
    for (std::uint32_t n = 0; n < std::size(program); ++n) put(011000 + n, program[n]);
    m.bus().datao(DeviceCode::written(0), Word36{0776776000000});
    for (const std::uint64_t cono : {0702600000000U, 0702600000006U}) m.cpu().execute(Word36{cono});
    m.cpu().setAc(AcNo{015}, Word36{01000});
    m.cpu().setFlags(kPcUser);
    m.cpu().setPc(VirtualAddress{kLoop});
  });
  for (int n = 0; n < 40; ++n) ASSERT_EQ(twins.run({.instructions = 101}), "") << n;
  EXPECT_GT(twins.fast().cpu().translated(), 1000U);
}

INSTANTIATE_TEST_SUITE_P(Memories, EnginePlaces,
                         ::testing::Values(Memory{4, 16384, 1}, Memory{4, 16384, 2}, Memory{4, 16384, 4}),
                         [](const auto& made) { return "Interleave" + std::to_string(made.param.interleave); });

}  // namespace
}  // namespace utah10::test
