// Core memory: busy boxes, interleaving, ports, non-existent memory, parity.
#include "rig.hpp"

namespace utah10 {
namespace {

using test::Rig;

constexpr std::uint64_t kMove1 = 0200040000000;  // MOVE 1,

TEST(CoreMemory, ASecondReferenceToABusyBoxWaits) {
  Rig rig{Rig::boxesOf("MB10", 2)};
  rig.load(0100, {kMove1 | 0200, kMove1 | 040200});
  // The operand is requested 1.05 us after the fetch; the box is busy for 1.65.
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2310 + 600));
  EXPECT_EQ(rig.m.cpu().counters().memoryWait, nanoseconds(600));
}

TEST(CoreMemory, ReferencesToDifferentBoxesOverlap) {
  Rig rig{Rig::boxesOf("MB10", 2)};
  rig.load(0100, {kMove1 | 040200});
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2310));
}

TEST(CoreMemory, InterleavedBoxesShareConsecutiveAddresses) {
  Rig rig{Rig::boxesOf("MB10", 2, 2)};
  rig.load(0100, {kMove1 | 0201});
  rig.load(0102, {kMove1 | 0200});
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2310));
  Rig other{Rig::boxesOf("MB10", 2, 2)};
  other.load(0102, {kMove1 | 0200});
  EXPECT_EQ(other.timeOf(0102, 1), nanoseconds(2310 + 600));
}

TEST(CoreMemory, AReadPauseWriteHoldsItsBoxUntilTheRestartHasCompleted) {
  Rig rig{Rig::boxesOf("MB10", 2)};
  rig.load(0100, {0350000040200, kMove1 | 040200});  // AOS 40200; MOVE 1,40200
  // AOS: fetch 17+60+17, address 11, pause read 26+60+16, execution 51, restart 13: the box is free 1.05 us later.
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2840));
  // The MOVE's request comes 13 (after restart) + 94 + 11 + 17 later: 1.35 us. No wait; with the box still held there
  // would be one.
  EXPECT_EQ(rig.timeOf(0101, 1), nanoseconds(2310));
  EXPECT_EQ(rig.at(040200), 1u);
}

TEST(CoreMemory, TheNextFetchWaitsForTheWriteHalfInItsOwnBox) {
  Rig rig{Rig::boxesOf("MB10", 2)};
  rig.load(0100, {0350000000200, kMove1 | 040200});  // AOS 200; MOVE 1,40200
  // AOS: its read waits 51 for the box of its fetch. Restart 2.71 + .51 after it began: the box is free at 4.27.
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2840 + 510));
  // The fetch asks at 3.35 + .17.
  EXPECT_EQ(rig.timeOf(0101, 1), nanoseconds(2310 + 750));
}

// The state of a box after a read-pause-write must not depend on observers.
TEST(CoreMemory, AReadPauseWriteLeavesItsBoxTheSameWithAnObserver) {
  struct Silent final : Probe {
  } probe;
  for (const std::uint64_t insn : {0250040000200ull, 0350000000200ull, 0136040000200ull, 0272040000200ull}) {
    for (std::uint64_t count = 1; count < 12; ++count) {
      Rig plain{Rig::boxesOf("MA10", 2)};
      Rig watched{Rig::boxesOf("MA10", 2)};
      watched.m.cpu().connect(probe);
      for (Rig* rig : {&plain, &watched}) {
        rig->load(0100, {insn, kMove1 | 0200, 0254000000100});  // and MOVE 1,200; JRST 100
        rig->load(0200, {0001000000300});
        rig->start(0100, {.instructions = count});
      }
      EXPECT_TRUE(plain.m.save(true) == watched.m.save(true)) << std::oct << insn << " " << count;
    }
  }
}

TEST(CoreMemory, ADevicePortStealsCycles) {
  Rig rig{Rig::boxesOf("MB10", 2)};
  rig.load(0100, {kMove1 | 040200});
  rig.load(040300, {0123});
  MemoryPort::Result result;
  Instant done = kNever;
  MemoryPort port(rig.m.core(), rig.m.clock(), "test", 0, [&](const MemoryPort::Result& r) {
    result = r;
    done = rig.m.now();
  });
  const EventId begin = rig.m.clock().add("test.begin", [&] { port.read(PhysicalAddress{040300}); });
  rig.m.clock().at(begin, kPowerOn + nanoseconds(1000));
  // The port has the second box from 1.00 to 2.65; the processor requests it at 1.22.
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2310 + 2650 - 1220));
  EXPECT_EQ(result.word.bits(), 0123u);
  EXPECT_EQ(done, kPowerOn + nanoseconds(1600));
}

TEST(CoreMemory, WaitingPortsAreServedInOrderOfTheirNumbers) {
  Rig rig{Rig::boxesOf("MB10", 1)};
  std::string order;
  const auto note = [&](char c) { return [&order, c](const MemoryPort::Result&) { order += c; }; };
  MemoryPort third(rig.m.core(), rig.m.clock(), "c", 2, note('c'));
  MemoryPort second(rig.m.core(), rig.m.clock(), "b", 1, note('b'));
  MemoryPort first(rig.m.core(), rig.m.clock(), "a", 0, note('a'));
  third.write(PhysicalAddress{0300}, Word36{3});  // takes the box
  second.write(PhysicalAddress{0301}, Word36{2});
  first.write(PhysicalAddress{0302}, Word36{1});
  rig.m.clock().idleUntil(kPowerOn + microseconds(10));
  EXPECT_EQ(order, "cab");
  EXPECT_EQ(rig.at(0302), 1u);
}

// An observer's mark outlasts every way to write a word, and is seen neither in the word nor in the state.
TEST(CoreMemory, AMarkStaysWithItsWordAndIsNoPartOfTheState) {
  Rig rig{Rig::boxesOf("MB10", 1)};
  Rig other{Rig::boxesOf("MB10", 1)};
  const PhysicalAddress a{0300};
  rig.m.core().watch(a);
  MemoryPort port(rig.m.core(), rig.m.clock(), "port", 0, [](const MemoryPort::Result&) {});
  MemoryPort same(other.m.core(), other.m.clock(), "port", 0, [](const MemoryPort::Result&) {});
  port.write(a, Word36{5});
  same.write(a, Word36{5});
  for (Rig* r : {&rig, &other}) r->m.clock().idleUntil(kPowerOn + microseconds(10));
  EXPECT_NE(rig.m.core().cell(a) & CoreMemory::kWatched, 0u);
  EXPECT_EQ(rig.at(0300), 5u);
  for (Rig* r : {&rig, &other}) r->load(0300, {6});
  EXPECT_TRUE(rig.m.save() == other.m.save());
  EXPECT_NE(rig.m.core().cell(a) & CoreMemory::kWatched, 0u);
  ASSERT_TRUE(rig.m.restore(other.m.save()));
  EXPECT_FALSE(rig.m.core().badParity(a));
  EXPECT_NE(rig.m.core().cell(a) & CoreMemory::kWatched, 0u);
  rig.m.core().unwatch();
  EXPECT_EQ(rig.m.core().cell(a), 6u);
}

TEST(CoreMemory, NonexistentMemoryTimesOutAndReadsZero) {
  Rig rig{Rig::boxesOf("ideal", 1)};
  rig.load(0100, {kMove1 | 0100000});
  rig.m.cpu().setAc(AcNo{1}, Word36{0777});
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2310 - 600 + 100000));
  EXPECT_EQ(rig.ac(1), 0u);
  EXPECT_EQ(rig.coniApr(), 010000u);
  EXPECT_FALSE(rig.m.core().poke(PhysicalAddress{0100000}, Word36{1}));
}

TEST(CoreMemory, ABadParityWordIsReportedUntilRewritten) {
  Rig rig;
  rig.load(0100, {kMove1 | 0200, 0402000000200, kMove1 | 0200});  // MOVE; SETZM 200; MOVE
  rig.load(0200, {0707});
  ASSERT_TRUE(rig.m.core().injectParityError(PhysicalAddress{0200}));
  rig.timeOf(0100, 1);
  EXPECT_EQ(rig.ac(1), 0707u);
  EXPECT_EQ(rig.coniPi(), 0200000u);
  rig.m.bus().cono(DeviceCode::written(4), HalfWord{0200000});
  EXPECT_EQ(rig.coniPi(), 0u);
  rig.timeOf(0101, 2);
  EXPECT_EQ(rig.coniPi(), 0u);
}

TEST(CoreMemory, ImpossibleConfigurationsAreRefused) {
  auto boxes = Rig::boxesOf("MA10", 2).memory;
  EXPECT_TRUE(CoreMemory::check(boxes));
  boxes[1].base = 1024;
  EXPECT_EQ(CoreMemory::check(boxes).error().what, "overlaps another box at 002000");
  boxes[1].base = 0770000;
  EXPECT_EQ(CoreMemory::check(boxes).error().what, "reaches beyond 256K words");
  boxes = Rig::boxesOf("MA10", 3, 2).memory;
  EXPECT_FALSE(CoreMemory::check(boxes));
  EXPECT_FALSE(CoreMemory::check({}));
}

TEST(AccumulatorsAsMemory, TakeFastMemoryTimes) {
  Rig rig;
  rig.load(0100, {kMove1 | 3, 0202040000003, 0350000000003});  // MOVE 1,3; MOVEM 1,3; AOS 3
  rig.m.cpu().setAc(AcNo{3}, Word36{5});
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2310 - 600 + 230));
  EXPECT_EQ(rig.timeOf(0101, 1), nanoseconds(2050));
  rig.timeOf(0102, 1);
  EXPECT_EQ(rig.ac(3), 6u);
}

TEST(AccumulatorsAsMemory, CanHoldTheProgram) {
  Rig rig;
  rig.load(1, {0271000000007, 0254200000002});  // ADDI 0,7; HALT 2
  EXPECT_EQ(rig.start(1), StopReason::Halt);
  EXPECT_EQ(rig.ac(0), 7u);
  EXPECT_EQ(rig.m.cpu().counters().cycles[0][static_cast<std::size_t>(CycleKind::FastFetch)], 2u);
}

// The gate flow's totals with fast memory off.
TEST(FastMemoryOff, AccumulatorsComeFromCore) {
  MachineConfig config = Rig::idealConfig();
  config.timing = "gate";
  const struct {
    std::uint64_t word;
    std::int64_t ns;
  } cases[] = {{kMove1 | 0200, 2515}, {0200042000200, 3445}, {0270040000200, 3530}};
  for (const auto& c : cases) {
    Rig rig{config};
    rig.m.cpu().switches().fastMemory = false;
    rig.load(0100, {c.word});
    rig.m.core().poke(PhysicalAddress{0200}, Word36{5});
    EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(c.ns)) << std::oct << c.word;
    EXPECT_EQ(rig.m.core().peek(PhysicalAddress{1}).bits(), 5u);
  }
}

}  // namespace
}  // namespace utah10
