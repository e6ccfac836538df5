// The memory cycles of reloads and traps: one per word of the pointer chain, in the order of the walk.
#include "pager_rig.hpp"

namespace utah10 {
namespace {

using test::lh;
using test::PagerRig;

struct Cycle {
  CycleKind kind;
  std::uint32_t real;
  bool operator==(const Cycle&) const = default;
};
void PrintTo(const Cycle& c, std::ostream* out) { *out << static_cast<int>(c.kind) << '@' << std::oct << c.real; }

struct Recorder final : Probe {
  std::vector<Cycle> cycles;
  void memory(const MemoryRecord& r) override { cycles.push_back({r.kind, r.physicalAddress.bits()}); }
};

// The memory cycles of UMOVE 1,5123 (or another instruction) at 1402.
std::vector<Cycle> cyclesOf(PagerRig& rig, std::uint64_t instruction, std::uint64_t instructions = 1) {
  Recorder recorder;
  rig.set(01402, instruction);
  rig.m.cpu().connect(recorder);
  rig.m.cpu().setFlags(0);
  rig.m.cpu().setPc(VirtualAddress{01402});
  rig.m.cpu().run({.instructions = instructions});
  rig.m.cpu().disconnect(recorder);
  return recorder.cycles;
}

constexpr std::uint64_t kUmove = 0100040005123;
constexpr Cycle kFetch = {CycleKind::Fetch, 01402};
constexpr Cycle kMap = {CycleKind::MapRead, 031005};
constexpr Cycle kCstRead = {CycleKind::CstRead, 04040};
constexpr Cycle kCstWrite = {CycleKind::CstWrite, 04040};
constexpr Cycle kRead = {CycleKind::Read, 040123};
constexpr Cycle mapRead(std::uint32_t real) { return {CycleKind::MapRead, real}; }

TEST(PagerCycles, OfEachChain) {
  constexpr std::uint64_t kPrivate = lh(0160040, 040);
  constexpr std::uint64_t kShared = lh(0360040, 0400000);
  constexpr std::uint64_t kFirst = lh(0560040, 0401007);
  constexpr std::uint64_t kSecond = lh(0560040, 0402010);
  struct Row {
    std::uint64_t map, table, second;
    std::vector<Cycle> walk;
  };
  const std::vector<Row> rows = {
      {kPrivate, 0, 0, {kMap}},
      {kShared, 0, 0, {kMap, mapRead(020400)}},
      {kFirst, kPrivate, 0, {kMap, mapRead(020401), mapRead(041007)}},
      {kFirst, kShared, 0, {kMap, mapRead(020401), mapRead(041007), mapRead(020400)}},
      {kFirst, kSecond, kPrivate, {kMap, mapRead(020401), mapRead(041007), mapRead(020402), mapRead(042010)}},
      {kFirst,
       kSecond,
       kShared,
       {kMap, mapRead(020401), mapRead(041007), mapRead(020402), mapRead(042010), mapRead(020400)}},
  };
  for (const Row& row : rows) {
    PagerRig rig;
    rig.set(031005, row.map);
    rig.set(041007, row.table);
    rig.set(042010, row.second);
    rig.words(020400, {lh(020, 040), lh(020, 041), lh(020, 042)});
    rig.on();
    std::vector<Cycle> expected = {kFetch};
    expected.insert(expected.end(), row.walk.begin(), row.walk.end());
    expected.insert(expected.end(), {kCstRead, kCstWrite, kRead});
    EXPECT_EQ(cyclesOf(rig, kUmove), expected);
    EXPECT_EQ(cyclesOf(rig, kUmove), (std::vector<Cycle>{kFetch, kRead}));
  }
}

TEST(PagerCycles, OfLoadingTheRegisters) {
  PagerRig rig;
  EXPECT_EQ(cyclesOf(rig, 0702600000000), (std::vector<Cycle>{kFetch, mapRead(071), mapRead(072)}));
}

TEST(PagerCycles, OfTraps) {
  for (const bool write : {false, true}) {
    PagerRig rig;
    rig.set(031005, 0);
    rig.on();
    std::vector<Cycle> expected = {kFetch, kMap, {CycleKind::TrapWrite, 030571}};
    if (write) expected.push_back({CycleKind::TrapWrite, 030572});
    // Location 70, the word its JSYS points at, the PC word through page 777
    expected.insert(expected.end(), {{CycleKind::Fetch, 070},
                                     {CycleKind::Read, 01100},
                                     mapRead(030777),
                                     {CycleKind::CstRead, 04030},
                                     {CycleKind::CstWrite, 04030},
                                     {CycleKind::Write, 030573}});
    EXPECT_EQ(cyclesOf(rig, write ? 0102040005123 : kUmove), expected);
  }
}

// Every cycle takes its time, the pager's like the processor's: with memory of .60/.20 a walk over n words costs n
// more accesses than that of a private page, and nothing else while the pager's own delays are zero.
TEST(PagerCycles, TakeTheTimeOfTheMemory) {
  const auto timeOf = [](bool shared) {
    PagerRig rig;
    if (shared) rig.set(031005, lh(0360040, 0400000));
    rig.set(020400, lh(020, 040));
    rig.on();
    const Instant before = rig.m.now();
    cyclesOf(rig, kUmove);
    return rig.m.now() - before;
  };
  EXPECT_EQ(timeOf(true) - timeOf(false), nanoseconds(600));
}

TEST(PagerCycles, AreInTheCounters) {
  PagerRig rig;
  rig.set(031005, 0);
  rig.m.cpu().counters() = {};
  rig.on();
  rig.run({0102040005123});
  std::uint64_t of[4] = {};
  for (const auto& by : rig.m.cpu().counters().cycles)
    for (int n = 0; n < 4; ++n) of[n] += by[static_cast<std::size_t>(CycleKind::MapRead) + static_cast<std::size_t>(n)];
  EXPECT_EQ(of[0], 4u);  // 71, 72, the empty map word, page 777
  EXPECT_EQ(of[1], 1u);
  EXPECT_EQ(of[2], 1u);
  EXPECT_EQ(of[3], 2u);
}

}  // namespace
}  // namespace utah10
