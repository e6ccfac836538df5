// RJS in its last shape and FTP on laboratory machines of 1973.
#include "experiments/rfc557/chain.hpp"

#include <gtest/gtest.h>

#include "experiments/lab_bench.hpp"
#include "experiments/rfc557/made_chain.hpp"

namespace utah10 {
namespace {

TEST(Rfc557, NumbersOfAMegabit) {
  const ChainResult r = test::madeChain().front();
  EXPECT_EQ(r.condition.name(), "RJS 1");
  EXPECT_DOUBLE_EQ(r.secondsPerMegabit(), 96.5);
  EXPECT_DOUBLE_EQ(r.userPerMegabit(), 48.25);
  EXPECT_DOUBLE_EQ(r.monitorPerMegabit(), 48.25);
}

TEST(Rfc557, PiecesLeaveFtpOutWhereThereIsNone) {
  EXPECT_EQ(rfc557Pieces().size(), 5u) << "RJS in three shapes, two programs of FTP";
  const auto pieces = rfc557Pieces(false);
  EXPECT_EQ(pieces.size(), 3u);
  for (const auto& piece : pieces)
    for (const ChainCondition& c : piece) EXPECT_EQ(c.operation, ChainOperation::RjsSend);
}

class Rfc557Test : public test::LabTest {
 protected:
  std::vector<ChainResult> make(std::uint64_t bits, const std::vector<ChainCondition>& steps) const {
    Rfc557Settings settings;
    settings.bits = bits;
    auto made = makeChain(settings, site("utah73"), steps, {});
    EXPECT_TRUE(made) << made.error().text();
    return made ? std::move(*made) : std::vector<ChainResult>{};
  }
  static void expectAccounted(const ChainResult& r) {
    SCOPED_TRACE(r.condition.name());
    EXPECT_TRUE(r.done) << r.trouble;
    EXPECT_TRUE(r.intact) << r.trouble;
    EXPECT_EQ(r.stretch.chargedMs, r.chargedMs) << "the meter agrees with the process's reading";
    EXPECT_EQ(r.stretch.takenMs, r.stretch.chargedMs);
    EXPECT_LT(r.stretch.worst, milliseconds(1) + milliseconds(1) / 5);
  }
};

TEST_F(Rfc557Test, ADeckArrivesFromTheLastShape) {
  const auto made = make(57'136, {{.shape = 3}});
  ASSERT_EQ(made.size(), 1u);
  expectAccounted(made[0]);
  EXPECT_EQ(made[0].bits, 57'136u);
  EXPECT_EQ(made[0].stretch.calls[050], 0u) << "pages, not bytes";
}

TEST_F(Rfc557Test, FilesAreStoredAndRetrieved) {
  std::vector<ChainCondition> steps;
  for (const unsigned bits : {8u, 32u, 36u})
    for (const ChainOperation operation : {ChainOperation::FtpStore, ChainOperation::FtpRetrieve})
      steps.push_back({.operation = operation, .shape = 0, .byteBits = bits});
  const auto made = make(16'000, steps);
  ASSERT_EQ(made.size(), 6u);
  for (const ChainResult& r : made) {
    expectAccounted(r);
    EXPECT_EQ(r.bits, (16'000 + r.condition.byteBits - 1) / r.condition.byteBits * r.condition.byteBits);
  }
  EXPECT_LT(made[2].chargedMs, made[0].chargedMs) << "wide bytes cost less";
}

// Each byte is a call of its own: BIN, and BOUT; the file's bytes are not. A call that has waited begins again, and is
// counted again.
TEST_F(Rfc557Test, FilesAreStoredAndRetrievedByteByByte) {
  std::vector<ChainCondition> steps;
  for (const unsigned bits : {8u, 36u})
    for (const ChainOperation operation : {ChainOperation::FtpStore, ChainOperation::FtpRetrieve})
      steps.push_back({.operation = operation, .byteBits = bits, .byBytes = true});
  const auto made = make(16'000, steps);
  ASSERT_EQ(made.size(), 4u);
  for (const ChainResult& r : made) expectAccounted(r);
  EXPECT_GE(made[0].stretch.calls[kBout], 2000u);
  EXPECT_LE(made[0].stretch.calls[kBout], 2010u);
  EXPECT_GE(made[1].stretch.calls[kBin], 2000u);
  EXPECT_GE(made[2].stretch.calls[kBout], 445u);
  EXPECT_LT(made[2].chargedMs, made[0].chargedMs) << "wide bytes cost less";
}

}  // namespace
}  // namespace utah10
