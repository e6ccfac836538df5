// Calls and their returns on a machine with a toy monitor; all instructions are counted by hand.
#include "trace/jsys_follower.hpp"

#include <fmt/format.h>

#include "toy_monitor.hpp"
#include "trace/jsys_trace.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {
namespace {

using test::jsys;
using test::kCallDone;

struct Instructions final : Probe {
  struct One {
    Instant began, ended;
    PcWord pcWord;
    bool trap;
  };
  std::vector<One> all;
  void instruction(const InstructionRecord& r) override {
    all.push_back(
        {r.entry.began, r.ended, r.entry.pcWord, (r.entry.context & kHistoryTrap) != 0 && r.entry.e == 01100});
  }
  // The first instruction executed at a user-mode address from `from` on, excluding the JSYS in 70.
  std::size_t user(std::uint32_t pc, std::size_t from = 0) const {
    for (; from < all.size(); ++from)
      if (all[from].pcWord.pc().bits() == pc && all[from].pcWord.user() && !all[from].trap) return from;
    return all.size();
  }
};

struct Log final : JsysFollower {
  std::vector<std::string> lines;
  std::vector<FollowedCall> done;
  void called(const FollowedCall& c) override { lines.push_back(fmt::format("{}> {}", c.depth, callName(c))); }
  void returned(const FollowedCall& c) override {
    lines.push_back(fmt::format("{}< {} +{}", c.depth, callName(c), c.returned));
    done.push_back(c);
  }
  void lost(const FollowedCall& c) override {
    lines.push_back(fmt::format("{}! {}", c.depth, callName(c)));
    done.push_back(c);
  }
};

using Lines = std::vector<std::string>;

struct Followed : test::ToyMonitor {
  Instructions instructions;
  Log log;
  explicit Followed(const PagerConfig& pager = {}) : ToyMonitor(pager) {
    m.cpu().connect(instructions);
    m.cpu().connect(log);
  }
  // Time from the beginning of instruction i to that of instruction j.
  Duration between(std::size_t i, std::size_t j) const {
    return instructions.all.at(j).began - instructions.all.at(i).began;
  }
};

TEST(JsysFollower, ReturnsOneTwoAndThree) {
  Followed f;
  f.program({jsys(050), jsys(021), 0, jsys(022), jsys(040), 0, 0, kCallDone});
  EXPECT_EQ(f.go(), StopReason::Halt);
  f.log.finish();
  EXPECT_EQ(f.log.lines, (Lines{"0> BIN", "0< BIN +1", "0> OPENF", "0< OPENF +2", "0> CLOSF", "0< CLOSF +1", "0> STDIR",
                                "0< STDIR +3", "0> HALTF", "0! HALTF"}));
  // BIN: JSYS, MOVEI, JRST; OPENF: JSYS, AOS, JRST; STDIR has one more AOS.
  const std::size_t bin = f.instructions.user(05000);
  EXPECT_EQ(f.instructions.user(05001), bin + 3);
  EXPECT_EQ(f.instructions.user(05003), bin + 6);
  EXPECT_EQ(f.instructions.user(05007), bin + 13);
  EXPECT_EQ(f.log.done[0].time(), f.between(bin, bin + 3));
  EXPECT_EQ(f.log.done[1].time(), f.between(bin + 3, bin + 6));
  EXPECT_EQ(f.log.done[3].time(), f.between(bin + 9, bin + 13));
  for (std::size_t n = 0; n < 4; ++n) EXPECT_EQ(f.log.done[n].own, f.log.done[n].time()) << n;
  EXPECT_EQ(f.log.done[0].after[2].bits(), 0101u);
  EXPECT_EQ(f.log.done[2].after[1].bits(), 0600160u);
  EXPECT_EQ(f.log.done[4].returned, 0u);
}

TEST(JsysFollower, TheMonitorsOwnCallsOnRequest) {
  for (const bool monitor : {false, true}) {
    Followed f;
    f.log.followMonitor(monitor);
    f.program({jsys(020), 0, kCallDone});
    f.go();
    if (monitor)
      EXPECT_EQ(f.log.lines, (Lines{"0> GTJFN", "1> BOUT", "1< BOUT +1", "0< GTJFN +2", "0> HALTF"}));
    else
      EXPECT_EQ(f.log.lines, (Lines{"0> GTJFN", "0< GTJFN +2", "0> HALTF"}));
    // JSYS, JSYS, JRST (of BOUT), MOVEI, AOS, JRST.
    const std::size_t first = f.instructions.user(05000);
    EXPECT_EQ(f.log.done.back().time(), f.between(first, first + 6));
  }
}

// TENEX's slow calls: a frame by a second JSYS, and a return by XCT of a cell. The vector may be in monitor page 600.
TEST(JsysFollower, TheMonitorsSlowCallsReturnWhereverTheVectorIs) {
  for (const auto vector : {PagerConfig::CallVector::PageOne, PagerConfig::CallVector::JobPage}) {
    Followed f{{.callVector = vector}};
    f.log.followMonitor(true);
    f.program({jsys(0224), kCallDone});
    EXPECT_EQ(f.go(), StopReason::Halt);
    EXPECT_EQ(f.log.lines,
              (Lines{"0> NOUT", "1> GTAD", "2> BOUT", "2< BOUT +1", "1< GTAD +1", "0< NOUT +1", "0> HALTF"}));
  }
}

TEST(JsysFollower, APageFaultInsideIsPartOfTheCall) {
  Followed f;
  f.map(7, 0);
  f.program({0201040007000, jsys(076), kCallDone});
  f.go();
  EXPECT_EQ(f.log.lines, (Lines{"0> PSOUT", "0< PSOUT +1", "0> HALTF"}));
  // JSYS, (UMOVE refused) the JSYS in 70, 15. instructions of its handler (the two for a write are skipped), UMOVE,
  // JRST.
  const std::size_t call = f.instructions.user(05001);
  EXPECT_EQ(f.real(01277), 1u);
  EXPECT_EQ(f.instructions.user(05002), call + 1 + 16 + 2);
  EXPECT_EQ(f.log.done[0].time(), f.between(call, call + 19));
  EXPECT_EQ(f.log.done[0].own, f.log.done[0].time());
}

TEST(JsysFollower, ACallerWhosePageHasGoneHasReturned) {
  Followed f;
  f.map(6, 0);
  f.program({jsys(050), kCallDone}, 05777);
  f.go(05777);
  EXPECT_EQ(f.log.lines, (Lines{"0> BIN", "0< BIN +1", "0> HALTF"}));
  // The call ends with its JRST; the fault of the next instruction does not count.
  const std::size_t call = f.instructions.user(05777);
  EXPECT_EQ(f.log.done[0].ended, f.instructions.all[call + 2].ended);
  EXPECT_EQ(f.instructions.user(06000), call + 3 + 16);
}

TEST(JsysFollower, TimeOfAnotherProcessIsNotItsOwn) {
  Followed f;
  f.program({jsys(0167), kCallDone});
  f.program({jsys(050), jsys(0171)}, 05200);
  f.go();
  EXPECT_EQ(f.log.lines, (Lines{"0> DISMS", "0> BIN", "0< BIN +1", "0> GTRPW", "0< DISMS +1", "0> HALTF"}));
  // DISMS: JSYS, MOVE, MOVEM, CONO | JRST; BIN 3; GTRPW: JSYS, MOVE, MOVEM, CONO | JRST. The CONO belongs to the new
  // process.
  const std::size_t first = f.instructions.user(05000);
  const FollowedCall& disms = f.log.done[1];
  EXPECT_EQ(disms.process, test::kPsb);
  EXPECT_EQ(f.log.done[0].process, test::kOtherPsb);
  EXPECT_EQ(f.instructions.user(05001), first + 13);
  EXPECT_EQ(disms.time(), f.between(first, first + 13));
  EXPECT_EQ(disms.own, f.between(first, first + 3) + f.between(first + 11, first + 13));
}

TEST(JsysFollower, CallsOfAPseudoInterruptLieInTheInterruptedOne) {
  Followed f;
  f.program({jsys(0306), kCallDone});
  f.program({jsys(050), jsys(0136)}, 05100);
  f.go();
  f.log.finish();
  EXPECT_EQ(f.log.lines,
            (Lines{"0> WAIT", "1> BIN", "1< BIN +1", "1> DEBRK", "1! DEBRK", "0< WAIT +1", "0> HALTF", "0! HALTF"}));
}

TEST(JsysFollower, AnXctOfACallAndAtTheReturn) {
  Followed f;
  f.program({0256000005010, 0256000005011, kCallDone});
  f.program({jsys(050), jsys(050)}, 05010);
  f.go();
  EXPECT_EQ(f.log.lines, (Lines{"0> BIN", "0< BIN +1", "0> BIN", "0< BIN +1", "0> HALTF"}));
  // JSYS, XCT (it ends after its target), MOVEI, JRST; the next XCT begins where JRST ended.
  const std::size_t first = f.instructions.user(05000);
  EXPECT_EQ(f.log.done[0].ended, f.instructions.all[first + 3].ended);
  EXPECT_EQ(f.log.done[0].ended, f.instructions.all[first + 5].began);
  EXPECT_EQ(f.log.done[0].own, f.log.done[0].time());
}

TEST(JsysFollower, AUsersOwnUuo) {
  Followed f;
  f.set(f.user(041), 0264000005300);  // JSR 5300
  f.program({0001040001234, kCallDone});
  f.program({0, 0254020005300}, 05300);  // JRST @5300
  f.go();
  EXPECT_EQ(f.log.lines, (Lines{"0> LUUO 1", "0< LUUO 1 +1", "0> HALTF"}));
  EXPECT_EQ(f.log.done[0].e, 01234u);
  // JSR from 41 and the UUO, which ends with it, and JRST.
  const std::size_t jsr = f.instructions.user(05000);
  EXPECT_EQ(f.log.done[0].ended, f.instructions.all[jsr + 2].ended);
  EXPECT_EQ(f.log.done[0].began, f.instructions.all[jsr + 1].began);
  EXPECT_EQ(f.log.done[0].own, f.log.done[0].time());
}

TEST(JsysFollower, ACallGivenUpAndMadeAgainIsLost) {
  Followed f;
  f.set(01451, 0010000005000);  // WAIT goes to 5000 itself
  // 5000: AOS 4; CAIE 4,3; JRST 5004; HALTF; 5004: WAIT
  f.program({0350000000004, 0302200000003, 0254000005004, kCallDone, jsys(0306)});
  f.m.cpu().setAc(AcNo{4}, Word36{});
  f.go();
  f.log.finish();
  EXPECT_EQ(f.log.lines, (Lines{"0> WAIT", "0! WAIT", "0> WAIT", "1> HALTF", "0! WAIT", "1! HALTF"}));
}

TEST(JsysFollower, LookingChangesNothing) {
  const auto end = [](bool looking) {
    test::ToyMonitor f;
    Log log;
    if (looking) f.m.cpu().connect(log);
    f.program({jsys(020), 0, jsys(0167), kCallDone});
    f.program({jsys(050), jsys(0171)}, 05200);
    f.go();
    return stateHash(f.m);
  };
  EXPECT_EQ(end(true), end(false));
}

}  // namespace
}  // namespace utah10
