// The data channel alone: lists, the word written at the end, errors, its use of core cycles.
#include <gtest/gtest.h>

#include "devices/df10.hpp"
#include "disk_rig.hpp"

namespace utah10 {
namespace {

using Direction = Df10::Direction;

struct Channel : test::DiskRig {
  using DiskRig::DiskRig;
  int reports = 0;
  Df10 df{core, clock, "df", 0, [this] { ++reports; }};

  void pass(Duration d = microseconds(15)) { clock.idleUntil(clock.now() + d); }
  // Stores words 1, 2, ... 15 us apart until the list has ended, or `most`.
  unsigned storeAll(unsigned most = 1000) {
    unsigned n = 0;
    for (pass(); n < most && !df.exhausted() && df.errors() == 0; pass()) EXPECT_TRUE(df.store(Word36{++n}));
    return n;
  }
  std::vector<std::uint64_t> takeAll() {
    std::vector<std::uint64_t> words;
    for (pass(); !df.exhausted() && df.errors() == 0; pass()) words.push_back(df.take().value().bits());
    return words;
  }
  std::uint64_t report() {
    df.finish();
    pass();
    EXPECT_EQ(reports, 1);
    EXPECT_FALSE(df.running());
    return peek(063);
  }
};

constexpr std::uint64_t word(int count, std::uint32_t address) {
  return Word36::halves(HalfWord{static_cast<std::uint32_t>(-count)}, HalfWord{address - 1}).bits();
}

TEST(Df10, MovesToCoreAlongAListWithJumpsAndGaps) {
  Channel c;
  c.poke(062, 01000);  // jump
  c.poke(01000, word(3, 02000));
  c.poke(01001, word(2, 1));  // passed over: address field 0
  c.poke(01002, 01100);
  c.poke(01100, word(1, 03000));
  c.poke(01101, 0);
  c.df.start(PhysicalAddress{062}, Direction::ToCore);
  EXPECT_EQ(c.storeAll(), 6u);
  for (const auto& [at, value] :
       {std::pair{02000u, 1u}, {02001u, 2u}, {02002u, 3u}, {03000u, 6u}, {02003u, 0u}, {0u, 0u}, {1u, 0u}})
    EXPECT_EQ(c.peek(at), value) << std::oct << at;
  EXPECT_EQ(c.report(), 01101003000u) << "the zero word's address, the last word's";
}

TEST(Df10, MovesFromCoreAndReadsAWordAhead) {
  Channel c;
  c.fill(02000, 3, 7);
  c.poke(062, word(3, 02000));
  c.poke(063, word(2, 1));
  c.poke(064, 0);
  c.df.start(PhysicalAddress{062}, Direction::FromCore);
  const std::uint64_t step = 0001001001001;
  EXPECT_EQ(c.takeAll(), (std::vector<std::uint64_t>{7, 7 + step, 7 + 2 * step, 0, 0}));
  EXPECT_EQ(c.report(), 064000000u);
}

TEST(Df10, AnEmptyListEndsAtOnce) {
  Channel c;
  c.df.start(PhysicalAddress{062}, Direction::ToCore);
  EXPECT_EQ(c.storeAll(), 0u);
  EXPECT_EQ(c.report(), 062000000u);
}

TEST(Df10, CheckCountsWithoutAccessingCore) {
  Channel c;
  c.poke(062, word(5, 02000));
  c.poke(063, 0);
  c.df.start(PhysicalAddress{062}, Direction::Check);
  EXPECT_EQ(c.storeAll(), 5u);
  EXPECT_EQ(c.peek(02000), 0u);
}

TEST(Df10, EachWordIsACoreCycle) {
  Channel c;
  c.poke(062, word(10, 02000));
  c.df.start(PhysicalAddress{062}, Direction::ToCore);
  c.storeAll();
  EXPECT_EQ(c.core.boxes()[0].served, 12u) << "two control words, ten words";
  c.report();
  EXPECT_EQ(c.core.boxes()[0].served, 13u);
}

struct Wrong {
  const char* what;
  std::uint64_t first;    // control word at 62
  std::uint32_t spoiled;  // location with bad parity, 0 none
  Direction direction;
  std::uint8_t errors;
};

TEST(Df10, StandsStillAfterAnError) {
  const Wrong table[] = {
      {"data beyond core", word(4, 037776), 0, Direction::ToCore, Df10::kNonexistent},
      {"data beyond core", word(4, 037776), 0, Direction::FromCore, Df10::kNonexistent},
      {"control word beyond core", 040000, 0, Direction::ToCore, Df10::kNonexistent},
      {"control word's parity", word(4, 02000), 062, Direction::ToCore, Df10::kControlParity},
      {"data parity", word(4, 02000), 02001, Direction::FromCore, Df10::kDataParity},
      {"parity of an overwritten word", word(2, 02000), 02001, Direction::ToCore, 0},
  };
  for (const Wrong& t : table) {
    Channel c;
    c.poke(062, t.first);
    if (t.spoiled != 0) c.core.injectParityError(PhysicalAddress{t.spoiled});
    c.df.start(PhysicalAddress{062}, t.direction);
    if (t.direction == Direction::ToCore)
      c.storeAll(20);
    else
      c.takeAll();
    EXPECT_EQ(c.df.errors(), t.errors) << t.what;
    c.df.finish();
    c.pass();
    EXPECT_EQ(c.reports, 1) << t.what;
    EXPECT_EQ(c.df.errors(), t.errors) << t.what << ": until the next start";
  }
}

TEST(Df10, SlowCoreCausesAnOverrun) {
  MemoryKind slow = *findMemoryKind("MA10");
  slow.writeAccess = slow.readAccess = slow.cycle = microseconds(20);
  Channel c{slow};
  c.fill(02000, 4, 1);
  c.poke(062, word(4, 02000));
  c.df.start(PhysicalAddress{062}, Direction::ToCore);
  c.pass(microseconds(25));
  EXPECT_TRUE(c.df.store(Word36{1}));
  c.pass();
  EXPECT_FALSE(c.df.store(Word36{2}));
  c.df.finish();
  c.pass(microseconds(100));
  c.df.start(PhysicalAddress{062}, Direction::FromCore);
  c.pass(microseconds(45));
  EXPECT_TRUE(c.df.take());
  c.pass();
  EXPECT_FALSE(c.df.take());
}

TEST(Df10, AControlWordOnRequestDoesNotStopIt) {
  Channel c;
  c.poke(0100, word(10, 02000));
  c.df.start(PhysicalAddress{0100}, Direction::ToCore);
  c.storeAll(4);
  c.df.writeControlWord();
  c.pass();
  EXPECT_EQ(c.reports, 1);
  EXPECT_EQ(c.peek(0101), 0101002003u);
  c.poke(0101, 0);
  EXPECT_EQ(c.storeAll(), 6u);
}

TEST(Df10, AResetChannelCanBeStartedAgain) {
  Channel c;
  c.poke(062, word(4, 02000));
  c.df.start(PhysicalAddress{062}, Direction::ToCore);
  c.df.reset();  // the first control word is being read
  c.poke(0100, word(2, 03000));
  c.df.start(PhysicalAddress{0100}, Direction::ToCore);
  EXPECT_EQ(c.storeAll(), 2u);
  EXPECT_EQ(c.peek(03001), 2u);
  EXPECT_EQ(c.peek(02000), 0u);
}

}  // namespace
}  // namespace utah10
