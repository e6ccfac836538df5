// The PI system and PI cycles (SRM, Priority Interrupt; order and conditions from the gate-level flow).
#include "account.hpp"
#include "rig.hpp"

namespace utah10 {
namespace {

using test::Account;
using test::Rig;

constexpr std::uint64_t kJrst = 0254000000000;
constexpr std::uint64_t kHalt = 0254200000000;
constexpr std::uint64_t kJsr = 0264000000000;
constexpr std::uint64_t kJen = 0254520000000;  // JRST 12,@
constexpr std::uint64_t kConoPi = 0700600000000;
constexpr std::uint64_t kJfcl = 0255000000000;

// A device that requests on command, and passes words.
class Source final : public IoDevice {
 public:
  explicit Source(Machine& m) : request(m.pi().line("source")) { m.bus().connect(DeviceCode::written(0770), *this); }
  std::string_view name() const override { return "source"; }
  Word36 coni() const override { return Word36{0707}; }
  void cono(HalfWord c) override { conditions.push_back(c.bits()); }
  Word36 datai() override {
    request.set(0);
    return Word36{next++};
  }
  void datao(Word36 w) override { taken.push_back(w.bits()); }
  void ioReset() override { ++resets; }
  void state(Archive&) override {}
  PiRequest request;
  std::uint64_t next = 01000;
  std::vector<std::uint64_t> taken;
  std::vector<std::uint32_t> conditions;
  int resets = 0;
};

TEST(Interrupt, ADiscardedFetchThenTheLocationOfTheLevel) {
  Rig rig;
  Source source{rig.m};
  rig.load(046, {kJsr | 0500});
  rig.load(0500, {0, kHalt | 0501});
  rig.load(0100, {kConoPi | 02220, kJfcl, kJfcl});
  rig.timeOf(0100, 1);
  source.request.set(3);
  const Instant before = rig.m.now();
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(rig.at(0500), 0101u);
  EXPECT_EQ(rig.pc(), 0501u);
  // .94 for the discarded fetch, .09 entry, then a JSR of 2.26.
  EXPECT_EQ(rig.m.now() - before, nanoseconds(940 + 90 + 2260));
  EXPECT_EQ(rig.m.pi().holding(), 3u);
  EXPECT_EQ(rig.m.cpu().counters().interrupts[3], 1u);
}

TEST(Interrupt, OnlyAHigherLevelInterruptsALowerOne) {
  Rig rig;
  Source source{rig.m};
  rig.load(042, {kJsr | 0600});  // level 1
  rig.load(046, {kJsr | 0500});  // level 3
  rig.load(0500, {0, kJfcl, kJfcl, kJen | 0500});
  rig.load(0600, {0, kHalt | 0601});
  rig.load(0100, {kConoPi | 02320, kJfcl, kJfcl});
  rig.timeOf(0100, 1);
  source.request.set(3);
  rig.m.cpu().run({.instructions = 2});
  EXPECT_EQ(rig.pc(), 0502u);
  source.request.set(1);
  rig.m.cpu().run({});
  EXPECT_EQ(rig.at(0600), 0502u);
  EXPECT_EQ(rig.coniPi() & 077400, 050000u);  // 1 and 3 in progress
  source.request.set(3);
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(rig.m.pi().holding(), 1u);
}

TEST(Interrupt, BlkiTransfersAndDismissesUntilItsCountRunsOut) {
  Rig rig;
  Source source{rig.m};
  rig.load(050, {0777000000700, kJsr | 0500});  // level 4: BLKI 770,700; 51: JSR 500
  rig.load(0700, {0777776001000});              // IOWD 2
  rig.load(0500, {0, kHalt | 0501});
  rig.load(0100, {kConoPi | 02210, kJrst | 0101});
  rig.timeOf(0100, 1);
  source.request.set(4);
  rig.m.cpu().run({.instructions = 2});
  EXPECT_EQ(rig.at(01001), 01000u);
  EXPECT_EQ(rig.m.pi().holding(), 0u);
  EXPECT_EQ(rig.pc(), 0101u);
  source.request.set(4);
  rig.m.cpu().run({});
  EXPECT_EQ(rig.at(01002), 01001u);
  EXPECT_EQ(rig.at(0500), 0101u);
  EXPECT_EQ(rig.m.pi().holding(), 4u);
}

TEST(Interrupt, DataoIsDismissedAtOnce) {
  Rig rig;
  Source source{rig.m};
  rig.load(044, {0777140000700});  // level 2: DATAO 770,700
  rig.load(0700, {0246});
  rig.load(0100, {kConoPi | 02240, kJfcl, kHalt | 0});
  rig.timeOf(0100, 1);
  source.request.set(2);
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(source.taken, std::vector<std::uint64_t>{0246});
  EXPECT_EQ(rig.m.pi().held(), 0);
  EXPECT_EQ(rig.pc(), 0101u);
}

// Gate flow: neither held nor dismissed; the cycle is repeated with E ORed into the address.
TEST(Interrupt, ConoInAPiLocationRepeatsTheCycleElsewhere) {
  Rig rig;
  Source source{rig.m};
  rig.load(044, {0777200000300});  // level 2: CONO 770,300
  rig.load(0344, {kJsr | 0500});
  rig.load(0500, {0, kHalt | 0501});
  rig.load(0100, {kConoPi | 02240, kJfcl});
  rig.timeOf(0100, 1);
  source.request.set(2);
  EXPECT_EQ(rig.m.cpu().run({.until = kPowerOn + milliseconds(1)}), StopReason::Halt);
  EXPECT_EQ(source.conditions, std::vector<std::uint32_t>{0300});
  EXPECT_EQ(rig.at(0500), 0101u);
}

TEST(Interrupt, ACycleThatSelectsItselfEndsAtTheLimit) {
  for (const bool watched : {false, true}) {
    Rig rig;
    Source source{rig.m};
    struct Nobody final : Probe {
    } nobody;
    if (watched) rig.m.cpu().connect(nobody);
    rig.load(044, {0777200000000});  // level 2: CONO 770,0
    rig.load(0500, {0, kHalt | 0501});
    rig.load(0100, {kConoPi | 02240, kJfcl});
    rig.timeOf(0100, 1);
    source.request.set(2);
    EXPECT_EQ(rig.m.cpu().run({.until = kPowerOn + milliseconds(1)}), StopReason::TimeLimit);
    EXPECT_LT(rig.m.now(), kPowerOn + milliseconds(1) + microseconds(10));
    EXPECT_GT(source.conditions.size(), 64u);
    rig.load(044, {kJsr | 0500});  // it continues with the same cycle
    EXPECT_EQ(rig.m.cpu().run({.until = kPowerOn + milliseconds(2)}), StopReason::Halt);
    EXPECT_EQ(rig.at(0500), 0101u);
  }
}

// A UUO or XCT ends the PI cycle; its target runs as an ordinary instruction, so the saved PC is one too far.
TEST(Interrupt, AUuoInAPiLocationLosesAnInstruction) {
  Rig rig;
  Source source{rig.m};
  rig.load(041, {kJsr | 0500});
  rig.load(044, {0001000000077});  // level 2: UUO 1
  rig.load(0500, {0, kHalt | 0501});
  rig.load(0100, {kConoPi | 02240, kJfcl});
  rig.timeOf(0100, 1);
  source.request.set(2);
  rig.m.cpu().run({});
  EXPECT_EQ(rig.at(040), 0001000000077u);
  EXPECT_EQ(rig.at(0500), 0102u);
  EXPECT_EQ(rig.m.pi().holding(), 2u);
}

TEST(Interrupt, FlagsOfAPiInstructionAreKept) {
  Rig rig;
  Source source{rig.m};
  rig.load(044, {0350000000700});  // AOS 700: level stays held
  rig.load(0700, {0377777777777});
  rig.load(0100, {kConoPi | 02240, kJfcl, kHalt | 0});
  rig.timeOf(0100, 1);
  source.request.set(2);
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(rig.m.cpu().flags(), kPcOverflow | kPcCarry1);  // SIMH would hide them
  EXPECT_EQ(rig.m.pi().holding(), 2u);
}

// Interrupts, UUOs, XCTs and a user program, between words that an observer wants.
void loadWork(Rig& rig) {
  rig.load(041, {kJsr | 0400});
  rig.load(044, {kJsr | 0500});                                      // level 2
  rig.load(052, {0777000000600});                                    // level 5: BLKI 770,600
  rig.load(053, {kJsr | 0520});                                      // when its count runs out
  rig.load(0400, {0, 0350000000302, 0254120000400});                 // AOS 302; JRST 2,@400
  rig.load(0500, {0, 0350000000300, 0777040000311, 0254520000500});  // AOS 300; DATAI 770,311; JEN @500
  rig.load(0520, {0, 0205040777774, 0541040000700, 0202040000600, 0254520000520});
  rig.load(0600, {0777774000700});
  rig.load(0310, {0350000000301});  // AOS 301
  rig.load(0100, {kConoPi | 02244, 0254120000110});
  rig.load(0110, {0010000000120});
  // The program: AOS 303; XCT 310; UUO; ADDI 1,1; MOVE 2,300; JRST 120.
  rig.load(0120, {0350000000303, 0256000000310, 0040000000001, 0271040000001, 0200100000300, 0254000000120});
}

TEST(Interrupt, AProbeWithInterestsCountsAsOneThatIsToldEverything) {
  struct Side {
    explicit Side(bool declares) : account(wanted(), declares) {
      loadWork(rig);
      key = rig.m.clock().add("test.key", [this] { tick(); });
      rig.m.clock().after(key, microseconds(50));
      rig.m.cpu().connect(account);
      rig.m.cpu().setStart(VirtualAddress{0100});
    }
    static Interests wanted() {
      Interests w;
      for (const std::uint32_t a : {0300u, 0301u, 0303u}) w.cells.emplace_back(a);
      w.places.emplace_back(0501u);
      return w;
    }
    void tick() {
      ++ticks;
      source.request.set(ticks % 3 == 0 ? 5 : 2);
      rig.m.clock().after(key, nanoseconds(static_cast<std::int64_t>(20'000 + ticks * 7919 % 60'000)));
    }
    Rig rig{Rig::boxesOf("MA10", 4)};
    Source source{rig.m};
    Account account;
    EventId key;
    std::uint64_t ticks = 0;
  } some{true}, all{false};
  for (int leg = 0; leg < 100; ++leg) {
    const RunLimit limit{.until = some.rig.m.now() + microseconds(137)};
    ASSERT_EQ(some.rig.m.cpu().run(limit), all.rig.m.cpu().run(limit));
    ASSERT_TRUE(some.rig.m.save(true) == all.rig.m.save(true)) << leg;
    ASSERT_NO_FATAL_FAILURE(expectSame(some.account, all.account)) << leg;
  }
  EXPECT_GT(some.rig.m.cpu().counters().interrupts[2], 40u);
  EXPECT_GT(some.rig.m.cpu().counters().interrupts[5], 20u);
  EXPECT_GT(some.account.references(), 300u);
  EXPECT_GT(some.account.together(), 40u);
}

TEST(PiSystem, AProgramRequestWaitsForTheSystemToBeTurnedOn) {
  Rig rig;
  rig.load(046, {kJsr | 0500});
  rig.load(0500, {0, kHalt | 0501});
  rig.load(0100, {kConoPi | 04020, kJfcl, kConoPi | 0200, kJfcl});
  rig.start(0100);
  EXPECT_EQ(rig.at(0500), 0103u);  // not before the CONO at 102
}

TEST(PiSystem, OnAndOffTogetherComplement) {
  Rig rig;
  const auto cono = [&](std::uint32_t c) { rig.m.bus().cono(DeviceCode::written(4), HalfWord{c}); };
  cono(0200 | 02000 | 0105);
  EXPECT_EQ(rig.coniPi(), 0305u);
  cono(0600);
  EXPECT_EQ(rig.coniPi(), 0105u);
  cono(03000 | 0104);
  EXPECT_EQ(rig.coniPi(), 0001u);
  cono(0140000);
  EXPECT_EQ(rig.coniPi(), 0100001u);
  cono(0012200 | 0020);  // clear, then on with channel 3: clear acts first
  EXPECT_EQ(rig.coniPi(), 0100220u);
}

TEST(Apr, ConditionsHaveNamesAndAChannel) {
  Rig rig;
  const auto cono = [&](std::uint32_t c) { rig.m.bus().cono(DeviceCode::written(0), HalfWord{c}); };
  rig.m.clock().idleUntil(kPowerOn + milliseconds(17));
  EXPECT_EQ(rig.coniApr(), 01000u);
  EXPECT_EQ(rig.m.pi().bus(), 0);
  cono(02005);
  EXPECT_EQ(rig.coniApr(), 03005u);
  EXPECT_EQ(rig.m.pi().bus(), PiSystem::maskOf(5));
  cono(01005);
  EXPECT_EQ(rig.m.pi().bus(), 0);
  cono(06003);  // enable and disable together: complement
  EXPECT_EQ(rig.coniApr(), 3u);
}

TEST(Apr, TheIoResetReachesEveryDeviceButNotTheFlags) {
  Rig rig;
  Source source{rig.m};
  rig.m.cpu().setFlags(kPcOverflow);
  rig.load(0100, {0700200200000});
  rig.timeOf(0100, 1);
  EXPECT_EQ(source.resets, 1);
  EXPECT_EQ(rig.m.cpu().flags(), std::uint32_t{kPcOverflow});
}

TEST(Apr, SixtyTicksAreOneSecond) {
  Rig rig;
  int ticks = 0;
  for (int n = 1; n <= 60; ++n) {
    rig.m.clock().idleUntil(tickInstant(n, 60));
    ticks += (rig.coniApr() & 01000) != 0;
    rig.m.bus().cono(DeviceCode::written(0), HalfWord{01000});
  }
  EXPECT_EQ(ticks, 60);
  EXPECT_EQ(rig.m.now(), kPowerOn + seconds(1));
}

TEST(InputOutput, SuccessiveTransfersAreSpacedOnTheBus) {
  Rig rig;
  Source source{rig.m};
  rig.load(0100, {0777200000001, 0777200000002});  // CONO, CONO
  EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(3880));
  // T0 of the second may not come before 4.5 us after the first; alone it would come 3.88 after it.
  EXPECT_EQ(rig.timeOf(0101, 1), nanoseconds(3880 + 620));
  EXPECT_EQ(source.conditions, (std::vector<std::uint32_t>{1, 2}));
}

TEST(InputOutput, SkipsAndBlockPointers) {
  Rig rig;
  Source source{rig.m};
  rig.load(0100, {0777300000001, kHalt | 1, 0777340000001, kHalt | 2, kHalt | 3, kHalt | 4});
  EXPECT_EQ(rig.start(0100), StopReason::Halt);  // status 707: CONSZ does not skip
  EXPECT_EQ(rig.pc(), 1u);
  rig.start(0102);
  EXPECT_EQ(rig.pc(), 3u);
  rig.load(0200, {0777100000300, kHalt | 5, 0777100000300, kHalt | 6, kHalt | 7});  // BLKO 770,300 twice
  rig.load(0300, {0777776000400});
  rig.load(0401, {0111, 0222});
  rig.start(0200);
  EXPECT_EQ(rig.pc(), 6u);  // skips while the count lasts, not when it is out
  EXPECT_EQ(source.taken, (std::vector<std::uint64_t>{0111, 0222}));
  EXPECT_EQ(rig.at(0300), 0402u);
}

}  // namespace
}  // namespace utah10
