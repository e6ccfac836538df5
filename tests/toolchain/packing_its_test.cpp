#include <gmock/gmock.h>

#include "toolchain_support.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {
namespace {

using test::bytes;
using test::word;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Word36> text(std::string_view characters) {
  std::vector<Word36> words;
  for (std::size_t i = 0; i < characters.size(); i += 5) words.push_back(*packAscii(characters.substr(i, 5)));
  return words;
}
std::vector<std::byte> its(std::span<const Word36> words) { return packWords(words, Packing::Its); }

TEST(PackingIts, TextIsHostText) {
  EXPECT_EQ(its(text("HELLO\r\nTHERE\r\n")), bytes("HELLO\nTHERE\n"));
  // A CR LF that spans two words.
  EXPECT_EQ(its(text("ABCD\r\nEF")), bytes("ABCD\nEF"));
}

// Each pair of characters that has an escape, between letters.
TEST(PackingIts, Escapes) {
  const std::vector<std::pair<std::string, std::vector<std::byte>>> pairs = {
      {"A\nB", bytes({'A', 015, 'B'})},
      {"A\rB", bytes({'A', 0356, 'B'})},
      {"\r\r\n", bytes({0356, 0356, 015})},
      {"\r\177A", bytes({0356, 0357, 'A'})},
      {"\177\007", bytes({0177})},
      {"\177\177", bytes({0207})},
      {"\177\r", bytes({0212})},
      {"\177\n", bytes({0215})},
      {"\177A", bytes({0200 + 'A'})},
      {"\177m", bytes({0355})},
      {"\177n", bytes({0357, 'n'})},
      {"A\177", bytes({'A', 0357})},
      {"AB\r", bytes({'A', 'B', 0356})},
  };
  for (const auto& [characters, packed] : pairs) {
    EXPECT_EQ(its(text(characters)), packed) << testing::PrintToString(characters);
    const auto words = unpackWords(packed, Packing::Its);
    ASSERT_TRUE(words) << words.error().text();
    EXPECT_EQ(*words, text(characters)) << testing::PrintToString(characters);
  }
}

TEST(PackingIts, ABinaryWordEndsWhatWaits) {
  std::vector<Word36> words = text("ABCD\r");
  words.push_back(word(1));
  EXPECT_EQ(its(words), bytes({'A', 'B', 'C', 'D', 0356, 0360, 0, 0, 0, 1}));
  EXPECT_EQ(*unpackWords(its(words), Packing::Its), words);
}

TEST(PackingIts, TheLastWordLosesItsNulsButNotItself) {
  EXPECT_EQ(its(text("ABCDEF")), bytes("ABCDEF"));
  const std::vector<Word36> zeros(3);
  EXPECT_EQ(its(zeros).size(), 11U);
  EXPECT_EQ(*unpackWords(its(zeros), Packing::Its), zeros);
}

TEST(PackingIts, OffsetsPointAtTheFirstByteOfEachWord) {
  std::vector<Word36> words = text("ABCD\r\nEFGH");
  words.push_back(word(0777777777777));
  words.push_back(word(3));
  // The byte 12 is the last character of the first word and the first of the second.
  EXPECT_THAT(wordOffsets(its(words), Packing::Its), ElementsAre(0, 4, 9, 14, 19));
}

TEST(PackingIts, DamageIsRefusedAtItsByte) {
  const auto inside = unpackWords(bytes({'A', 'B', 0360, 0, 0, 0, 1}), Packing::Its);
  ASSERT_FALSE(inside);
  EXPECT_EQ(inside.error().where, "byte 2");
  EXPECT_THAT(inside.error().what, HasSubstr("inside a text word, after 2 of 5 characters"));
  const auto cut = unpackWords(bytes({0360, 0, 0, 1}), Packing::Its);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().where, "byte 4");
}

// Text full of CR, LF and rubout, with binary words between.
TEST(PackingIts, RandomTextSurvives) {
  SCOPED_TRACE(testing::Message() << "UTAH10_SEED=" << test::seed());
  test::RandomImages random{test::seed()};
  constexpr std::uint64_t kLikely[] = {015, 012, 0177, 007, 0, 'n', 'm', 'A'};
  for (int round = 0; round < 2000; ++round) {
    std::vector<Word36> words;
    for (std::size_t n = random.below(8); n > 0; --n) {
      std::uint64_t w = 0;
      for (int i = 0; i < 5; ++i) w = w << 7 | (random.below(3) == 0 ? random.below(0200) : kLikely[random.below(8)]);
      words.push_back(random.below(4) == 0 ? word(random.word().bits() | 1) : word(w << 1));
    }
    const auto again = unpackWords(its(words), Packing::Its);
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(*again, words);
    ASSERT_EQ(wordOffsets(its(words), Packing::Its).size(), words.size() + 1);
  }
}

// Four or more words that fit only this packing are accepted, even if they are a core image.
TEST(PackingIts, ACoreImageIsFound) {
  CoreImage image;
  image.segments.push_back(
      {VirtualAddress{0140}, {word(0201040000005), word(0254000000141), word(7), word(0777), word(2)}});
  image.start = StartWord::instruction(word(0254000000140));
  const auto packed = its(*writeSav(image));
  EXPECT_EQ(detectPacking(packed), Packing::Its);
  const auto read = readCoreImage("x", packed);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->segments, image.segments);
  EXPECT_EQ(read->packing, Packing::Its);
  const auto cut = readCoreImage("x", std::span{packed}.first(packed.size() - 8));
  ASSERT_FALSE(cut);
  EXPECT_THAT(cut.error().where, testing::StartsWith("x: byte "));
}

}  // namespace
}  // namespace utah10
