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

  const CcnFile* read = lab->record().last(CcnFileKind::Deck, "JOB1");
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(textOf(*read), deck);
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
