// What RFC 392 proposed: the programs on their monitor, and the report.
#include "experiments/rfc392/proposals.hpp"

#include <gmock/gmock.h>

#include "experiments/lab_bench.hpp"
#include "experiments/report_rows.hpp"
#include "experiments/rfc392/made_transfers.hpp"
#include "experiments/rfc392/render.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

class ProposalTest : public test::LabTest, public ::testing::WithParamInterface<const char*> {
 protected:
  Expected<std::vector<TransferResult>> transfers(const std::vector<TransferCondition>& rows) const {
    Rfc392Settings settings;
    settings.program = GetParam();
    return makeTransfers(settings, site("utah72"), rows, {});
  }
};

constexpr unsigned kDumpi = 065, kDumpo = 066, kSndms = 0670 & 0777, kRcvms = 0671 & 0777;

std::uint64_t bytewise(const ChargedStretch& s) { return s.calls[kBin] + s.calls[kBout]; }

// Two files of a stack, more than a page, and a print: every byte is compared at both ends.
TEST_P(ProposalTest, ArrivesWholeAndCostsLess) {
  const auto results = transfers({{0, 1, true, 7373, 0}, {0, 2, false, 10025, 0}});
  ASSERT_TRUE(results) << results.error().text();
  for (const TransferResult& r : *results) {
    SCOPED_TRACE(r.condition.name());
    EXPECT_TRUE(r.whole()) << r.trouble;
    EXPECT_EQ(r.stretch.takenMs, r.stretch.chargedMs);
    const double usPerBit =
        1000.0 * static_cast<double>(r.stretch.chargedMs) / (8.0 * static_cast<double>(r.condition.bytes));
    EXPECT_LT(usPerBit, r.condition.send ? 35 : 18) << "RJS: 78 and 24.5";
    EXPECT_LT(bytewise(r.stretch), r.condition.bytes + r.condition.bytes / 3) << "two calls a byte";
  }
}

TEST_P(ProposalTest, RepeatsExactly) {
  const std::vector<TransferCondition> rows = {{0, 1, true, 2906, 0}, {0, 2, false, 845, 0}};
  const auto one = transfers(rows), two = transfers(rows);
  ASSERT_TRUE(one) << one.error().text();
  ASSERT_TRUE(two) << two.error().text();
  for (std::size_t n = 0; n < rows.size(); ++n) {
    EXPECT_EQ((*one)[n].stretch.from, (*two)[n].stretch.from);
    EXPECT_EQ((*one)[n].stretch.to, (*two)[n].stretch.to);
    EXPECT_EQ((*one)[n].stretch.split.sum(), (*two)[n].stretch.split.sum());
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, ProposalTest, ::testing::Values("RJS1W", "RJS3W", "RJS1M", "RJS3M", "RJS3P"));

class PagesTest : public ProposalTest {};

// No byte is touched: calls are those that map and send pages.
TEST_P(PagesTest, GoWithoutALoopOverBytes) {
  const auto results = transfers({{0, 1, true, 18511, 0}, {0, 2, false, 10025, 0}});
  ASSERT_TRUE(results) << results.error().text();
  const ChargedStretch &sent = (*results)[0].stretch, &received = (*results)[1].stretch;
  EXPECT_EQ(bytewise(sent) + bytewise(received), 0u);
  const std::uint64_t pages = ((*results)[0].characters + 2559) / 2560;
  EXPECT_GT(sent.calls[kDumpo], pages) << "one for the end";
  EXPECT_LE(sent.calls[kDumpo], 4 * pages + 4) << "a call that waits for a message to be confirmed begins again";
  EXPECT_GT(received.calls[kDumpi], 0u);
  EXPECT_LT(sent.split[ChargePart::User], milliseconds(10));
}
INSTANTIATE_TEST_SUITE_P(Programs, PagesTest, ::testing::Values("RJS3P"));

class MessagesTest : public ProposalTest {};

TEST_P(MessagesTest, AreOneForATransaction) {
  const auto results = transfers({{0, 1, true, 18511, 0}, {0, 2, false, 10025, 0}});
  ASSERT_TRUE(results) << results.error().text();
  const ChargedStretch &sent = (*results)[0].stretch, &received = (*results)[1].stretch;
  const std::uint64_t transactions = ((*results)[0].records + 8) / 9;
  EXPECT_EQ(sent.messagesOut, transactions) << "that with the end goes after the last reading of the run time";
  EXPECT_GE(sent.calls[kSndms], transactions + 1);
  EXPECT_LE(sent.calls[kSndms], 2 * transactions + 2) << "a call that waits begins again";
  EXPECT_GT(received.calls[kRcvms], 10'025u / 880);
}
INSTANTIATE_TEST_SUITE_P(Programs, MessagesTest, ::testing::Values("RJS1M"));

TEST(Proposals, AreOnTheMonitorOf1972) {
  const auto cases = proposalCases({});
  EXPECT_EQ(cases.size(), 8u);
  EXPECT_EQ(cases.front().settings.program, "RJS");
  EXPECT_EQ(cases.back().settings.machine.monitor, "NETMEM");
  for (const RangeCase& c : cases) EXPECT_TRUE(c.settings.machine.check());
  Rfc392Settings other;
  other.machine.system = "utah73";
  EXPECT_FALSE(proposalCases(other).back().settings.machine.check());
}

TEST(Proposals, OneIsComparedWithItsReferencesOnly) {
  const auto programs = [](std::string_view proposal) {
    std::vector<std::string> names;
    for (const RangeCase& c : proposalCases({}, proposal)) names.push_back(c.settings.program);
    return names;
  };
  EXPECT_THAT(programs("pages"), ::testing::ElementsAre("RJS3", "RJS3P"));
  EXPECT_THAT(programs("messages"), ::testing::ElementsAre("RJS", "RJS3", "RJS1M", "RJS3M"));
  EXPECT_THAT(programs("bytes"), ::testing::ElementsAre("RJS", "RJS3", "RJS1W", "RJS3W"));
}

// By hand: a deck of 10000 bytes that cost 6.4 s cost 80 us/bit, and half of that with the proposal.
std::vector<RangeResult> madeResults() {
  std::vector<RangeResult> all;
  for (const RangeCase& c : proposalCases({})) {
    if (c.settings.program != "RJS" && c.settings.program != "RJS1W") continue;
    const std::uint64_t ms = (c.settings.program == "RJS") ? 6400 : 3200;
    TransferResult sent = test::madeTransfer(true, 10'000, ms), received = test::madeTransfer(false, 500, 10);
    sent.stretch.messagesOut = 50;
    sent.stretch.messageBitsOut = 88'000;
    sent.stretch.calls[kBout] = 10'000;
    sent.stretch.split[ChargePart::User] = seconds(2);
    sent.stretch.split[ChargePart::Network] = milliseconds(300);
    sent.stretch.split[ChargePart::Interrupt] = milliseconds(100);
    sent.stretch.pageTraps = 7;
    received.done = received.intact = !(c.settings.program == "RJS");
    all.push_back({c, {sent, received}});
  }
  return all;
}

Rfc392Paper paperWithPrices() {
  Rfc392Paper paper;
  paper.dollarsPerCpuHour = 360;
  paper.dollarsPerMegabitLeast = 9.9;
  paper.dollarsPerMegabitMost = 11.2;
  return paper;
}

TEST(Proposals, AreComparedByTheBitsOfOneProtocol) {
  const ProposalsFindings f = analyseProposals(madeResults(), paperWithPrices());
  ASSERT_EQ(f.costs.size(), 4u);
  const ProposalCosts* sent = f.of("RJS1W", true);
  ASSERT_NE(sent, nullptr);
  EXPECT_DOUBLE_EQ(sent->usPerBit, 40);
  EXPECT_DOUBLE_EQ(sent->ofReference.value(), 0.5);
  EXPECT_DOUBLE_EQ(sent->dollarsPerMegabit, 4) << "40 s of 10 cents";
  EXPECT_DOUBLE_EQ(sent->networkBitsPerBit, 1.1);
  EXPECT_DOUBLE_EQ(sent->callsPerByte, 1);
  EXPECT_DOUBLE_EQ(sent->of(ChargePart::User), 200);
  EXPECT_DOUBLE_EQ(sent->networkUsPerByte, 40);
  EXPECT_FALSE(f.of("RJS", true)->ofReference);
  EXPECT_EQ(f.of("RJS", false), nullptr) << "not measured";
  EXPECT_FALSE(f.of("RJS1W", false)->ofReference) << "its reference is missing";
}

TEST(Proposals, ReportHasARowForEachProgramAndDirection) {
  const ProposalsFindings f = analyseProposals(madeResults(), paperWithPrices());
  const Report report = render(f);
  test::expectForPrograms(report, 1);
  const std::string csv = test::rowsOf(report);
  EXPECT_THAT(
      csv,
      HasSubstr("\nproposals,bytes of 32 bits,RJS1W,sent,10000,40.00,-,0.500,3.20,50,1.100,1.000,7,0.0,4.00,whole\n"));
  EXPECT_THAT(csv, HasSubstr("\nproposals,as it was,RJS,received,0,0.00,-,-,0.00,0,0.000,0.000,0,0.0,0.00,0 of 1\n"));
  EXPECT_THAT(csv, HasSubstr("\nproposal-parts,bytes of 32 bits,RJS1W,sent,200.0,0.0,0.0,10.0,30.0,0.0\n"));
  EXPECT_THAT(report.text(), HasSubstr("$360.00 for an hour"));
  EXPECT_THAT(report.text(), ::testing::StartsWith(opening(f).beginning()));
}

}  // namespace
}  // namespace utah10
