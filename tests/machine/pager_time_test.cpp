// The pager's times, and faults of its own cycles.
#include "watched_machine.hpp"

namespace utah10 {
namespace {

using test::CycleLog;
using test::PagedMachine;
using namespace test::pager;

// ---- times ----

constexpr Duration kMove = nanoseconds(90 + 20 + 170 + 600 + 160 + 30 + 270 + 30);  // UMOVE 1,E without its fetch

TEST(PagerTime, AReloadIsItsMemoryCycles) {
  Watched rig;
  EXPECT_EQ(rig.timeOf(kUmove1 | 05100), kMove + nanoseconds(600 + 600));  // map word, CST
  EXPECT_EQ(rig.timeOf(kUmove1 | 05101), kMove);
  rig.set(PagedMachine::word(test::kUpt, 6), 0560040400007);  // indirect through SPT 400, then shared through 401
  rig.set(020400, 060);
  rig.set(060007, 0360040401000);
  rig.set(020401, 046);
  EXPECT_EQ(rig.timeOf(kUmove1 | 06100), kMove + nanoseconds(5 * 600));
}

TEST(PagerTime, BoxesStayBusyForTheirCycles) {
  Watched rig{{}, "MA10"};  // .61 to the data, 1.00 to the next request; everything below 40000 in one box
  rig.m.clock().advance(microseconds(1));
  // The CST word waits until the map word's box is free again; the datum's box has long been free.
  const Duration withoutReload = kMove + nanoseconds(10);
  EXPECT_EQ(rig.timeOf(kUmove1 | 05100), withoutReload + nanoseconds(1000 + 610));
  // The CST's write half keeps the box for its .39.
  const Instant cst = rig.log.all.end()[-2].at;
  EXPECT_EQ(rig.log.all.end()[-2].kind, CycleKind::CstWrite);
  EXPECT_EQ(rig.m.core().boxOf(PhysicalAddress{04045})->freeAt, cst + nanoseconds(390));
}

TEST(PagerTime, ConfiguredDelaysAreAdded) {
  Watched rig{{.hit = nanoseconds(1),
               .reload = nanoseconds(10),
               .pointer = nanoseconds(100),
               .cst = nanoseconds(1000),
               .trap = nanoseconds(10000)}};
  EXPECT_EQ(rig.timeOf(kUmove1 | 05100), kMove + nanoseconds(1200 + 1111));
  EXPECT_EQ(rig.timeOf(kUmove1 | 05101), kMove + nanoseconds(1));
  rig.map(6, 0);
  const Instant before = rig.m.now();
  rig.log.all.clear();
  rig.x(kUmove1 | 06100);
  const auto trap = std::ranges::find(rig.log.all, CycleKind::TrapWrite, &MemoryRecord::kind);
  ASSERT_NE(trap, rig.log.all.end());
  EXPECT_EQ(trap->at - before, nanoseconds(90 + 20 + 170 + 600 + 10 + 100 + 10000));
}

TEST(PagerTime, EveryDelayHasAFact) {
  const PagerConfig config{.hit = nanoseconds(1),
                           .reload = nanoseconds(2),
                           .pointer = nanoseconds(3),
                           .cst = nanoseconds(4),
                           .trap = nanoseconds(5)};
  Duration sum{};
  for (const TimingFact& f : pagerDelays(config)) {
    sum += f.value;
    EXPECT_FALSE(f.source.empty());
  }
  EXPECT_EQ(sum, nanoseconds(15));
  for (const TimingFact& f : pagerDelays({})) EXPECT_EQ(f.value, Duration{}) << f.name;
}

// The processor's relocation adder delays user mode only.
TEST(PagerTime, UserModeStillPaysForTheAdder) {
  Watched rig;
  rig.set(rig.user(05000), 0200040005100);  // MOVE 1,5100
  rig.load(01400, {0200040001500, 0100040005100});
  rig.startUser(05000);
  rig.m.cpu().run({.instructions = 1});
  rig.startUser(05000);
  Instant before = rig.m.now();
  rig.m.cpu().run({.instructions = 1});
  const Duration user = rig.m.now() - before;
  rig.m.cpu().setFlags(0);
  EXPECT_EQ(rig.start(01400, {.instructions = 1}), StopReason::InstructionLimit);
  before = rig.m.now();
  EXPECT_EQ(rig.start(01400, {.instructions = 1}), StopReason::InstructionLimit);
  EXPECT_EQ(user, rig.m.now() - before + nanoseconds(220));
  EXPECT_EQ(rig.start(01401, {.instructions = 1}), StopReason::InstructionLimit);
  EXPECT_EQ(rig.timeOf(kUmove1 | 05100), kMove);
}

TEST(PagerTime, PhasesAddUpToTheTime) {
  Watched rig{{.hit = nanoseconds(7), .reload = nanoseconds(11), .cst = nanoseconds(13), .trap = nanoseconds(17)},
              "MB10"};
  rig.installHandler();
  for (std::uint32_t page = 7; page < 020; ++page) rig.map(page, 0);
  rig.load(rig.user(05000), {0541100005740, 0541140006740, 0251100017740, 0104000000030});  // BLT over ten pages
  rig.set(01030, 0777574001240);
  rig.set(01240, 0254200001241);
  rig.startUser(05000);
  rig.m.cpu().setAc(AcNo{2}, Word36{0005740000000});
  rig.log.phases = {};
  const Instant before = rig.m.now();
  EXPECT_EQ(rig.m.cpu().run({.until = before + seconds(1)}), StopReason::Halt);
  EXPECT_EQ(rig.log.phases, rig.m.now() - before);
  EXPECT_GE(rig.real(01277), 9u);
}

// ---- faults of the pager's own cycles ----

TEST(PagerFaults, NonexistentMemoryInAWalk) {
  MachineConfig small = test::pagedConfig();
  small.memory.resize(8);  // 400000 does not exist
  PagedMachine machine{small};
  machine.on();
  machine.set(PagedMachine::word(test::kUpt, 5), 0560040400000);
  machine.set(020400, 0500);  // a page table in core page 500
  const Instant before = machine.m.now();
  machine.m.cpu().execute(Word36{kUmove1 | 05100});
  EXPECT_GE(machine.m.now() - before, microseconds(100));
  EXPECT_EQ(machine.status() & 0000200000000, 0000200000000u);
  EXPECT_EQ(machine.coniApr() & 010000, 010000u);
  EXPECT_EQ(machine.pc(), 01200u);
}

TEST(PagerFaults, TheFinalPageNeedNotExist) {
  MachineConfig small = test::pagedConfig();
  small.memory.resize(8);
  PagedMachine machine{small};
  machine.on();
  machine.set(PagedMachine::word(test::kUpt, 5), test::kAllAccess | 0500);
  machine.set(04500, 0400000000000);
  machine.m.cpu().execute(Word36{kUmove1 | 05100});
  EXPECT_EQ(machine.status(), 0u);  // the processor's own non-existent memory
  EXPECT_EQ(machine.coniApr() & 010000, 010000u);
}

TEST(PagerFaults, BadParityInATableAndInTheCst) {
  for (const std::uint32_t at : {PagedMachine::word(test::kUpt, 5), 04045u}) {
    Watched rig;
    rig.m.core().injectParityError(PhysicalAddress{at});
    rig.x(kUmove1 | 05100);
    EXPECT_EQ(rig.status() & 0000400000000, 0000400000000u) << std::oct << at;
    EXPECT_EQ(rig.coniPi() & 0200000, 0u);  // the processor saw no error
    EXPECT_TRUE(rig.m.core().badParity(PhysicalAddress{at}));
    EXPECT_EQ(rig.log.reloads(), 1u);  // the JSYS's own, to store PC
  }
}

TEST(PagerFaults, ACircleOfTrapsCanBeStopped) {
  for (const bool probed : {false, true}) {
    PagedMachine rig;
    CycleLog log;
    if (probed) rig.m.cpu().connect(log);
    rig.set(PagedMachine::word(test::kPsb, 0777), 0);  // the JSYS in 70 cannot store PC
    rig.on();
    rig.map(5, 0);
    rig.load(01400, {kUmove1 | 05100});
    rig.m.cpu().setFlags(0);
    EXPECT_EQ(rig.start(01400, {.until = rig.m.now() + milliseconds(1)}), StopReason::TimeLimit);
    EXPECT_EQ(rig.start(01400, {.instructions = 10}), StopReason::InstructionLimit);
    EXPECT_EQ(rig.m.cpu().executed(), 10u);
    if (probed) rig.m.cpu().disconnect(log);
  }
}

}  // namespace
}  // namespace utah10
