// A program of many loops, one after another: only the hottest are translated when there are many traces already.
#include <gtest/gtest.h>

#include "engine_twins.hpp"

namespace utah10::test {
namespace {

constexpr std::uint32_t kBegin = 01000;
constexpr std::uint32_t kLength = 3;  // words of a loop
constexpr std::uint32_t kLoops = 150;
constexpr std::uint32_t kInTurn = 2;  // instructions

// MOVSI 1,-turns; ADDI 2,1; AOBJN 1,.-1
void putLoop(Machine& m, std::uint32_t n, std::uint32_t turns) {
  const std::uint32_t at = kBegin + n * kLength;
  const std::uint64_t words[] = {0205040000000U | ((01000000 - turns) & 0777777), 0271100000001,
                                 0253040000000U | (at + 1)};
  for (std::uint32_t k = 0; k < kLength; ++k) m.core().poke(PhysicalAddress{at + k}, Word36{words[k]});
}

std::uint64_t instructions(std::uint32_t turns) { return 1 + std::uint64_t{kInTurn} * turns; }

TEST(EngineMany, OfManyLoopsTheHottestAreTranslated) {
  if (!fastEngineBuilt()) GTEST_SKIP() << "this build has no fast engine";
  constexpr std::uint32_t kFew = 3000, kMany = 60000;
  EngineTwins twins{MachineConfig{}, 1};
  twins.both([](Machine& m, Disturber&) {
    for (std::uint32_t n = 0; n < kLoops; ++n) putLoop(m, n, kFew);
    putLoop(m, kLoops, kFew);
    putLoop(m, kLoops + 1, kMany);
    m.cpu().setPc(VirtualAddress{kBegin});
  });
  const auto translatedIn = [&](std::uint64_t number) {
    const std::uint64_t before = twins.fast().cpu().translated();
    EXPECT_EQ(twins.run({.instructions = number}), "");
    return twins.fast().cpu().translated() - before;
  };
  EXPECT_GT(translatedIn(kLoops * instructions(kFew)), kLoops * instructions(kFew) / 5);
  EXPECT_LT(translatedIn(instructions(kFew)), instructions(kFew) / 10);  // no hotter than those before it
  EXPECT_GT(translatedIn(instructions(kMany)), instructions(kMany) / 2);
  EXPECT_EQ(twins.fast().cpu().pc().bits(), kBegin + (kLoops + 2) * kLength);
}

}  // namespace
}  // namespace utah10::test
