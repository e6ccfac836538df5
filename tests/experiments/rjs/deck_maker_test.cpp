// Stacks of decks have exactly the wanted number of network bytes.
#include "experiments/rjs/deck_maker.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace utah10 {
namespace {

std::size_t bytesOf(const std::vector<std::string>& files) {
  return std::accumulate(files.begin(), files.end(), std::size_t{0},
                         [](std::size_t sum, const std::string& file) { return sum + networkBytesOf(file); });
}

// Lines must have no trailing blanks, which would be lost, and nothing beyond column 80.
void expectCards(const std::string& file) {
  for (std::size_t at = 0; at < file.size();) {
    const std::size_t end = file.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    ASSERT_NE(end, at);
    EXPECT_LE(end - at, 80u);
    EXPECT_NE(file[end - 1], ' ') << file.substr(at, end - at);
    at = end + 1;
  }
}

TEST(DeckMaker, EverySizeIsExact) {
  for (const DeckKind kind : {DeckKind::Fortran, DeckKind::Waveform})
    for (std::size_t bytes = 200; bytes < 6000; bytes += 7) {
      const auto files = deckOf(bytes, {.job = "J1", .work = "TIME=2,BYTES=16119", .kind = kind, .seed = bytes});
      ASSERT_TRUE(files) << bytes;
      EXPECT_EQ(bytesOf(*files), bytes);
      for (const std::string& file : *files) expectCards(file);
    }
}

TEST(DeckMaker, FullCardsAreOneFile) {
  for (const std::size_t cards : {17, 86, 223, 678, 1081}) {  // sizes in RFC 392's sends
    const auto files = deckOf(cards * 82 + (cards + 8) / 9 * 9, {});
    ASSERT_TRUE(files);
    ASSERT_EQ(files->size(), 1u) << cards;
    EXPECT_EQ(files->front().size(), cards * 81);
    EXPECT_EQ(files->front().substr(0, 15), "//UTAH1    JOB ");
  }
}

TEST(DeckMaker, OtherSizesBeginWithJobControl) {
  const auto files = deckOf(7373, {});
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 2u);
  EXPECT_EQ(networkBytesOf(files->back()), 7142u);
  EXPECT_EQ(files->front().substr(0, 15), "//UTAH1    JOB ");
}

TEST(DeckMaker, SameSeedSameDeck) {
  const DeckWish one{.seed = 5}, other{.seed = 6};
  EXPECT_EQ(deckOf(7142, one), deckOf(7142, one));
  EXPECT_NE(deckOf(7142, one), deckOf(7142, other));
}

TEST(DeckMaker, TooFewBytesAreRefused) {
  for (std::size_t bytes = 0; bytes < 100; ++bytes) EXPECT_FALSE(deckOf(bytes, {}));
}

TEST(DeckMaker, CountsAsRjsDoes) {
  EXPECT_EQ(networkBytesOf(""), 0u);
  EXPECT_EQ(networkBytesOf("//UTAH1    JOB (1234),HICKS\n      X = 1.0\n"), 9u + 29 + 15);
  EXPECT_EQ(networkBytesOf("A  \r\n\n   \nB"), 9u + 3 + 3);
  std::string ten;
  for (int i = 0; i < 10; ++i) ten += "X\n";
  EXPECT_EQ(networkBytesOf(ten), 10u * 3 + 18);
}

}  // namespace
}  // namespace utah10
