// The fast engine against the interpreter: the same state, time, boxes, counters and history wherever a run is cut,
// on random programs with interrupts, page traps, and words of the program that it or a channel changes.
#include <gtest/gtest.h>

#include "engine_programs.hpp"

namespace utah10::test {
namespace {

// A program takes as long as so many cases of other random tests.
constexpr std::uint64_t kCasesOfAProgram = 400;

MachineConfig configOf(Random& random, bool paged) {
  constexpr std::string_view kKinds[] = {"MA10", "ideal", "MB10", "MD10", "MF10"};
  MachineConfig config;
  config.timing = random.oneIn(2) ? "srm" : "gate";
  const MemoryKind& kind = *findMemoryKind(kKinds[random.below(5)]);
  const std::uint32_t interleave = 1U << random.below(3);
  for (std::uint32_t n = 0; n < 4; ++n) config.memory.push_back({kind, n * 16384, 16384, interleave, 4});
  if (!paged) return config;
  config.pager = PagerConfig{};
  config.pager->registers = 3 + static_cast<unsigned>(random.below(14));
  if (random.oneIn(2)) config.pager->hit = nanoseconds(40);
  return config;
}

// Core pages of a user's pages: a third of the pages are out of order, so that pages of the program lie in several
// boxes.
std::uint32_t corePage(std::uint32_t page) { return page % 3 == 0 ? 0150 - page : 010 + page; }

// A user of the paged machine has its pages 0-107; the page table is in core page 5, the PSB in 6.
void mapUser(Machine& m, const std::vector<std::uint64_t>& rights) {
  const auto put = [&m](std::uint32_t a, std::uint64_t w) { m.core().poke(PhysicalAddress{a}, Word36{w}); };
  put(071, 0000005460006);
  put(072, 0400200000000);
  for (std::uint32_t page = 0; page < rights.size(); ++page) {
    put(05000 + page, rights[page] | corePage(page));
    put(04000 + corePage(page), 0400000000000);
  }
  m.bus().datao(DeviceCode::written(0), Word36{0776776000000});
}

struct Situation {
  LoopProgram program;
  bool paged = false;
  std::vector<std::uint64_t> rights;
  std::uint32_t flags = 0;
};

std::uint32_t realOf(const Situation& s, std::uint32_t va) {
  return s.paged ? corePage(va >> 9) << 9 | (va & 0777) : va;
}

void load(Machine& m, Disturber& d, const Situation& s) {
  for (const auto& [at, word] : s.program.words)
    if (at < 020)
      m.cpu().setAc(AcNo{at}, word);
    else
      m.core().poke(PhysicalAddress{realOf(s, at)}, word);
  // A UUO or a page trap goes back to the loop; an interrupt is answered.
  const std::uint64_t back = (s.paged ? 0254040000000U : 0254000000000U) | LoopProgram::kLoop;  // JRST or JRST 1,
  for (const std::uint32_t at : {041U, 061U, 070U}) m.core().poke(PhysicalAddress{at}, Word36{back});
  m.core().poke(PhysicalAddress{052}, Word36{0700040000640 | (std::uint64_t{Disturber::kDevice.index()} << 26)});
  d.words = s.program.other;
  d.places.clear();
  for (std::uint32_t n = 0; n < 6; ++n)
    d.places.emplace_back(realOf(s, LoopProgram::kLoop + 4 + n * s.program.length / 6));
  d.begin();
  m.cpu().history().resize(512);
  if (s.paged) {
    mapUser(m, s.rights);
    for (const std::uint64_t cono : {0702600000000U, 0702600000006U}) m.cpu().execute(Word36{cono});
  }
  m.pi().cono(HalfWord{02204});  // level 5 on
  m.cpu().setFlags(s.flags);
  m.cpu().setPc(VirtualAddress{LoopProgram::kLoop});
}

RunLimit randomLimit(Random& random, Instant now) {
  RunLimit limit;
  if (random.oneIn(2)) limit.instructions = 1 + random.below(4000);
  limit.until = now + nanoseconds(static_cast<std::int64_t>(1 + random.below(8'000'000)));
  return limit;
}

bool loops(EngineTwins& twins, const Situation& s) {
  const std::uint32_t pc = twins.reference().cpu().pc().bits();
  return pc >= LoopProgram::kLoop && pc < LoopProgram::kLoop + s.program.length;
}

// A program that has left its loop begins again.
void again(EngineTwins& twins, const Situation& s) {
  twins.both([&s](Machine& m, Disturber&) {
    m.cpu().setFlags(s.flags);
    m.cpu().setPc(VirtualAddress{LoopProgram::kLoop});
  });
}

// Wants to be told everything, so that the interpreter executes every instruction with all its records.
struct Observer final : Probe {};

void compare(bool paged) {
  if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
  Random random;
  std::uint64_t executed = 0, translated = 0;
  const std::uint64_t programs = caseCount() / kCasesOfAProgram;
  for (std::uint64_t n = 0; n < programs; ++n) {
    Situation s{randomLoop(random), paged, {}, paged ? std::uint32_t{kPcUser} : 0};
    for (std::uint32_t page = 0; page < 0110; ++page)
      s.rights.push_back(random.oneIn(40) ? 0 : random.oneIn(30) ? 0120040000000U : 0160040000000U);
    EngineTwins twins{configOf(random, paged), random.bits()};
    twins.both([&s](Machine& m, Disturber& d) { load(m, d, s); });
    Observer observer;
    if (random.oneIn(4)) twins.reference().cpu().connect(observer);
    for (int leg = 0; leg < 24; ++leg) {
      ASSERT_EQ(twins.run(randomLimit(random, twins.reference().now())), "") << "program " << n << ", leg " << leg;
      executed += twins.fast().cpu().executed();
      if (!loops(twins, s) || leg % 4 == 3) again(twins, s);
    }
    translated += twins.fast().cpu().translated();
  }
  std::cout << programs << " programs, " << executed << " instructions, " << translated << " translated\n";
  EXPECT_GT(translated, executed / 4);
}

TEST(FastEngine, RandomLoopsAreTheSame) { compare(false); }
TEST(FastEngine, RandomLoopsOfAUserBehindThePagerAreTheSame) { compare(true); }

}  // namespace
}  // namespace utah10::test
