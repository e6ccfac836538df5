// Complete paged programs: random users whose pages come and go end as if all pages had been present, and the same
// when watched, in single cycles, or continued from a snapshot; also the monitor's calls and references.
#include "account.hpp"
#include "paged_machine.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

using test::CycleLog;
using test::PagedMachine;

constexpr std::uint32_t kCode = 05000;      // page 5
constexpr std::uint32_t kPointers = 06000;  // page 6: byte pointers, indirect words, objects of XCT
constexpr std::uint64_t kEnd = 0104000000030;
constexpr std::uint32_t kPages = test::kLastUser - test::kFirstUser + 1;

struct Program {
  std::vector<std::uint64_t> code;
  std::array<std::uint64_t, 040> pointers{};
  std::uint32_t slots = 0;  // of them in use
  std::array<std::uint64_t, 16> ac{};
  std::array<bool, kPages> present{};
  unsigned registers = 16;
};

std::uint32_t address(test::Random& random) {
  return static_cast<std::uint32_t>(07000 + random.below((test::kLastUser - 7) << 9));
}

// One step of the program: an instruction, or its preparation and clean-up.
void addStep(test::Random& random, Program& p) {
  constexpr std::uint64_t kOnCore[] = {0200040000000, 0202040000000, 0350040000000, 0272040000000, 0250040000000,
                                       0402000000000, 0222040000000, 0542040000000, 0332040000000, 0516040000000};
  const std::uint64_t e = address(random);
  const std::uint32_t slot = p.slots++;
  const auto at = [slot](std::uint64_t instruction) { return instruction | (kPointers + slot); };
  switch (random.below(9)) {
    case 0:
      return p.code.push_back(0261740000000 | e);  // PUSH 17,E
    case 1:
      return p.code.push_back(0262740000000 | e);  // POP 17,E
    case 2:
      p.pointers[slot] = 0010700000000 + (random.below(5) * 0070000000000) + e;
      return p.code.push_back(at(random.oneIn(2) ? 0136040000000 : 0134040000000));  // IDPB, ILDB 1,
    case 3:
      p.pointers[slot] = 0010700000000 + e;
      return p.code.push_back(at(random.oneIn(2) ? 0137040000000 : 0135040000000));  // DPB, LDB 1,
    case 4:
      p.pointers[slot] = std::uint64_t{address(random)} << 18 | e;
      p.code.push_back(at(0200100000000));  // MOVE 2,pointers; BLT 2,E+n; MOVEI 2,0
      p.code.push_back(0251100000000 | std::min<std::uint64_t>(e + random.below(01200), 024777));
      return p.code.push_back(0201100000000);
    case 5:
      p.pointers[slot] = random.oneIn(2) ? e : 0200040000000 | e;
      return p.code.push_back(at(p.pointers[slot] == e ? 0202060000000 : 0256000000000));  // MOVEM 1,@ or XCT
    default:
      return p.code.push_back(kOnCore[random.below(std::size(kOnCore))] | e);
  }
}

Program randomProgram(test::Random& random) {
  Program p;
  for (std::uint64_t& w : p.ac) w = random.word().bits();
  p.ac[017] = 0777000000000u | (011400 + random.below(01000));
  for (int n = 0; n < 25; ++n) addStep(random, p);
  for (bool& there : p.present) there = random.oneIn(3);
  p.registers = 1 + static_cast<unsigned>(random.below(8));
  return p;
}

std::unique_ptr<PagedMachine> prepared(const Program& p, bool allPresent = false) {
  auto rig = std::make_unique<PagedMachine>(PagerConfig{.registers = p.registers, .hit = nanoseconds(30)}, "MA10");
  rig->installHandler();
  rig->set(01030, 0777574001240);
  rig->set(01240, 0254200001241);
  for (std::uint32_t a = 07000; a < (test::kLastUser + 1) << 9; ++a) rig->set(rig->user(a), a * 0123456701);
  for (std::uint32_t n = 0; n < p.code.size(); ++n) rig->set(rig->user(kCode + n), p.code[n]);
  rig->set(rig->user(kCode + static_cast<std::uint32_t>(p.code.size())), kEnd);
  for (std::uint32_t n = 0; n < p.pointers.size(); ++n) rig->set(rig->user(kPointers + n), p.pointers[n]);
  for (std::uint32_t n = 0; n < kPages; ++n)
    if (!p.present[n] && !allPresent) rig->map(test::kFirstUser + n, 0);
  rig->on();
  for (std::uint32_t n = 0; n < 16; ++n) rig->m.cpu().setAc(AcNo{n}, Word36{p.ac[n]});
  rig->startUser(kCode);
  return rig;
}

StopReason runToEnd(PagedMachine& rig) { return rig.m.cpu().run({.until = rig.m.now() + seconds(1)}); }

TEST(PagedRun, EndsAsIfAllPagesHadBeenPresent) {
  test::Random random;
  std::uint64_t traps = 0;
  for (int n = 0; n < 300; ++n) {
    const Program p = randomProgram(random);
    const auto there = prepared(p, true);
    const auto paged = prepared(p);
    ASSERT_EQ(runToEnd(*there), StopReason::Halt) << n;
    ASSERT_EQ(runToEnd(*paged), StopReason::Halt) << n;
    ASSERT_EQ(paged->pc(), 01241u);
    for (std::uint32_t a = 0; a < 16; ++a) ASSERT_EQ(paged->ac(a), there->ac(a)) << "program " << n << " AC " << a;
    for (std::uint32_t a = kCode; a < (test::kLastUser + 1) << 9; ++a)
      ASSERT_EQ(paged->real(paged->user(a)), there->real(there->user(a))) << "program " << n << std::oct << " at " << a;
    ASSERT_EQ(paged->real(PagedMachine::word(test::kPsb, 0574)), there->real(PagedMachine::word(test::kPsb, 0574)));
    EXPECT_EQ(there->real(01277), 0u);
    traps += paged->real(01277);
  }
  EXPECT_GT(traps, 300u * 5);
}

TEST(PagedRun, PlainAndProbedAreTheSame) {
  test::Random random;
  for (int n = 0; n < 200; ++n) {
    const Program p = randomProgram(random);
    const auto plain = prepared(p);
    const auto probed = prepared(p);
    CycleLog log;
    probed->m.cpu().connect(log);
    ASSERT_EQ(runToEnd(*plain), runToEnd(*probed));
    ASSERT_EQ(plain->m.cpu().executed(), probed->m.cpu().executed()) << "program " << n;
    ASSERT_TRUE(plain->m.save(true) == probed->m.save(true)) << "program " << n;
  }
}

// The trap handler's counter, a pointer and a word of the program; the handler's first instruction, and the trap's PC
// word, which the pager maps.
Interests interestsOf(const PagedMachine& rig) {
  Interests wanted;
  for (const std::uint32_t real : {01277u, rig.user(kPointers), rig.user(07123)}) wanted.cells.emplace_back(real);
  for (const std::uint32_t va : {01200u, 0777573u}) wanted.places.emplace_back(va);
  return wanted;
}

// The same probe, declared and not; and a run in pieces.
TEST(PagedRun, AProbeWithInterestsCountsAsOneThatIsToldEverything) {
  test::Random random;
  std::size_t references = 0, told = 0, whole = 0;
  for (int n = 0; n < 40; ++n) {
    const Program p = randomProgram(random);
    const auto plain = prepared(p);
    const auto probed = prepared(p);
    test::Account some{interestsOf(*plain), true}, all{interestsOf(*probed), false};
    plain->m.cpu().connect(some);
    probed->m.cpu().connect(all);
    for (StopReason why = StopReason::None; why != StopReason::Halt;) {
      const RunLimit limit{.instructions = 1 + random.below(200), .until = plain->m.now() + microseconds(300)};
      why = plain->m.cpu().run(limit);
      ASSERT_EQ(probed->m.cpu().run(limit), why);
      ASSERT_EQ(plain->m.cpu().executed(), probed->m.cpu().executed()) << "program " << n;
      ASSERT_NO_FATAL_FAILURE(expectSame(some, all)) << "program " << n;
    }
    ASSERT_TRUE(plain->m.save(true) == probed->m.save(true)) << "program " << n;
    references += some.references();
    told += some.told();
    whole += all.told();
  }
  EXPECT_GT(references, 400u);
  EXPECT_LT(told, whole / 2);
}

TEST(PagedRun, SingleInstructionsCountATrapWithItsInstruction) {
  test::Random random;
  for (int n = 0; n < 50; ++n) {
    const Program p = randomProgram(random);
    const auto whole = prepared(p);
    const auto stepped = prepared(p);
    ASSERT_EQ(runToEnd(*whole), StopReason::Halt);
    std::uint64_t steps = 1;
    for (; stepped->m.cpu().run({.instructions = 1}) == StopReason::InstructionLimit; ++steps)
      ASSERT_LT(steps, 1000000u);
    ASSERT_EQ(steps, whole->m.cpu().executed());
    ASSERT_TRUE(whole->m.save(true) == stepped->m.save(true)) << "program " << n;
  }
}

int runByCycles(PagedMachine& rig) {
  int stops = 0;
  rig.m.cpu().switches().singleCycle = true;
  while (rig.m.cpu().run({}) == StopReason::SingleCycle) ++stops;
  rig.m.cpu().switches().singleCycle = false;
  return stops;
}

TEST(PagedRun, SingleCyclesChangeNothing) {
  test::Random random;
  for (int n = 0; n < 60; ++n) {
    const Program p = randomProgram(random);
    const auto whole = prepared(p);
    const auto stepped = prepared(p);
    ASSERT_EQ(runToEnd(*whole), StopReason::Halt);
    EXPECT_GT(runByCycles(*stepped), 25);
    ASSERT_TRUE(whole->m.save(true) == stepped->m.save(true)) << "program " << n;
  }
}

TEST(PagedRun, ContinuesFromASnapshotOfAnyCycle) {
  test::Random random;
  for (int n = 0; n < 4; ++n) {
    Program p = randomProgram(random);
    p.code.resize(std::min<std::size_t>(p.code.size(), 6));
    const auto whole = prepared(p);
    ASSERT_EQ(runToEnd(*whole), StopReason::Halt);
    const auto standing = prepared(p);
    standing->m.cpu().switches().singleCycle = true;
    for (int stop = 0; standing->m.cpu().run({}) == StopReason::SingleCycle; ++stop) {
      if (stop % 23 != n) continue;
      const auto heir = prepared({.code = {}, .registers = p.registers});
      ASSERT_TRUE(heir->m.restore(standing->m.save()));
      heir->m.cpu().switches().singleCycle = false;
      ASSERT_EQ(heir->m.cpu().run({}), StopReason::Halt);
      ASSERT_TRUE(heir->m.save() == whole->m.save()) << "program " << n << " after stop " << stop;
    }
  }
}

TEST(PagedRun, ForeignSnapshotsAreRefused) {
  PagedMachine sixteen;
  sixteen.on();
  const auto state = sixteen.m.save();
  PagedMachine three{{.registers = 3}};
  EXPECT_FALSE(three.m.restore(state));
  test::Rig without{test::Rig::boxesOf("ideal", 16)};
  EXPECT_FALSE(without.m.restore(state));
  EXPECT_FALSE(sixteen.m.restore(without.m.save()));
  EXPECT_TRUE(sixteen.m.restore(state));
}

// ---- the monitor's side ----

struct Monitor : PagedMachine {
  explicit Monitor(const PagerConfig& pager = {}) : PagedMachine(pager) {
    on();
    set(01240, 0254200001241);
  }
  static std::uint32_t block(std::uint32_t a) { return word(test::kPsb, 0460 + a); }
  // Runs the words at 1400 followed by a HALT; true when it gets there.
  bool runs(std::initializer_list<std::uint64_t> code, std::uint32_t flags = 0) {
    load(01400, code);
    load(01400 + static_cast<std::uint32_t>(code.size()), {0254200001777});
    m.cpu().setFlags(flags);
    return start(01400, {.until = m.now() + seconds(1)}) == StopReason::Halt && pc() == 01777;
  }
};

// XCTUU [ILDB 1,2] and XCTUU [IDPB 1,2], as in the monitor's string routines: the pointer is the caller's AC.
TEST(PreviousContext, BytesThroughTheCallersPointer) {
  Monitor rig;
  rig.set(Monitor::block(2), 0440700005100);
  rig.set(rig.user(05100), 0406050302010);
  rig.m.cpu().setAc(AcNo{2}, Word36{0123});
  rig.load(01500, {0134040000002, 0136040000002});
  EXPECT_TRUE(rig.runs({0256340001500}));
  EXPECT_EQ(rig.ac(1), 0101u);
  EXPECT_EQ(rig.real(Monitor::block(2)), 0350700005100u);
  EXPECT_EQ(rig.ac(2), 0123u);
  EXPECT_TRUE(rig.runs({0256340001501}));
  EXPECT_EQ(rig.real(Monitor::block(2)), 0260700005100u);
  EXPECT_EQ(rig.real(rig.user(05100)) >> 22 & 0177, 0101u);
}

TEST(PreviousContext, ReadFromUserWrittenToMonitor) {
  Monitor rig;
  rig.set(Monitor::block(1), 0111111222222);
  rig.load(01500, {0553000000001});  // HRRZS 1
  EXPECT_TRUE(rig.runs({0256200001500}));
  EXPECT_EQ(rig.ac(1), 0222222u);
  EXPECT_EQ(rig.real(Monitor::block(1)), 0111111222222u);
  rig.load(01500, {0350000005100});  // AOS 5100 under XCT 4: read in user space, stored in the resident monitor
  rig.set(rig.user(05100), 041);
  rig.set(05100, 0);
  EXPECT_TRUE(rig.runs({0256200001500}));
  EXPECT_EQ(rig.real(05100), 042u);
  EXPECT_EQ(rig.real(rig.user(05100)), 041u);
}

TEST(PreviousContext, IndirectWordsBySelection) {
  Monitor rig;
  rig.load(01500, {0200060005100});  // MOVE 1,@5100
  rig.set(rig.user(05100), 05101);
  rig.set(rig.user(05101), 0444);
  rig.set(05100, 05102);
  rig.set(05101, 0333);
  rig.set(05102, 0555);
  EXPECT_TRUE(rig.runs({0256000001500}));
  EXPECT_EQ(rig.ac(1), 0555u);
  EXPECT_TRUE(rig.runs({0256400001500}));  // the address there, the operand here
  EXPECT_EQ(rig.ac(1), 0333u);
  EXPECT_TRUE(rig.runs({0256600001500}));  // both there
  EXPECT_EQ(rig.ac(1), 0444u);
}

TEST(PreviousContext, ASelectionAppliesToOneInstruction) {
  Monitor rig;
  rig.load(01500, {0256000001501, 0200040005100});  // XCT 1501; MOVE 1,5100
  rig.set(05100, 0333);
  EXPECT_TRUE(rig.runs({0256340001500, 0200100005100}));
  EXPECT_EQ(rig.ac(1), 0333u);
  EXPECT_EQ(rig.ac(2), 0333u);
  for (const std::uint32_t on : {4u, 6u}) {
    rig.cono(on);
    rig.set(rig.user(05100), 0444);
    EXPECT_TRUE(rig.runs({0256200001501}));
    EXPECT_EQ(rig.ac(1), on == 6 ? 0444u : 0333u);  // with the pager off there is one context
  }
}

TEST(PreviousContext, SurvivesSingleInstructionAndItsSnapshot) {
  Monitor rig;
  rig.load(01400, {0256200001500, 0254200001777});  // XCT 4,[MOVE 1,5100]
  rig.load(01500, {0200040005100});
  rig.set(rig.user(05100), 0444);
  rig.m.cpu().switches().singleInstruction = true;
  rig.m.cpu().setFlags(0);
  EXPECT_EQ(rig.start(01400), StopReason::SingleInstruction);  // the XCT alone
  Monitor heir;
  ASSERT_TRUE(heir.m.restore(rig.m.save()));
  EXPECT_EQ(heir.m.cpu().run({}), StopReason::SingleInstruction);
  EXPECT_EQ(heir.ac(1), 0444u);
}

TEST(PreviousContext, AnInterruptBeforeTheTargetSelectsAgain) {
  // A request latched by the fetch of the target: the XCT is restarted after the interrupt.
  Monitor rig;
  rig.load(042, {0104000001600});                   // JSYS 1600
  rig.load(01600, {0001610001601, 0254520001610});  // JRST 12,@1610
  rig.load(01500, {0200040005100});
  rig.set(rig.user(05100), 0444);
  EXPECT_TRUE(rig.runs({0700600006300, 0256200001500, 0700600000400}));  // CONO PI: channel 1, on, request
  EXPECT_EQ(rig.ac(1), 0444u);
  EXPECT_EQ(rig.m.cpu().counters().interrupts[1], 1u);
}

// ---- JSYS ----

TEST(Jsys, TakesTheTimeOfItsBoxesAndCycles) {
  Monitor rig;
  rig.set(01030, 0777574001240);
  rig.m.cpu().execute(Word36{0104000000030});  // the PSB's register is loaded
  const Instant before = rig.m.now();
  rig.m.cpu().execute(Word36{0104000000030});
  const auto& t = TimingProfile::srm();
  EXPECT_EQ(rig.m.now() - before, t.address + t.endOfAddress + t.operandBefore + nanoseconds(600) + t.operandAfter +
                                      t.beforeExecution + t.execution[0264] + t.afterExecution + t.writeBefore +
                                      nanoseconds(200) + t.writeAfter);
  EXPECT_EQ(rig.m.now() - before, nanoseconds(2220));
}

TEST(Jsys, TheVectorCanBeInTheJobArea) {
  Monitor rig{{.callVector = PagerConfig::CallVector::JobPage}};
  rig.set(PagedMachine::word(test::kPsb, 0600), test::kAllAccess | 060);
  rig.set(04060, 0400000000000);
  rig.set(060030, 0777574001240);
  EXPECT_FALSE(rig.runs({0104000000030}));
  EXPECT_EQ(rig.pc(), 01241u);
  EXPECT_EQ(rig.real(PagedMachine::word(test::kPsb, 0574)), 01401u);
  EXPECT_EQ(rig.m.cpu().flags(), 0u + kPcCallFromMonitor);
}

TEST(Jsys, AMissingVectorWordLeavesTheCallerUnchanged) {
  Monitor rig{{.callVector = PagerConfig::CallVector::JobPage}};
  rig.set(rig.user(05000), 0104000000030);
  rig.startUser(05000);
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(rig.status(), 0410011600030u);
  EXPECT_EQ(rig.real(PagedMachine::word(test::kPsb, 0573)), 0010000005000u);
}

TEST(Jsys, FirstPartDoneBelongsToTheInterruptedInstruction) {
  Monitor rig;
  rig.set(01030, 0777574001240);
  EXPECT_FALSE(rig.runs({0104000000030}, kPcByteIncrement | kPcCarry0));
  EXPECT_EQ(rig.real(PagedMachine::word(test::kPsb, 0574)), 0220000001401u);
  EXPECT_EQ(rig.m.cpu().flags(), 0u + kPcCarry0 + kPcCallFromMonitor);
}

TEST(Jsys, CallFromMonitorIsRestoredOnlyInExecutiveMode) {
  for (const std::uint64_t restore : {0254120001500u, 0254520001500u}) {  // JRSTF @1500, JEN @1500
    Monitor rig;
    rig.load(01500, {0002000001777});
    rig.load(01777, {0254200001777});
    EXPECT_TRUE(rig.runs({restore}));
    EXPECT_EQ(rig.m.cpu().flags(), 0u + kPcCallFromMonitor);
    rig.load(01500, {01777});
    EXPECT_TRUE(rig.runs({restore}, kPcCallFromMonitor));
    EXPECT_EQ(rig.m.cpu().flags(), 0u);
  }
  Monitor rig;
  rig.set(rig.user(05000), 0254120005001);  // the user's JRSTF @5001
  rig.set(rig.user(05001), 0007600005002);
  rig.startUser(05000);
  rig.m.cpu().run({.instructions = 1});
  EXPECT_EQ(rig.m.cpu().flags(), 0u + kPcUser);
}

}  // namespace
}  // namespace utah10
