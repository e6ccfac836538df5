// The transfers of RFC 392, a few of them.
#include "utah10/experiments/rfc392.hpp"

#include <gtest/gtest.h>

#include "lab_bench.hpp"

namespace utah10 {
namespace {

TEST(Rfc392Rows, AreSharedOutInOrder) {
  const auto rows = rfc392Rows();
  const auto pieces = inPieces(rows, 4);
  ASSERT_EQ(pieces.size(), 4u);
  std::size_t n = 0;
  for (const auto& piece : pieces)
    for (const TransferCondition& c : piece) EXPECT_EQ(c.name(), rows[n++].name());
  EXPECT_EQ(n, 77u);
}

class Rfc392Test : public test::LabTest {};

TEST_F(Rfc392Test, ASendAndAReceiveArriveWhole) {
  const std::vector<TransferCondition> rows = {{0, 1, true, 7142, 0}, {0, 2, false, 4085, 0}};
  std::size_t told = 0;
  const auto results = makeTransfers({}, files(72), rows, [&](const TransferResult&) { ++told; });
  ASSERT_TRUE(results) << results.error().text();
  EXPECT_EQ(told, 2u);
  for (const TransferResult& r : *results) {
    SCOPED_TRACE(r.condition.name());
    EXPECT_TRUE(r.done) << r.trouble;
    EXPECT_TRUE(r.intact) << r.trouble;
    EXPECT_NEAR(static_cast<double>(r.bytes), static_cast<double>(r.condition.bytes), 300);
    std::printf("%s %llu bytes %llu ms %.2f us/bit:", r.condition.name().c_str(), (unsigned long long)r.bytes,
                (unsigned long long)r.stretch.chargedMs, r.usPerBit());
    for (std::size_t n = 0; n < kChargeParts; ++n)
      std::printf(" %s %.1f", std::string(nameOf(ChargePart(n))).c_str(),
                  (double)r.stretch.split.parts[n].count() / 1e6);
    std::printf(" grain %.1f page %.1f runnable %.1f faults %llu\n", double(r.stretch.grain().count()) / 1e6,
                double(r.stretch.pageWait.count()) / 1e6, double(r.stretch.runnable.count()) / 1e6,
                (unsigned long long)r.stretch.pageTraps);
    for (const auto& [n, d] : r.stretch.waits) std::printf("   wait %s %.1f\n", n.c_str(), double(d.count()) / 1e6);
    for (unsigned n = 0; n < 512; ++n)
      if (r.stretch.calls[n]) std::printf("   call %o: %llu\n", n, (unsigned long long)r.stretch.calls[n]);
    std::printf("   slow bin %llu bout %llu msgs %llu/%llu\n", (unsigned long long)r.stretch.slowBin,
                (unsigned long long)r.stretch.slowBout, (unsigned long long)r.stretch.messagesOut,
                (unsigned long long)r.stretch.messagesIn);
  }
}

}  // namespace
}  // namespace utah10
