// Keys and switches: stops of every kind, EXECUTE, single instruction, address stop and break, examine.
#include "rig.hpp"

namespace utah10 {
namespace {

using test::Rig;

TEST(Console, HaltLeavesPcAtItsAddress) {
  Rig rig;
  rig.load(0100, {0254200001234});
  EXPECT_EQ(rig.start(0100), StopReason::Halt);
  EXPECT_EQ(rig.pc(), 01234u);
}

TEST(Console, SingleInstructionStopsBetweenTheHalvesOfAnXct) {
  Rig rig;
  rig.load(0100, {0256000000200});
  rig.load(0200, {0201040000005});
  rig.m.cpu().switches().singleInstruction = true;
  EXPECT_EQ(rig.start(0100), StopReason::SingleInstruction);
  EXPECT_EQ(rig.pc(), 0100u);
  EXPECT_EQ(rig.ac(1), 0u);
  EXPECT_EQ(rig.m.cpu().run({}), StopReason::SingleInstruction);
  EXPECT_EQ(rig.pc(), 0101u);
  EXPECT_EQ(rig.ac(1), 5u);
}

TEST(Console, ExecuteKeepsPc) {
  Rig rig;
  rig.load(0100, {0});
  rig.m.cpu().setStart(VirtualAddress{0100});
  rig.m.cpu().execute(Word36{0201040000077});
  EXPECT_EQ(rig.ac(1), 077u);
  EXPECT_EQ(rig.pc(), 0100u);
  rig.m.cpu().execute(Word36{0334000000000});  // SKIPA: skips count
  EXPECT_EQ(rig.pc(), 0101u);
}

TEST(Console, AddressStopStopsInTheCycleAndContinues) {
  Rig rig;
  rig.load(0100, {0200040000200, 0202040000201, 0254200000103});
  rig.load(0200, {0123});
  Switches& s = rig.m.cpu().switches();
  s.address = VirtualAddress{0200};
  s.addressFetch = s.addressStop = true;
  EXPECT_EQ(rig.start(0100), StopReason::AddressStop);
  EXPECT_TRUE(rig.m.cpu().stoppedInCycle());
  EXPECT_EQ(rig.m.cpu().memoryIndicator().bits(), 0123u);
  EXPECT_EQ(rig.ac(1), 0u);
  s.address = VirtualAddress{0201};
  s.addressFetch = false;
  s.addressWrite = true;
  EXPECT_EQ(rig.m.cpu().run({}), StopReason::AddressStop);
  EXPECT_EQ(rig.ac(1), 0123u);
  s.addressStop = false;
  EXPECT_EQ(rig.m.cpu().run({}), StopReason::Halt);
  EXPECT_EQ(rig.m.now(), kPowerOn + nanoseconds(2310 + 2050 + 1410 + 350));  // HALT takes the long path
}

TEST(Console, AddressBreakSetsItsFlagAndContinues) {
  Rig rig;
  rig.load(0100, {0200040000200, 0254200000103});
  Switches& s = rig.m.cpu().switches();
  s.address = VirtualAddress{0101};
  s.addressInstruction = s.addressBreak = true;
  EXPECT_EQ(rig.start(0100), StopReason::Halt);
  EXPECT_EQ(rig.coniApr(), 040000u);
}

TEST(Console, NonexistentAndParityStops) {
  Rig rig{Rig::boxesOf("ideal", 1)};
  rig.load(0100, {0200040100000, 0200040000200, 0254200000103});
  rig.load(0200, {0707});
  rig.m.core().injectParityError(PhysicalAddress{0200});
  rig.m.cpu().switches().nonexistentStop = true;
  rig.m.cpu().switches().parityStop = true;
  EXPECT_EQ(rig.start(0100), StopReason::NonexistentMemory);
  EXPECT_EQ(rig.m.cpu().run({}), StopReason::ParityError);
  EXPECT_EQ(rig.ac(1), 0u);
  EXPECT_EQ(rig.m.cpu().run({}), StopReason::Halt);
  EXPECT_EQ(rig.ac(1), 0707u);
}

TEST(Console, StopsByCountTimeWatchAndKey) {
  Rig rig;
  rig.load(0100, {0271040000001, 0254000000100});  // ADDI 1,1; JRST 100
  EXPECT_EQ(rig.start(0100, {.instructions = 10}), StopReason::InstructionLimit);
  EXPECT_EQ(rig.ac(1), 5u);
  EXPECT_EQ(rig.m.cpu().run({.until = rig.m.now() + microseconds(31)}), StopReason::TimeLimit);
  EXPECT_EQ(rig.ac(1), 5u + 10u);  // 3.14 us a turn: the first boundary at or after 31 us
  struct AtSecond final : Watch {
    bool stopBefore(VirtualAddress pc) override { return pc.bits() == 0101; }
  } watch;
  EXPECT_EQ(rig.m.cpu().run({.watch = &watch}), StopReason::Watch);
  EXPECT_EQ(rig.pc(), 0101u);
  const EventId key = rig.m.clock().add("test.key", [&] { rig.m.cpu().requestStop(); });
  rig.m.clock().after(key, milliseconds(1));
  EXPECT_EQ(rig.m.cpu().run({}), StopReason::StopKey);
}

TEST(Console, AnEndlessXctChainCanBeStoppedAndInterrupted) {
  Rig rig;
  rig.load(0100, {0256000000100});
  const EventId key = rig.m.clock().add("test.key", [&] { rig.m.cpu().requestStop(); });
  rig.m.clock().after(key, milliseconds(1));
  EXPECT_EQ(rig.start(0100, {}), StopReason::StopKey);
  rig.load(046, {0254200000777});
  rig.m.bus().cono(DeviceCode::written(0), HalfWord{02003});
  rig.m.bus().cono(DeviceCode::written(4), HalfWord{02220});
  EXPECT_EQ(rig.m.cpu().run({}), StopReason::Halt);
  EXPECT_EQ(rig.pc(), 0777u);
}

TEST(Console, AnEndlessIndirectChainCanBeInterrupted) {
  Rig rig;
  rig.load(0100, {0200060000200});
  rig.load(0200, {0000020000200});
  rig.load(046, {0254200000777});
  rig.m.bus().cono(DeviceCode::written(0), HalfWord{02003});
  rig.m.bus().cono(DeviceCode::written(4), HalfWord{02220});
  EXPECT_EQ(rig.start(0100, {}), StopReason::Halt);
  EXPECT_GE(rig.m.now(), tickInstant(1, 60));
}

TEST(UserMode, RelocatesProtectsAndTraps) {
  Rig rig;
  // Pl = 0, Ph = 200 (write protected), Rl = 10, Rh = -160: user 0-1777 at 20000, user 400000-401777 at 40000.
  rig.m.bus().datao(DeviceCode::written(0), Word36{(std::uint64_t{0200} << 19) | (std::uint64_t{1} << 18) |
                                                   (std::uint64_t{010} << 10) | (std::uint64_t{0220} << 1)});
  EXPECT_EQ(rig.m.cpu().physical(Space::User, VirtualAddress{0100})->bits(), 020100u);
  EXPECT_EQ(rig.m.cpu().physical(Space::User, VirtualAddress{0400005})->bits(), 040005u);
  EXPECT_FALSE(rig.m.cpu().physical(Space::User, VirtualAddress{02000}));
  rig.load(020100, {0200040400005, 0202040400006});  // MOVE 1,400005; MOVEM 1,400006
  rig.load(040005, {0555});
  rig.m.cpu().setFlags(kPcUser);
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(2310 + 220));
  EXPECT_EQ(rig.ac(1), 0555u);
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(rig.coniApr(), 020000u);
  EXPECT_EQ(rig.pc(), 0102u);  // a store: PC has moved on
  EXPECT_EQ(rig.at(040006), 0u);
}

TEST(UserMode, PrivilegedInstructionsBecomeUuos) {
  for (const std::uint64_t word : {std::uint64_t{0254200000123}, std::uint64_t{0254500000123},
                                   std::uint64_t{0700200000123}, std::uint64_t{0047040000123}}) {
    Rig rig;
    rig.m.bus().datao(DeviceCode::written(0), Word36::halves(0776000, 0));
    rig.load(0100, {word});
    rig.load(041, {0264000000500});
    rig.load(0500, {0, 0254200000501});
    rig.m.cpu().setFlags(kPcUser);
    rig.start(0100);
    EXPECT_EQ(rig.at(040), word) << std::oct << word;
    EXPECT_EQ(rig.at(0500), 0010000000101u);
    EXPECT_FALSE(rig.m.cpu().userMode());
  }
}

TEST(UserMode, UserUuosStayInUserSpace) {
  Rig rig;
  rig.m.bus().datao(DeviceCode::written(0), Word36{std::uint64_t{010} << 10});
  rig.load(020100, {0001040000055});
  rig.load(020041, {0265100000200});  // JSP 2,200
  rig.m.cpu().setFlags(kPcUser);
  rig.timeOf(0100, 1);
  EXPECT_EQ(rig.at(020040), 0001040000055u);
  EXPECT_EQ(rig.pc(), 0200u);
  EXPECT_EQ(rig.ac(2), 0010000000101u);
  EXPECT_TRUE(rig.m.cpu().userMode());
}

TEST(UserMode, JrstfCannotLeaveUserModeNorGainUserIo) {
  Rig rig;
  rig.m.bus().datao(DeviceCode::written(0), Word36::halves(0776000, 0));
  rig.load(0100, {0254120000200});
  rig.load(0200, {0404000000300});
  rig.m.cpu().setFlags(kPcUser);
  rig.timeOf(0100, 1);
  EXPECT_EQ(rig.pc(), 0300u);
  EXPECT_EQ(rig.m.cpu().flags(), kPcOverflow | kPcUser);
}

TEST(Examine, NeverDisturbs) {
  Rig rig;
  rig.load(0100, {0200040000200});
  rig.m.core().injectParityError(PhysicalAddress{0200});
  const auto before = rig.m.save();
  for (std::uint32_t a = 0; a < 0777777; a += 0111) {
    (void)rig.m.cpu().peek(Space::Exec, VirtualAddress{a});
    (void)rig.m.cpu().peek(Space::User, VirtualAddress{a});
  }
  EXPECT_TRUE(before == rig.m.save());
}

TEST(History, KeepsTheLastInstructions) {
  Rig rig;
  rig.load(0100, {0201040000005, 0271040000002, 0254200000103});
  rig.start(0100);
  const History& h = rig.m.cpu().history();
  ASSERT_EQ(h.size(), 3u);
  EXPECT_EQ(h.ago(1).instruction.word(), Word36{0271040000002});
  EXPECT_EQ(h.ago(1).pcWord, PcWord(0, VirtualAddress{0101}));
  EXPECT_EQ(h.ago(1).accumulator.bits(), 7u);
  EXPECT_EQ(h.ago(0).e, 0103u);
  EXPECT_EQ(h.ago(1).began, kPowerOn + nanoseconds(1410));
}

HistoryEntry entryOf(std::uint64_t bits) {
  const auto half = static_cast<std::uint32_t>(bits & HalfWord::kMask);
  return {kPowerOn + nanoseconds(static_cast<std::int64_t>(bits)),
          Instruction{Word36{bits}},
          PcWord{Word36{bits ^ 0525252525252}},
          Word36{bits + 1},
          Word36{~bits},
          half,
          half & (kHistoryXct | kHistoryPi | kHistoryTrap)};
}

void expectEqual(const HistoryEntry& a, const HistoryEntry& b) {
  EXPECT_EQ(a.began, b.began);
  EXPECT_EQ(a.instruction, b.instruction);
  EXPECT_EQ(a.pcWord, b.pcWord);
  EXPECT_EQ(a.accumulator, b.accumulator);
  EXPECT_EQ(a.data, b.data);
  EXPECT_EQ(a.e, b.e);
  EXPECT_EQ(a.context, b.context);
}

// Each bit of each field by itself, and all of them.
TEST(History, AnEntryIsReadAsItWasWritten) {
  History h{64};
  std::vector<HistoryEntry> written;
  for (int bit = 0; bit < 36; ++bit) written.push_back(entryOf(std::uint64_t{1} << bit));
  written.push_back(entryOf(0));
  written.push_back(entryOf(Word36::kMask));
  for (const HistoryEntry& e : written) h.next().set(e);
  for (std::size_t n = 0; n < written.size(); ++n) expectEqual(h.ago(written.size() - 1 - n), written[n]);
}

// A slot that is used again keeps nothing of its former entry, even if the instruction never ends.
TEST(History, AnInstructionThatDoesNotEndHasNoResult) {
  History h{1};
  h.next().set(entryOf(Word36::kMask));
  h.next().begin(kPowerOn, Instruction{}, PcWord{}, 0, 0);
  expectEqual(h.ago(0), HistoryEntry{});
}

TEST(History, GrowsToItsCapacityAndThenTurnsRound) {
  History h{2000};  // rounded up
  ASSERT_EQ(h.capacity(), 2048u);
  for (std::uint32_t n = 0; n < 5000; ++n) {
    h.next().begin(kPowerOn, Instruction{}, PcWord{}, n, 0);
    ASSERT_EQ(h.size(), std::min(n + 1, 2048u));
    ASSERT_EQ(h.ago(0).e, n);
    ASSERT_EQ(h.ago(h.size() - 1).e, n < 2048 ? 0 : n - 2047);
  }
  h.clear();
  EXPECT_EQ(h.size(), 0u);
  h.next().begin(kPowerOn, Instruction{}, PcWord{}, 7, 0);
  EXPECT_EQ(h.ago(0).e, 7u);
}

TEST(History, AnEntryStaysWhereItIsWhileItGrows) {
  History h{65536};
  HistoryRecord& first = h.next();
  for (int n = 0; n < 60000; ++n) h.next();
  first.begin(kPowerOn, Instruction{}, PcWord{}, 7, 0);
  EXPECT_EQ(h.ago(60000).e, 7u);
}

TEST(Machines, TwoShareNothing) {
  Rig a;
  Rig b;
  a.load(0100, {0201040000005, 0254200000103});
  a.start(0100);
  EXPECT_EQ(b.ac(1), 0u);
  EXPECT_EQ(b.m.now(), kPowerOn);
}

}  // namespace
}  // namespace utah10
