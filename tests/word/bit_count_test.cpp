#include "word/bit_count.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "support/random.hpp"

namespace utah10::test {
namespace {

TEST(BitCount, IsThatOfTheLibrary) {
  Random random;
  for (const std::uint64_t w : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63})
    EXPECT_EQ(bitCount(w), std::popcount(w));
  for (std::uint64_t n = caseCount(); n != 0; --n) {
    const std::uint64_t w = random.bits() & random.bits();
    ASSERT_EQ(bitCount(w), std::popcount(w)) << w;
  }
}

}  // namespace
}  // namespace utah10::test
