// The transfers of RFC 392, a few of them.
#include "utah10/experiments/rfc392.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

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
    EXPECT_EQ(r.bytes, r.condition.bytes);
    EXPECT_LT(std::abs(r.stretch.grain().count()), milliseconds(10).count());
    EXPECT_GT(r.usPerBit(), 0);
  }
}

}  // namespace
}  // namespace utah10
