#include "utah10/toolchain/packing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toolchain_support.hpp"

namespace utah10 {
namespace {

using test::bytes;
using test::word;
using testing::ElementsAre;
using testing::HasSubstr;

struct Golden {
  Packing packing;
  std::vector<std::byte> packed;
};

// 123456,,654321 and 777777,,000001. In bits: 001 010 011 100 101 110 110 101 100 011 010 001, and so on.
const std::vector<Word36> kWords = {word(0123456654321), word(0777777000001)};
const std::vector<Golden> kGolden = {
    {Packing::PaperTape, bytes({0212, 0234, 0256, 0265, 0243, 0221, 0277, 0277, 0277, 0200, 0200, 0201})},
    {Packing::Data8, bytes({0xd1, 0x58, 0xbb, 0x9c, 2, 0, 0, 0, 1, 0, 0xfc, 0xff, 0xf, 0, 0, 0})},
    {Packing::DecTape, bytes({0x2e, 0xa7, 0, 0, 0xd1, 0x58, 3, 0, 0xff, 0xff, 3, 0, 1, 0, 0, 0})},
    {Packing::SevenTrack, bytes({0112, 0034, 0056 + 0100, 0065 + 0100, 0043, 0121, 0177, 0177, 0177, 0100, 0100, 1})},
    {Packing::Alto, bytes({0x12, 0x9c, 0xbb, 0x58, 0xd1, 0x1f, 0xff, 0xfc, 0, 1})},
    {Packing::CoreDump, bytes({0x29, 0xcb, 0xb5, 0x8d, 1, 0xff, 0xff, 0xc0, 0, 1})},
    {Packing::AnsiAscii, bytes({0x14, 0x72, 0x76, 0x58, 0xe8, 0x7f, 0x7f, 0x78, 0, 0x80})},
    {Packing::HighDensity, bytes({0x29, 0xcb, 0xb5, 0x8d, 0x1f, 0xff, 0xfc, 0, 1})},
    {Packing::Dld9, bytes({0xd1, 0x58, 0xbb, 0x9c, 0x12, 0, 0xc0, 0xff, 0xff})},
    {Packing::Its, bytes({0xf2, 0x9c, 0xbb, 0x58, 0xd1, 0xff, 0xff, 0xfc, 0, 1})},
};

TEST(Packing, GoldenBytes) {
  for (const Golden& golden : kGolden) {
    SCOPED_TRACE(packingName(golden.packing));
    EXPECT_EQ(packWords(kWords, golden.packing), golden.packed);
    const auto words = unpackWords(golden.packed, golden.packing);
    ASSERT_TRUE(words) << words.error().text();
    EXPECT_EQ(*words, kWords);
  }
}

TEST(Packing, EveryPackingIsInTheGoldenTable) { EXPECT_EQ(kGolden.size(), std::size(kAllPackings)); }

TEST(Packing, NamesAreUniqueAndRead) {
  for (const Packing packing : kAllPackings) EXPECT_EQ(packingNamed(packingName(packing)), packing);
  EXPECT_EQ(packingNamed("sixbit-ish"), std::nullopt);
}

TEST(Packing, TextInAnsiAsciiLooksLikeText) {
  // ASCII /HELLO/ left-justified in a word, bit 35 zero.
  const auto words = unpackWords(bytes("HELLO"), Packing::AnsiAscii);
  ASSERT_TRUE(words);
  EXPECT_EQ(words->at(0), word((std::uint64_t{'H'} << 29) | (std::uint64_t{'E'} << 22) | (std::uint64_t{'L'} << 15) |
                               (std::uint64_t{'L'} << 8) | (std::uint64_t{'O'} << 1)));
}

TEST(Packing, RandomWordsSurviveEveryPacking) {
  SCOPED_TRACE(testing::Message() << "UTAH10_SEED=" << test::seed());
  test::RandomImages random{test::seed()};
  for (int round = 0; round < 300; ++round) {
    std::vector<Word36> words;
    for (std::size_t n = random.below(40); n > 0; --n) words.push_back(random.word());
    for (const Packing packing : kAllPackings) {
      const auto packed = packWords(words, packing);
      const auto again = unpackWords(packed, packing);
      ASSERT_TRUE(again) << packingName(packing) << ": " << again.error().text();
      ASSERT_EQ(*again, words) << packingName(packing);
      const auto offsets = wordOffsets(packed, packing);
      ASSERT_EQ(offsets.size(), words.size() + 1);
      ASSERT_EQ(offsets.back(), packed.size());
    }
  }
}

TEST(Packing, PaperTapeSkipsFramesWithoutHoleEight) {
  const auto tape = bytes({0, 0, 0212, 0234, 0, 0256, 0177, 0265, 0243, 0221, 0, 0});
  const auto words = unpackWords(tape, Packing::PaperTape);
  ASSERT_TRUE(words);
  EXPECT_THAT(*words, ElementsAre(kWords[0]));
  EXPECT_THAT(wordOffsets(tape, Packing::PaperTape), ElementsAre(2, 10));
}

TEST(Packing, AltoTakesAZeroSpareNibble) {
  const auto words = unpackWords(bytes({0x02, 0x9c, 0xbb, 0x58, 0xd1}), Packing::Alto);
  ASSERT_TRUE(words);
  EXPECT_EQ(words->at(0), kWords[0]);
}

TEST(Packing, HighDensityHasAnOddLastWordInFiveBytes) {
  const auto packed = packWords(std::vector{kWords[0]}, Packing::HighDensity);
  EXPECT_EQ(packed, bytes({0x29, 0xcb, 0xb5, 0x8d, 0x10}));
  EXPECT_THAT(*unpackWords(packed, Packing::HighDensity), ElementsAre(kWords[0]));
}

TEST(Packing, AFileThatEndsInsideAWordIsRefusedAtItsEnd) {
  for (const Golden& golden : kGolden) {
    SCOPED_TRACE(packingName(golden.packing));
    for (std::size_t n = 1; n < golden.packed.size(); ++n) {
      const auto words = unpackWords(std::span{golden.packed}.first(n), golden.packing);
      const bool wholeWord = n * 2 == golden.packed.size();
      ASSERT_EQ(words.has_value(), wholeWord) << n << " bytes";
      if (wholeWord) continue;
      EXPECT_THAT(words.error().where, HasSubstr("byte "));
      EXPECT_THAT(words.error().what, HasSubstr("ends inside a word"));
    }
  }
}

TEST(Packing, ABitThatMustBeConstantIsChecked) {
  const auto refuses = [](Packing packing, std::size_t byte, unsigned flip) {
    auto packed = packWords(kWords, packing);
    packed[byte] ^= static_cast<std::byte>(flip);
    const auto words = unpackWords(packed, packing);
    if (words) return std::string("taken");
    return words.error().where;
  };
  EXPECT_EQ(refuses(Packing::Data8, 12, 0x10), "byte 8");
  EXPECT_EQ(refuses(Packing::Data8, 7, 0x80), "byte 0");
  EXPECT_EQ(refuses(Packing::DecTape, 2, 0x04), "byte 0");
  EXPECT_EQ(refuses(Packing::DecTape, 15, 0x01), "byte 8");
  EXPECT_EQ(refuses(Packing::SevenTrack, 7, 0100), "byte 6");
  EXPECT_EQ(refuses(Packing::SevenTrack, 0, 0200), "byte 0");
  EXPECT_EQ(refuses(Packing::Alto, 0, 0x20), "byte 0");
  EXPECT_EQ(refuses(Packing::CoreDump, 9, 0x10), "byte 5");
  EXPECT_EQ(refuses(Packing::AnsiAscii, 3, 0x80), "byte 0");
}

TEST(Packing, DetectionFindsTheHeadOfAFile) {
  // A save file: one block, JRST start.
  const std::vector<Word36> sav = {test::xwd(0777776, 0137), test::xwd(0201040, 5), test::xwd(0254000, 0140),
                                   test::xwd(0254000, 0140)};
  for (const Packing packing : kPackings) {
    const auto found = detectPacking(packWords(sav, packing));
    ASSERT_TRUE(found) << packingName(packing);
    EXPECT_EQ(packingName(*found), packingName(packing));
  }
}

TEST(Packing, DetectionRefusesWhatIsNoPacking) {
  const auto none = detectPacking({});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().what, HasSubstr("no bytes"));
  const auto odd = detectPacking(bytes({0377, 0377, 0377, 0377, 0377, 0377, 0377}));
  ASSERT_FALSE(odd);
  EXPECT_THAT(odd.error().what, HasSubstr("no packing"));
}

}  // namespace
}  // namespace utah10
