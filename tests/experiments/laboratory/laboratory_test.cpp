// A laboratory with the packaged monitor: a deck on the whole path, checked at both ends.
#include "experiments/laboratory/laboratory.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "experiments/charges/charge_meter.hpp"
#include "experiments/lab_bench.hpp"
#include "experiments/rjs/deck_maker.hpp"
#include "experiments/rjs/rjs_typist.hpp"

namespace utah10 {
namespace {

// A millisecond plus the latency of the interrupt that counts it.
constexpr Duration kTick = microseconds(1200);

class LaboratoryTest : public test::LabTest {};

TEST_F(LaboratoryTest, ADeckOf7142BytesArrivesAndItsCostIsAccountedFor) {
  const std::string deck = deckOf(7142, {.job = "JOB1", .work = "LIST=NO,TERM=LOCAL"})->front();
  const std::vector<LabFile> files = {*labText("<HICKS>DECK.CRD", deck)};
  auto lab = *make({}, files);
  ASSERT_TRUE(lab->boot()) << lab->console();
  RjsTypist user(*lab, "RJS");
  auto in = lab->logIn();
  ASSERT_TRUE(in) << in.error().text();
  auto on = user.signOn(1);
  ASSERT_TRUE(on) << on.error().text();

  const auto places = ChargePlaces::of(lab->monitor());
  ASSERT_TRUE(places) << places.error().text();
  ChargeMeter meter(lab->machine(), lab->monitor(), *places, lab->jobOf(0));
  const auto sent = user.send("DECK.CRD", seconds(300));
  ASSERT_TRUE(sent) << sent.error().text();
  EXPECT_TRUE(sent->done) << sent->message;
  EXPECT_GE(sent->bytes, networkBytesOf(deck));

  ASSERT_EQ(meter.stretches().size(), 1u);
  const ChargedStretch& s = meter.stretches().front();
  EXPECT_GT(s.chargedMs, 1000u);
  EXPECT_EQ(s.takenMs, s.chargedMs) << "the charges by UCLOCK equal the difference of RUNTM";
  EXPECT_LT(s.worst, kTick) << "no single charge is off by more than the clock's grain";
  EXPECT_GE(s.calls[051], sent->bytes) << "one BOUT per byte, more for restarts after waits";
  EXPECT_LE(s.calls[051], sent->bytes + sent->bytes / 100);
  EXPECT_EQ(s.slowBout, s.calls[051]) << "unbuffered: no fast calls";
  for (const ChargePart p : {ChargePart::User, ChargePart::Monitor, ChargePart::PageTrap, ChargePart::Interrupt,
                             ChargePart::Network, ChargePart::Scheduler})
    EXPECT_GT(s.split[p], Duration{}) << nameOf(p);
  const Duration rest = s.elapsed() - s.split.sum() - s.waited();  // the scheduler between the charge and the switch
  EXPECT_LT(std::abs(rest.count()), milliseconds(5).count());

  ASSERT_TRUE(lab->runFor(seconds(10)));  // the end of the deck may still be on its way
  const CcnFile* read = lab->record().last(CcnFileKind::Deck, "JOB1");
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(textOf(*read), deck);
}

struct Nobody final : Probe {};

// What the meter has found after a deck of 1500 bytes, alone or with an observer that makes it be told everything.
struct Measured {
  std::vector<ChargedStretch> stretches;
  JobCharge job;
  Instant ended;
};

Measured measured(Laboratory& lab, bool everything) {
  RjsTypist user(lab, "RJS");
  EXPECT_TRUE(lab.boot()) << lab.console();
  EXPECT_TRUE(lab.logIn());
  EXPECT_TRUE(user.signOn(1));
  const auto places = ChargePlaces::of(lab.monitor());
  ChargeMeter meter(lab.machine(), lab.monitor(), *places, lab.jobOf(0));
  Nobody nobody;
  if (everything) lab.machine().cpu().connect(nobody);
  const auto sent = user.send("DECK.CRD", seconds(300));
  EXPECT_TRUE(sent && sent->done);
  lab.machine().cpu().disconnect(nobody);
  return {meter.stretches(), meter.job(), lab.machine().now()};
}

void expectSame(const ChargeSplit& a, const ChargeSplit& b) {
  EXPECT_EQ(a.parts, b.parts);
  EXPECT_EQ(a.levels, b.levels);
}

void expectSame(const ChargedStretch& a, const ChargedStretch& b) {
  EXPECT_EQ(a.fork, b.fork);
  EXPECT_EQ(a.from, b.from);
  EXPECT_EQ(a.to, b.to);
  EXPECT_EQ(a.chargedMs, b.chargedMs);
  expectSame(a.split, b.split);
  EXPECT_EQ(a.takenMs, b.takenMs);
  EXPECT_EQ(a.worst, b.worst);
  EXPECT_EQ(a.pageWait, b.pageWait);
  EXPECT_EQ(a.runnable, b.runnable);
  EXPECT_EQ(a.waits, b.waits);
  EXPECT_EQ(a.calls, b.calls);
  EXPECT_EQ(a.slowBin, b.slowBin);
  EXPECT_EQ(a.slowBout, b.slowBout);
  EXPECT_EQ(a.pageTraps, b.pageTraps);
  EXPECT_EQ(a.reads.drum, b.reads.drum);
  EXPECT_EQ(a.reads.disk, b.reads.disk);
  EXPECT_EQ(a.pages, b.pages);
  EXPECT_EQ(a.messagesOut, b.messagesOut);
  EXPECT_EQ(a.messagesIn, b.messagesIn);
}

TEST_F(LaboratoryTest, AMeterThatIsToldLittleFindsAsMuchAsOneThatIsToldEverything) {
  const std::vector<LabFile> files = {
      *labText("<HICKS>DECK.CRD", deckOf(1500, {.job = "JOB1", .work = "LIST=NO,TERM=LOCAL"})->front())};
  const auto of = [&](bool toldEverything) {
    auto lab = make({}, files);
    EXPECT_TRUE(lab) << lab.error().text();
    return measured(**lab, toldEverything);
  };
  const Measured little = of(false);
  SetUp();  // an empty folder again
  const Measured everything = of(true);
  EXPECT_EQ(little.ended, everything.ended);
  ASSERT_EQ(little.stretches.size(), 1u);
  ASSERT_EQ(everything.stretches.size(), 1u);
  expectSame(little.stretches.front(), everything.stretches.front());
  EXPECT_EQ(little.job.takenMs, everything.job.takenMs);
  expectSame(little.job.split, everything.job.split);
  EXPECT_EQ(little.job.pageTraps, everything.job.pageTraps);
  EXPECT_EQ(little.job.reads.drum, everything.job.reads.drum);
  EXPECT_EQ(little.job.besides, everything.job.besides);
  EXPECT_EQ(little.job.calls, everything.job.calls);
}

TEST_F(LaboratoryTest, AJobIsFoundByItsLineWhereTheMonitorDoesNotAssignTheLineToIt) {
  auto lab = *make({}, {});
  ASSERT_TRUE(lab->boot()) << lab->console();
  auto in = lab->logIn();
  ASSERT_TRUE(in) << in.error().text();
  const int job = lab->jobOf(0);
  EXPECT_GT(job, 0);
  EXPECT_EQ(lab->jobOf(1), -1) << "nobody has called there";
  const auto assigned = lab->monitor().value("TTFORK");
  ASSERT_TRUE(assigned);
  lab->machine().core().poke(PhysicalAddress{assigned->right().bits()}, Word36{0777777'000000});
  EXPECT_EQ(lab->jobOf(0), job);
}

}  // namespace
}  // namespace utah10
