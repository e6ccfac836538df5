// The pager's own parts: associative registers and their window on the host, conditions, and its position after the
// processor's own registers.
#include "support/random.hpp"
#include "watched_machine.hpp"

namespace utah10 {
namespace {

using test::PagedMachine;
using namespace test::pager;

TEST(PagerRegisters, RoundRobinForgetsTheFirstLoaded) {
  Watched rig{{.registers = 3}};
  for (const std::uint32_t page : {5u, 6u, 7u}) EXPECT_TRUE(rig.walks(page));
  EXPECT_FALSE(rig.walks(5));  // recency of use does not matter
  EXPECT_TRUE(rig.walks(010));
  EXPECT_TRUE(rig.walks(5));
  EXPECT_FALSE(rig.walks(7));
  EXPECT_TRUE(rig.walks(6));
}

TEST(PagerRegisters, LeastRecentForgetsTheOneLongestUnused) {
  Watched rig{{.registers = 3, .replacement = PagerConfig::Replacement::LeastRecent}};
  for (const std::uint32_t page : {5u, 6u, 7u}) EXPECT_TRUE(rig.walks(page));
  EXPECT_FALSE(rig.walks(5));
  EXPECT_TRUE(rig.walks(010));
  EXPECT_FALSE(rig.walks(5));
  EXPECT_FALSE(rig.walks(7));
  EXPECT_TRUE(rig.walks(6));
}

TEST(PagerRegisters, OneIsEnough) {
  Watched rig{{.registers = 1}};
  EXPECT_TRUE(rig.walks(5));
  EXPECT_FALSE(rig.walks(5));
  EXPECT_TRUE(rig.walks(6));
  EXPECT_TRUE(rig.walks(5));
}

TEST(PagerRegisters, AWriteAfterAReadWalksAgainInTheSameRegister) {
  Watched rig{{.registers = 2}};
  EXPECT_TRUE(rig.walks(5));
  rig.x(kUmovem1 | 05100);
  EXPECT_EQ(rig.log.reloads(), 2u);
  EXPECT_EQ(rig.real(04045), 0400600000000u);
  EXPECT_TRUE(rig.walks(6));
  EXPECT_FALSE(rig.walks(5));  // the upgrade took no second register
}

TEST(PagerRegisters, AReadOfAModifiedPageMayGrantWriting) {
  for (const bool variant : {false, true}) {
    Watched rig{{.writeWhenModified = variant}};
    rig.set(04045, 0400400000000);
    rig.set(04046, 0400400000000);
    rig.map(6, test::kAllAccess | 0000400000000);  // copy on write
    EXPECT_TRUE(rig.walks(5));
    rig.log.all.clear();
    rig.x(kUmovem1 | 05100);
    EXPECT_EQ(rig.log.reloads(), variant ? 0u : 1u);
    EXPECT_TRUE(rig.walks(6));
    rig.x(kUmovem1 | 06100);
    EXPECT_EQ(rig.status() >> 18, 0440004u);
  }
}

// The window grants directly only what registers hold: never more pages than there are registers, and each where
// peek() finds it.
void expectWindowOfRegisters(PagedMachine& rig, unsigned registers) {
  TranslationWindow& window = rig.m.cpu().window();
  unsigned granted = 0;
  for (std::uint32_t page = 0; page < 01000; ++page) {
    const PageNo n{page};
    const WindowEntry& user = window.entry(Space::User, n);
    const WindowEntry& previous = window.entry(Space::Previous, n);
    const WindowEntry& monitor = window.entry(Space::Exec, n);
    granted += !user.rights.none() || !previous.rights.none();
    granted += !monitor.rights.none() && page >= 0100;
    if (!user.rights.none()) {
      EXPECT_EQ(user.base, rig.m.cpu().physical(Space::User, VirtualAddress{page << 9})->bits());
    }
    if (!user.rights.none() && !previous.rights.none()) {
      EXPECT_EQ(user.base, previous.base);
    }
  }
  EXPECT_LE(granted, registers);
}

TEST(PagerRegisters, TheWindowHoldsNothingElse) {
  for (const unsigned registers : {1u, 2u, 5u, 16u}) {
    PagedMachine rig{{.registers = registers}};
    rig.on();
    rig.installHandler();
    test::Random random;
    for (int n = 0; n < 3000; ++n) {
      const auto page = static_cast<std::uint32_t>(test::kFirstUser + random.below(020));
      const auto where = static_cast<std::uint32_t>(page << 9 | random.below(01000));
      if (random.oneIn(20)) rig.map(page, random.oneIn(2) ? 0 : test::kAllAccess);
      if (random.oneIn(40)) rig.cono(random.oneIn(2) ? 1 : 3);
      if (random.oneIn(60)) rig.m.bus().datao(DeviceCode::written(0), Word36{test::kOpen});
      rig.set(rig.user(05000), (random.oneIn(2) ? 0200040000000u : 0202040000000u) | where);  // MOVE or MOVEM 1,
      rig.load(01400, {(random.oneIn(2) ? kUmove1 : kUmovem1) | where});
      if (random.oneIn(3)) {
        rig.m.cpu().setFlags(0);
        rig.m.cpu().setPc(VirtualAddress{01400});
      } else {
        rig.startUser(05000);
      }
      rig.m.cpu().run({.instructions = 1});
      ASSERT_NO_FATAL_FAILURE(expectWindowOfRegisters(rig, registers)) << n;
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// ---- conditions ----

TEST(PagerConditions, BitThirtyTwoLoadsTheAcBaseAlone) {
  Watched rig;
  EXPECT_TRUE(rig.walks(5));
  rig.set(071, 0000030440000);  // AC base 22, and other pages, which are not loaded
  rig.set(072, 0500000000001);
  rig.log.all.clear();
  rig.cono(010);
  EXPECT_EQ(rig.log.count(CycleKind::MapRead), 1u);
  EXPECT_FALSE(rig.walks(5));
  rig.set(PagedMachine::word(test::kPsb, 0442), 0246);
  rig.x(kUmove1 | 2);
  EXPECT_EQ(rig.ac(1), 0246u);
  EXPECT_EQ(rig.real(04000 + test::kPsb), 0400200000000u);  // the old age
}

TEST(PagerConditions, TheBusResetAndTheKeyTurnThePagerOff) {
  for (const bool key : {false, true}) {
    PagedMachine rig;
    rig.on(7);
    EXPECT_FALSE(rig.m.cpu().physical(Space::Previous, VirtualAddress{0300000}).has_value());
    key ? rig.m.cpu().reset() : rig.m.bus().reset();
    EXPECT_EQ(rig.m.cpu().physical(Space::Previous, VirtualAddress{0300000})->bits(), 0300000u);
    EXPECT_EQ(rig.m.cpu().physical(Space::Exec, VirtualAddress{01000})->bits(), 01000u);
  }
}

TEST(PagerConditions, TheBusResetLeavesTheRegistersAlone) {
  Watched rig;
  EXPECT_TRUE(rig.walks(5));
  rig.m.bus().reset();
  rig.cono(6);
  EXPECT_FALSE(rig.walks(5));
}

TEST(PagerConditions, TheConsoleSwitchMapsTheResidentMonitor) {
  PagedMachine rig{{.residentMapped = true}};
  rig.set(03001, test::kAllAccess | 060);
  rig.on(6);
  EXPECT_EQ(rig.m.cpu().physical(Space::Exec, VirtualAddress{01234})->bits(), 060234u);
}

TEST(PagerConditions, EveryBitHasAName) {
  PagedMachine rig;
  EXPECT_EQ(rig.m.bus().named("pgr"), rig.m.bus().at(DeviceCode::written(024)));
  std::uint64_t named = 0;
  for (const BitName& b : rig.m.bus().at(DeviceCode::written(024))->conoBits()) named |= b.mask;
  EXPECT_EQ(named, 017u);
  EXPECT_EQ(rig.m.bus().coni(DeviceCode::written(024)).bits(), 0u);
  EXPECT_EQ(rig.m.bus().datai(DeviceCode::written(024)).bits(), 0u);
}

TEST(PagerConfigured, BadConfigurationsAreRefused) {
  for (const unsigned n : {0u, 55u}) {
    MachineConfig config;
    config.pager = PagerConfig{.registers = n};
    EXPECT_FALSE(Machine::check(config)) << n;
  }
  MachineConfig config;
  config.pager = PagerConfig{.hit = nanoseconds(-1)};
  EXPECT_FALSE(Machine::check(config));
  config.pager = PagerConfig{.registers = 54};
  EXPECT_TRUE(Machine::check(config));
}

// ---- the processor's own registers in front ----

TEST(PagerBehindRelocation, ProtectionComesBeforeThePager) {
  PagedMachine rig;
  rig.on();
  rig.m.bus().datao(DeviceCode::written(0), Word36{std::uint64_t{2} << 28});  // user 0-5777 only
  rig.set(rig.user(05000), 0200040006100);                                    // MOVE 1,6100
  rig.startUser(05000);
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(rig.coniApr() & 020000, 020000u);
  EXPECT_EQ(rig.status(), 0u);
  rig.set(rig.user(06100), 0123);
  rig.m.cpu().setFlags(0);
  rig.m.cpu().execute(Word36{kUmove1 | 06100});  // the monitor is not restricted
  EXPECT_EQ(rig.ac(1), 0123u);
}

TEST(PagerBehindRelocation, ThePagerSeesTheRelocatedAddress) {
  PagedMachine rig{{.registers = 2}};
  rig.on();
  // Pl = 7, Rl = 2: user pages 0-17 are the pager's 4-23
  rig.m.bus().datao(DeviceCode::written(0), Word36{std::uint64_t{7} << 28 | 2u << 10});
  rig.set(rig.user(06000), 0200040003100);  // at user 2000: MOVE 1,3100
  rig.set(rig.user(07100), 0777);
  rig.startUser(02000);
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(rig.ac(1), 0777u);
  EXPECT_EQ(rig.m.cpu().physical(Space::User, VirtualAddress{03100})->bits(), rig.user(07100));
  // When a register is reloaded, every page of the window that it stood for is removed too.
  rig.m.cpu().setFlags(0);
  for (const std::uint32_t va : {010100u, 011100u}) rig.m.cpu().execute(Word36{kUmove1 | va});
  EXPECT_EQ(rig.m.cpu().window().entry(Space::User, PageNo{3}).rights, Rights{});
  EXPECT_EQ(rig.m.cpu().window().entry(Space::User, PageNo{2}).rights, Rights{});
}

TEST(PagerBehindRelocation, WithoutAPagerRelocationIsUnchanged) {
  test::Rig rig;
  EXPECT_EQ(rig.m.bus().at(DeviceCode::written(024)), nullptr);
  rig.load(061, {0254200000777});
  for (std::uint64_t op = 0100; op <= 0104; ++op) {
    rig.load(0100, {op << 27 | 0200});
    EXPECT_EQ(rig.start(0100), StopReason::Halt);
    EXPECT_EQ(rig.at(060), op << 27 | 0200);
  }
  // JRSTF (1), with bit 7 in the AC
  rig.m.cpu().setAc(AcNo{1}, Word36{0002000000200});
  rig.load(0100, {0254101000000});
  rig.start(0100, {.instructions = 1});
  EXPECT_EQ(rig.m.cpu().flags() & kPcCallFromMonitor, 0u);
}

TEST(PagerBehindRelocation, AddressSwitchesSeeTheAddressBeforeThePager) {
  PagedMachine rig;
  rig.on();
  rig.set(rig.user(05000), 0200040006100);  // MOVE 1,6100
  for (const std::uint32_t stop : {06100u, rig.user(06100)}) {
    rig.m.cpu().switches().address = VirtualAddress{stop};
    rig.m.cpu().switches().addressFetch = rig.m.cpu().switches().addressStop = true;
    rig.startUser(05000);
    EXPECT_EQ(rig.m.cpu().run({.instructions = 1}),
              stop == 06100 ? StopReason::AddressStop : StopReason::InstructionLimit);
    if (stop == 06100) {
      EXPECT_EQ(rig.m.cpu().memoryAddress().bits(), 06100u);
    }
  }
}

// ---- looking without touching ----

TEST(PagerPeek, FollowsTheTablesWithoutFaulting) {
  PagedMachine rig;
  rig.on();
  rig.map(6, 0);
  rig.set(rig.user(05100), 0321);
  const std::vector<std::byte> before = rig.m.save(true);
  EXPECT_EQ(rig.m.cpu().peek(Space::User, VirtualAddress{05100})->bits(), 0321u);
  EXPECT_FALSE(rig.m.cpu().peek(Space::User, VirtualAddress{06100}).has_value());
  EXPECT_EQ(rig.m.cpu().physical(Space::Real, VirtualAddress{0300000})->bits(), 0300000u);
  EXPECT_FALSE(rig.m.cpu().peek(Space::Exec, VirtualAddress{0300000}).has_value());
  EXPECT_FALSE(rig.m.cpu().poke(Space::Exec, VirtualAddress{0300000}, Word36{1}));
  EXPECT_TRUE(rig.m.save(true) == before);
  EXPECT_TRUE(rig.m.cpu().poke(Space::User, VirtualAddress{05101}, Word36{0654}));
  EXPECT_EQ(rig.real(rig.user(05101)), 0654u);
}

TEST(PagerPeek, SeesWhatARegisterStillHolds) {
  Watched rig;
  EXPECT_TRUE(rig.walks(5));
  rig.map(5, 0);
  EXPECT_EQ(rig.m.cpu().physical(Space::User, VirtualAddress{05100})->bits(), rig.user(05100));
  rig.cono(3);
  EXPECT_FALSE(rig.m.cpu().physical(Space::User, VirtualAddress{05100}).has_value());
}

}  // namespace
}  // namespace utah10
