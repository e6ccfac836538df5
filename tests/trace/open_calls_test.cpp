#include "trace/open_calls.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

constexpr std::uint64_t kJrstFlags = 0254100000000;  // JRST 2,

TEST(OpenCalls, ACallReturnsToFourWords) {
  EXPECT_EQ(returnOf(05001, 05000), 0u);  // the call itself
  EXPECT_EQ(returnOf(05001, 05001), 1u);
  EXPECT_EQ(returnOf(05001, 05002), 2u);
  EXPECT_EQ(returnOf(05001, 05004), 4u);
  EXPECT_EQ(returnOf(05001, 05005), 0u);
  EXPECT_EQ(returnOf(0777777, 0), 2u);  // addresses wrap
  EXPECT_EQ(returnOf(0, 0777777), 0u);
}

struct Calls {
  OpenCalls<int> open;
  bool restored = false;
  int notYet = -1;
  unsigned asked = 0;

  std::optional<OpenCalls<int>::Return> at(bool user, std::uint32_t pc) {
    return open.returned(
        user, pc, [&] { return ++asked, restored; }, [&](int call) { return call != notYet; });
  }
};

TEST(OpenCalls, TheInnermostThatFitsInItsCallersMode) {
  Calls c;
  c.open.push({true, 05001}, 1);
  c.open.push({true, 05002}, 2);
  ASSERT_TRUE(c.at(true, 05003));
  EXPECT_EQ(c.at(true, 05003)->index, 1u);
  EXPECT_EQ(c.at(true, 05003)->place, 2u);
  EXPECT_EQ(c.at(true, 05001)->index, 0u);
  EXPECT_FALSE(c.at(true, 05006));
  c.restored = true;
  EXPECT_FALSE(c.at(false, 05003));
  c.notYet = 2;
  EXPECT_EQ(c.at(true, 05003)->index, 0u);
  EXPECT_EQ(c.at(true, 05003)->place, 3u);
}

TEST(OpenCalls, TheMonitorsOwnNeedTheirFlagsRestored) {
  Calls c;
  c.open.push({false, 01402}, 1);
  EXPECT_FALSE(c.at(false, 01404));
  c.restored = true;
  EXPECT_EQ(c.at(false, 01404)->place, 3u);
  EXPECT_EQ(c.asked, 2u);
  EXPECT_FALSE(c.at(false, 01406));
  EXPECT_EQ(c.asked, 2u);  // only where it matters
}

TEST(OpenCalls, EndTheInnermostFirst) {
  Calls c;
  for (const int n : {1, 2, 3}) c.open.push({}, n);
  std::vector<std::pair<int, std::size_t>> ended;
  c.open.cutTo(1, [&](int call) { ended.emplace_back(call, c.open.size()); });
  EXPECT_EQ(ended, (std::vector<std::pair<int, std::size_t>>{{3, 2}, {2, 1}}));
  EXPECT_EQ(c.open.size(), 1u);
}

struct Executed {
  LastExecuted last;
  std::array<Word36, 16> ac{};

  void run(std::uint64_t word, std::uint32_t e, unsigned level, std::uint32_t context = 0) {
    HistoryEntry entry;
    entry.instruction = Instruction{Word36{word}};
    entry.e = e;
    entry.context = context;
    last.ended({.entry = entry, .ended = kPowerOn, .level = level, .ac = ac});
  }
};

TEST(OpenCalls, EachLevelHasALastInstruction) {
  Executed x;
  EXPECT_FALSE(x.last.restoredTo(0, VirtualAddress{0}));
  x.run(kJrstFlags, 05001, 0);
  x.run(0254000000000, 01000, 3);              // of an interrupt
  x.run(0264000001000, 01000, 0, kHistoryPi);  // of an interrupt's cycle
  EXPECT_TRUE(x.last.restoredTo(0, VirtualAddress{05001}));
  EXPECT_FALSE(x.last.restoredTo(0, VirtualAddress{05002}));
  EXPECT_FALSE(x.last.restoredTo(3, VirtualAddress{01000}));
  x.run(0254000000000, 05001, 0);
  EXPECT_FALSE(x.last.restoredTo(0, VirtualAddress{05001}));
}

}  // namespace
}  // namespace utah10
