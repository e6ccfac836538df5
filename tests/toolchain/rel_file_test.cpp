// RADIX-50, conversion of REL items to words and back, their text, and damaged files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "link10/rel_builder.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {
namespace {

using namespace test;
using Words = std::vector<Word36>;

TEST(Radix50, PacksAndNames) {
  EXPECT_EQ(packRadix50("A"), 013U);
  EXPECT_EQ(packRadix50("0"), 1U);
  EXPECT_EQ(packRadix50("$"), 046U);
  EXPECT_EQ(packRadix50("AB"), 013U * 050 + 014);
  EXPECT_EQ(radix50Word(0, "SMXACC"), xwd(026451, 065325));  // a name block of a genuine file
  EXPECT_EQ(radix50Word(04, "%"), xwd(040000, 047));
  EXPECT_EQ(packRadix50("abc"), packRadix50("ABC"));
  EXPECT_EQ(packRadix50("ABCDEFG"), packRadix50("ABCDEF"));
  for (const char* n : {"Z", ".JBSYM", "%LETC", "A1B2C3", "$$$$$$", "%%%%%%", ""})
    EXPECT_EQ(radix50Name(packRadix50(n)), n);
  EXPECT_EQ(radix50Code(radix50Word(064, "A")), 064U);
  EXPECT_EQ(radix50Value(radix50Word(074, "%%%%%%")), packRadix50("%%%%%%"));
  EXPECT_TRUE(isRadix50Name("A.$%09"));
  for (const char* n : {"", "A B", "ABCDEFG", "A-B"}) EXPECT_FALSE(isRadix50Name(n)) << n;
}

TEST(RelFile, PutsRelocationBeforeEveryEighteenWords) {
  RelItem i = item(RelType::Code, {});
  for (unsigned k = 0; k < 20; ++k) addWord(i, word(k), k == 0 ? kRelRight : k == 1 ? kRelLeft : k == 19 ? 3U : 0U);
  const Words words = encodeRel(std::vector{i});
  ASSERT_EQ(words.size(), 23U);
  EXPECT_EQ(words[0], xwd(1, 20));
  EXPECT_EQ(words[1], word(0300000000000));  // 01 10
  EXPECT_EQ(words[19], word(17));
  EXPECT_EQ(words[20], word(0140000000000));  // 00 11
  EXPECT_EQ(words[22], word(19));
}

TEST(RelFile, ReadsWhatItWrites) {
  RelItem text;
  text.type = xwd(0406050, 0).left().bits();
  text.words = {packAscii("ABCDE").value(), packAscii("FG").value()};
  text.type = text.words[0].left().bits();
  const Items items = {item(RelType::Entry, {}),
                       name("A"),
                       code(right(0, 0), {both(1, 2), left(3, 4), fixed(5)}),
                       text,
                       item(RelType::Data, {fixed(1)}),
                       item(RelType::Data, {}),
                       end(3)};
  const auto again = decodeRel(relFile("t", items));
  ASSERT_TRUE(again.has_value()) << again.error().text();
  ASSERT_EQ(again->size(), items.size());
  const std::size_t offsets[] = {0, 2, 6, 12, 14, 17, 18};
  for (std::size_t i = 0; i < items.size(); ++i) {
    EXPECT_EQ((*again)[i].type, items[i].type) << i;
    EXPECT_EQ((*again)[i].words, items[i].words) << i;
    EXPECT_EQ((*again)[i].relocation, items[i].relocation) << i;
    EXPECT_EQ((*again)[i].offset, offsets[i]) << i;
  }
}

TEST(RelFile, LetsAnEmptyItemDoWithoutRelocation) {
  const auto items = decodeRel(WordFile{"t", {xwd(4, 0), xwd(6, 1), word(0), word(1)}});
  ASSERT_TRUE(items.has_value());
  EXPECT_EQ(items->size(), 2U);
}

TEST(RelFile, AnIndexFillsItsBlock) {
  Words words = {xwd(014, 0177)};
  words.resize(0200, word(5));
  words.push_back(xwd(4, 0));
  words.push_back(word(0));
  const auto items = decodeRel(WordFile{"t", words});
  ASSERT_TRUE(items.has_value());
  ASSERT_EQ(items->size(), 2U);
  EXPECT_EQ(items->front().words.size(), 0177U);
}

// LOADER reads a relocation word anew for each group of 18 and shifts it by two bits a word; what is left is never
// seen.
TEST(RelFile, IgnoresRelocationOfWordsThatAnItemDoesNotHave) {
  const auto items = decodeRel(
      WordFile{"t", {xwd(1, 2), word(0070000000001), word(0140), word(5), xwd(5, 1), word(0600000000000), word(2)}});
  ASSERT_TRUE(items.has_value()) << items.error().text();
  ASSERT_EQ(items->size(), 2U);
  const RelItem& code = items->front();
  ASSERT_EQ(code.words.size(), 2U);
  EXPECT_EQ(code.words[1], word(5));
  EXPECT_EQ(code.relocationOf(0), 0U);
  EXPECT_EQ(code.relocationOf(1), unsigned{kRelRight});
  EXPECT_EQ(items->back().words, (Words{word(2)}));
  EXPECT_EQ(items->back().relocationOf(0), unsigned{kRelLeft | kRelRight});
}

TEST(RelFile, ExplainsDamage) {
  const auto errorOf = [](Words words) {
    const auto items = decodeRel(WordFile{"t", std::move(words)});
    return items ? "no error" : items.error().text();
  };
  EXPECT_EQ(errorOf({}), "t: the file is empty");
  EXPECT_EQ(errorOf({xwd(4, 0), word(0), xwd(1, 3), word(0), word(0)}),
            "t: word 2: the CODE item has 3 words, but only 2 follow with their relocation; the file is truncated");
  EXPECT_EQ(errorOf({xwd(6, 1)}),
            "t: word 0: the NAME item has 1 word, but only 0 follow with their relocation; the file is truncated");
  EXPECT_EQ(errorOf({xwd(0400, 1), word(0), word(0)}),
            "t: word 0: unknown item type 400; is this a REL file of MACRO or another compiler of the PDP-10?");
  EXPECT_EQ(errorOf({xwd(0777777, 0777777)}),
            "t: word 0: a text item does not end; the file is truncated, or not a REL file");
}

TEST(RelFile, DescribesItemsAWordALine) {
  EXPECT_EQ(describeRel(name("A")), "NAME 2 words\n  00 A\n  000000,,000000\n");
  EXPECT_EQ(describeRel(code(right(0, 0), {both(1, 2), left(3, 4)})),
            "CODE 3 words\n  000000,,000000'\n  000001',,000002'\n  000003',,000004\n");
  EXPECT_EQ(describeRel(item(RelType::Symbols, {symbol(060, "X"), right(0400000, 5)})),
            "SYMBOLS 2 words\n  60 X\n  400000,,000005'\n");
  const Word36 x = radix50Word(04, "X");
  EXPECT_EQ(describeRel(polish({{3, false},
                                {0, false},
                                {5, true},
                                {2, false},
                                {x.left().bits(), false},
                                {x.right().bits(), false},
                                {0777777, false},
                                {1, true}})),
            "POLISH 4 words\n  +\n  000005'\n  global X\n  store right half of 000001'\n");
  EXPECT_EQ(describeRel(item(static_cast<RelType>(045), {fixed(1)})), "type 45 1 word\n  000000,,000001\n");
}

}  // namespace
}  // namespace utah10
