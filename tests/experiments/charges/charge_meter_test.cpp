// The charge meter, fed with records of a monitor of three instructions.
#include "experiments/charges/charge_meter.hpp"

#include <gtest/gtest.h>

#include <array>

namespace utah10 {
namespace {

constexpr std::uint32_t kForkx = 01000;
constexpr std::uint32_t kSlowBout = 02000;
constexpr std::uint32_t kProgram = 0200;
constexpr std::uint32_t kDrumReads = 01300;
constexpr std::uint64_t kJsys = 0104'000'000'000;
constexpr std::uint64_t kXct = 0256'000'000'000;
constexpr std::uint64_t kJfcl = 0255'000'000'000;
constexpr unsigned kBout = 051;

ChargePlaces places() {
  ChargePlaces p;
  p.forkx = kForkx;
  p.insked = 01001;
  p.jobrtt = 01002;
  p.trapc = 01003;
  p.fkrt = 01004;
  p.fkstat = 01100;
  p.fkjob = 01200;
  p.bouslo = kSlowBout;
  p.drmrd = kDrumReads;
  return p;
}

class ChargeMeterTest : public ::testing::Test {
 protected:
  void user(std::uint64_t word, unsigned e) { instruct(word, PcWord{kPcUser, VirtualAddress{kProgram}}, e, 0); }
  void monitor(std::uint64_t word, std::uint32_t context) {
    instruct(word, PcWord{0, VirtualAddress{kSlowBout}}, 0, context);
  }
  void instruct(std::uint64_t word, PcWord pc, unsigned e, std::uint32_t context) {
    HistoryEntry entry;
    entry.began = now_;
    entry.instruction = Instruction{Word36{word + e}};
    entry.pcWord = pc;
    entry.e = e;
    entry.context = context;
    now_ += microseconds(1);
    meter_.instruction({.entry = entry, .ended = now_, .level = 0, .process = kNoProcess, .ac = ac_});
  }
  void counts(std::uint32_t counter) {
    meter_.memory({.at = now_,
                   .kind = CycleKind::Write,
                   .virtualAddress = VirtualAddress{counter},
                   .physicalAddress = PhysicalAddress{counter},
                   .word = Word36{1}});
  }
  void readsRunTime() {
    user(kJsys, kRuntm);
    user(kJfcl, 0);
  }

  Machine machine_;
  SymbolMap symbols_;
  std::array<Word36, 16> ac_{Word36{}, Word36{kSelf}};
  Instant now_;
  ChargeMeter meter_{machine_, symbols_, places(), -1};
};

// The place may hold an XCT, of which there are two records: OKINT in 1.28.
TEST_F(ChargeMeterTest, APlaceWithAnXctIsReachedOnce) {
  readsRunTime();
  user(kJsys, kBout);
  monitor(kXct, 0);
  monitor(kJfcl, kHistoryXct);
  readsRunTime();
  ASSERT_EQ(meter_.stretches().size(), 1u);
  EXPECT_EQ(meter_.stretches()[0].calls[kBout], 1u);
  EXPECT_EQ(meter_.stretches()[0].slowBout, 1u);
}

TEST_F(ChargeMeterTest, PagesReadWhileTheForkIsCurrentAreIts) {
  readsRunTime();
  counts(kDrumReads);
  counts(kDrumReads);
  counts(kDrumReads + 1);
  readsRunTime();
  ASSERT_EQ(meter_.stretches().size(), 1u);
  EXPECT_EQ(meter_.stretches()[0].reads.drum, 2u);
  EXPECT_EQ(meter_.stretches()[0].reads.disk, 0u);
  EXPECT_EQ(meter_.job().reads.drum, 2u);
}

TEST_F(ChargeMeterTest, AStretchUnderWayIsDormantOnlyWhileItsForkWaits) {
  EXPECT_TRUE(meter_.dormant()) << "no stretch is under way";
  readsRunTime();
  EXPECT_FALSE(meter_.dormant());
  meter_.pause();
  meter_.resume();
  readsRunTime();
  EXPECT_EQ(meter_.stretches().size(), 1u) << "a pause does not end a stretch";
}

}  // namespace
}  // namespace utah10
