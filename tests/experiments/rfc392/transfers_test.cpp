// A few transfers of RFC 392.
#include "experiments/rfc392/transfers.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

#include "experiments/lab_bench.hpp"
#include "experiments/report/report_numbers.hpp"
#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/render.hpp"

namespace utah10 {

void PrintTo(const TransferCondition& c, std::ostream* out) { *out << (c.send ? "send " : "receive ") << c.bytes; }

namespace {

TEST(Rfc392Rows, AreDividedInOrder) {
  const auto rows = rfc392Rows();
  const auto pieces = inPieces(rows, 4);
  ASSERT_EQ(pieces.size(), 4u);
  std::size_t n = 0;
  for (const auto& piece : pieces)
    for (const TransferCondition& c : piece) EXPECT_EQ(c.name(), rows[n++].name());
  EXPECT_EQ(n, 77u);
}

constexpr unsigned kOpenf = 021, kGtsts = 024;

class Rfc392Test : public test::LabTest {};

TEST_F(Rfc392Test, ASendAndAReceiveArriveIntact) {
  const std::vector<TransferCondition> rows = {{0, 1, true, 7142, 0}, {0, 2, false, 4085, 0}};
  std::size_t told = 0;
  const auto results = makeTransfers({}, site("utah72"), rows, [&](const TransferResult&) { ++told; });
  ASSERT_TRUE(results) << results.error().text();
  EXPECT_EQ(told, 2u);
  for (const TransferResult& r : *results) {
    SCOPED_TRACE(r.condition.name());
    EXPECT_TRUE(r.done) << r.trouble;
    EXPECT_TRUE(r.intact) << r.trouble;
    EXPECT_EQ(r.bytes, r.condition.bytes);
    EXPECT_EQ(r.stretch.takenMs, r.stretch.chargedMs);
    ASSERT_TRUE(r.commandMs);
    EXPECT_NEAR(static_cast<double>(r.job.takenMs), static_cast<double>(*r.commandMs), 2) << "JOBRT";
    EXPECT_GT(*r.commandMs, r.stretch.chargedMs);
    Duration besides{};
    for (const Duration d : r.job.besides) besides += d;
    const auto whole = milliseconds(static_cast<std::int64_t>(*r.commandMs - r.stretch.chargedMs));
    EXPECT_LT(std::abs((whole - besides).count()), whole.count() / 4) << "difference by the clock's grain";
    EXPECT_GT(r.job.besides[kOpenf], milliseconds(1));
    EXPECT_GE(r.job.calls[kOpenf], 2u) << "file and connection";
    EXPECT_GT(r.usPerBit(), 0);
  }
}

// A page of the deck that the window leaves counts for nobody, as in 1.28. The working set is then smaller than what is
// reserved, and the next page makes the fork look for old pages, of the monitor, too, which it takes back one by one.
TEST_F(Rfc392Test, AWindowThatMovesMakesTheForkLookForOldPages) {
  const std::vector<TransferCondition> rows = {{0, 1, true, 18511, 0}};
  const auto results = makeTransfers({}, site("utah72"), rows, {});
  ASSERT_TRUE(results) << results.error().text();
  const ChargedStretch& stretch = results->front().stretch;
  const std::uint64_t windows = (results->front().characters + 2559) / 2560;
  EXPECT_GE(stretch.pageTraps, windows + windows / 2);
  EXPECT_LE(stretch.pageTraps, windows * 6);
}

// RJS1E reads the file's status after each BIN; it is not on the pack.
TEST_F(Rfc392Test, AVariantOfTheProgramIsCopiedToThePack) {
  Rfc392Settings settings;
  settings.program = "RJS1E";
  const std::vector<TransferCondition> rows = {{0, 1, true, 884, 0}};
  const auto results = makeTransfers(settings, site("utah72"), rows, {});
  ASSERT_TRUE(results) << results.error().text();
  const TransferResult& r = results->front();
  EXPECT_TRUE(r.whole()) << r.trouble;
  EXPECT_GE(r.stretch.calls[kGtsts], r.characters);
  settings.program = "RJS9";
  const auto none = makeTransfers(settings, site("utah72"), rows, {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().what, "there is no program RJS9");
}

// Results and report are reproducible byte for byte.
TEST_F(Rfc392Test, IsReproducible) {
  const std::vector<TransferCondition> rows = {{0, 1, true, 219, 0}, {0, 2, false, 845, 0}};
  std::string first;
  for (int n = 0; n < 2; ++n) {
    const auto results = makeTransfers({}, site("utah72"), rows, {});
    ASSERT_TRUE(results) << results.error().text();
    Seal seal{rows.size()};
    EXPECT_THROW(rfc392Paper(seal), std::logic_error);
    for (std::size_t r = 0; r < rows.size(); ++r) seal.result();
    const std::string text = render(analyse({}, *results, rfc392Paper(seal))).text();
    EXPECT_NE(text.find("whole"), std::string::npos);
    if (n == 0) first = text;
    EXPECT_EQ(text, first);
  }
}

// Among others a send gets about its share of the processor, also on a monitor whose NCP is a process and often finds
// that the program has the lock. When that cost the program its turn, the send took thirty times its CPU time.
class AmongOthers : public test::LabTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(AmongOthers, ASendKeepsItsTurn) {
  constexpr double kLoad = 3;
  const auto results = makeTransfers({}, site(GetParam()), {{0, 1, true, 18511, kLoad}}, {});
  ASSERT_TRUE(results) << results.error().text();
  const TransferResult& r = results->front();
  EXPECT_TRUE(r.intact) << r.trouble;
  EXPECT_LT(secondsOf(r.stretch.elapsed()), r.cpuSeconds() * (kLoad + 1) * 2);
}

INSTANTIATE_TEST_SUITE_P(Systems, AmongOthers, ::testing::Values("utah72", "utah131", "utah73"),
                         [](const auto& made) { return std::string{made.param}; });

// A send and a receive with faults.
class WhateverFails : public test::LabTest, public ::testing::WithParamInterface<TransferCondition> {};

TEST_P(WhateverFails, ArrivesIntact) {
  Rfc392Settings settings;
  settings.faults = true;
  const auto results = makeTransfers(settings, site("utah72"), {GetParam()}, {});
  ASSERT_TRUE(results) << results.error().text();
  const TransferResult& r = results->front();
  EXPECT_TRUE(r.intact) << r.trouble;
  EXPECT_NE(r.faults, "");
}

INSTANTIATE_TEST_SUITE_P(Rfc392, WhateverFails,
                         ::testing::Values(TransferCondition{0, 1, true, 2906, 0},
                                           TransferCondition{0, 2, false, 4085, 0}),
                         [](const auto& made) { return made.param.send ? "Send" : "Receive"; });

}  // namespace
}  // namespace utah10
