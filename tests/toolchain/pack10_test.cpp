#include <gmock/gmock.h>

#include "toolchain/pack10.hpp"
#include "toolchain_support.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {
namespace {

using test::bytes;
using test::word;
using test::xwd;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

HostForm form(std::string_view name) { return *hostFormNamed(name); }

std::string asText(const std::vector<std::byte>& b) { return {reinterpret_cast<const char*>(b.data()), b.size()}; }

// A program of instructions and data as a save file, long enough to detect any packing with certainty.
std::vector<Word36> saveFile() {
  CoreImage image;
  Segment s{VirtualAddress{0140}, {}};
  for (std::uint32_t i = 0; i < 0101; ++i) s.words.push_back(xwd(0200040 + i * 040, 0777700 + i));
  image.segments.push_back(s);
  image.start = StartWord::instruction(xwd(0254000, 0140));
  return *writeSav(image);
}

TEST(HostForm, NamesAreReadBack) {
  for (const Packing packing : kAllPackings) EXPECT_EQ(hostFormNamed(packingName(packing)), HostForm::packed(packing));
  for (const char* name : {"ascii7", "octal", "text", "sail"}) EXPECT_EQ(hostFormName(form(name)), name);
  EXPECT_EQ(hostFormNamed("dbd9"), HostForm::packed(Packing::HighDensity));
  EXPECT_EQ(hostFormNamed("bcd"), std::nullopt);
  for (const Packing packing : kAllPackings) EXPECT_THAT(hostFormHelp(), HasSubstr(packingName(packing)));
}

TEST(HostForm, EveryReversibleFormGivesRandomWordsBack) {
  SCOPED_TRACE(testing::Message() << "UTAH10_SEED=" << test::seed());
  test::RandomImages random{test::seed()};
  for (int round = 0; round < 200; ++round) {
    std::vector<Word36> words;
    for (std::size_t n = random.below(21); n > 0; --n) words.push_back(random.word());
    std::vector<HostForm> forms = {form("octal")};
    for (const Packing packing : kAllPackings) forms.push_back(HostForm::packed(packing));
    for (const HostForm f : forms) {
      const auto packed = writeWords(words, f);
      ASSERT_TRUE(packed) << packed.error().text();
      const auto read = readWords("x", *packed, f);
      ASSERT_TRUE(read) << hostFormName(f) << read.error().text();
      ASSERT_EQ(read->words, words) << hostFormName(f);
      ASSERT_THAT(read->warnings, IsEmpty());
    }
  }
}

TEST(HostForm, EveryPackingOfAProgramIsFound) {
  const auto words = saveFile();
  for (const Packing packing : kAllPackings) {
    SCOPED_TRACE(packingName(packing));
    const auto packed = packWords(words, packing);
    const auto found = detectHostForm("x", packed);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(hostFormName(found->form), packingName(packing));
    EXPECT_THAT(found->evidence, testing::Not(IsEmpty()));
    EXPECT_EQ(readWords("x", packed, found->form)->words, words);
  }
}

TEST(HostForm, TextAndOctalAreFound) {
  EXPECT_EQ(detectHostForm("x", bytes("\tTITLE X\n\tEND\n"))->form, form("text"));
  EXPECT_EQ(detectHostForm("x", bytes("000000000001 ; one\n254000,,100\n"))->form, form("octal"));
  EXPECT_EQ(detectHostForm("x", bytes("100: 254000000100\n"))->form, form("text"));
}

TEST(HostForm, BytesThatShowNothingAreRefused) {
  // A high-density file whose first word is not the head of any format.
  std::vector<Word36> words = saveFile();
  words[0] = xwd(0123456, 0654321);
  const auto found = detectHostForm("disk", packWords(words, Packing::HighDensity));
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().text(), testing::StartsWith("disk: "));
  EXPECT_THAT(found.error().hint, HasSubstr("--from"));
  EXPECT_EQ(detectHostForm("none", {}).error().text(), "none: the file is empty");
}

TEST(HostForm, LostBit35IsFoundAndCounted) {
  auto words = saveFile();
  for (Word36& w : words) w = w & ~word(1);
  auto packed = packWords(words, Packing::AnsiAscii);
  const auto found = detectHostForm("x", packed);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->form, form("ascii7"));
  EXPECT_THAT(found->evidence, Contains(HasSubstr("bit 35 of all 67 words is 0")));
  EXPECT_THAT(readWords("x", packed, form("ascii7"))->warnings,
              ElementsAre("bit 35 of 67 words is 0 and may have been lost"));
  packed[9] |= std::byte{0200};
  EXPECT_EQ(detectHostForm("x", packed)->form, form("ansi-ascii"));
  EXPECT_EQ(readWords("x", packed, form("ascii7")).error().where, "x: byte 9");
  EXPECT_FALSE(writeWords(words, form("ascii7")));
}

TEST(HostForm, AnsiAsciiMayLackItsLastNuls) {
  const auto read = readWords("x", bytes("HELLOTH"), form("ansi-ascii"));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_THAT(read->words, ElementsAre(*packAscii("HELLO"), *packAscii("TH")));
  EXPECT_THAT(read->warnings, ElementsAre("the last word has 2 of 5 bytes; the missing ones are taken as 0"));
}

TEST(HostForm, EveryLineEndBecomesCrLfAndBack) {
  for (const char* text : {"AB\nC\n", "AB\r\nC\r\n", "AB\rC\r"}) {
    const auto read = readWords("x", bytes(text), form("text"));
    ASSERT_TRUE(read);
    EXPECT_THAT(read->words, ElementsAre(*packAscii("AB\r\nC"), *packAscii("\r\n")));
    EXPECT_EQ(asText(*writeWords(read->words, form("text"))), "AB\nC\n");
    EXPECT_EQ(asText(*writeWords(read->words, form("text"), {true})), "AB\r\nC\r\n");
  }
  EXPECT_EQ(readWords("x", bytes("AB\303\244"), form("text")).error().text(),
            "x: byte 2: 303 is not an ASCII character; text must be plain ASCII; is this file packed words?");
}

TEST(HostForm, SosLineNumbersGoWithTheirTab) {
  const std::vector<Word36> words = {*packAscii("00100", true), *packAscii("\tMOVE"),      *packAscii(" 1,2\r"),
                                     *packAscii("\n"),          *packAscii("     ", true), *packAscii("\r\f"),
                                     *packAscii("00200", true), *packAscii("\t\tEND"),     *packAscii("\r\n")};
  EXPECT_EQ(asText(*writeWords(words, form("text"))), "MOVE 1,2\n\r\f\tEND\n");
  const std::vector<Word36> binary = {*packAscii("ABCDE"), word(1)};
  const auto refused = writeWords(binary, form("text"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("word 1 is 000000,,000001, which has bit 35 set"));
}

TEST(HostForm, OctalText) {
  const auto read = readWords("x", bytes("; head\n1\r\n-1\n"), form("octal"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().text(), "x(3): \"-1\" is not an octal word");
  EXPECT_THAT(readWords("x", bytes("100/ 1\n"), form("octal")).error().hint, HasSubstr("core image"));
  EXPECT_THAT(readWords("x", bytes("1\n 2,,3 ; c\n\n777777777777"), form("octal"))->words,
              ElementsAre(word(1), xwd(2, 3), word(Word36::kMask)));
}

TEST(HostForm, SailIsRefusedBothWays) {
  EXPECT_THAT(readWords("x", bytes("A"), form("sail")).error().text(), HasSubstr("does not say what the words were"));
  EXPECT_THAT(writeWords({}, form("sail")).error().text(), HasSubstr("does not say what the words were"));
}

TEST(HostForm, ContentsByTheFirstWords) {
  const auto contents = [](std::vector<Word36> words) { return contentsOf(words); };
  EXPECT_EQ(contents(saveFile()), "10/50 SAV: the first word is 777677,,000137, a block of 101 words for 000140");
  EXPECT_THAT(contents({xwd(01000, 2), xwd(0520000, 2), xwd(0520001, 3)}), HasSubstr("SSAVE: the first word"));
  EXPECT_THAT(contents({xwd(01776, 3), {}, {}}), HasSubstr("EXE: "));
  EXPECT_THAT(contents({xwd(4, 0), {}, xwd(6, 2), {}}), HasSubstr("REL: the first word is 000004,,000000, an entry"));
  EXPECT_THAT(contents({xwd(0777, 025), word(1)}), HasSubstr("UNV: "));
  EXPECT_THAT(contents({xwd(0710440, 0100), word(1)}), HasSubstr("RIM: "));
  EXPECT_EQ(contents({*packAscii("HELLO"), *packAscii("\r\n")}), "ASCII text");
  EXPECT_EQ(contents({word(0)}), "unknown: the first word is 000000,,000000");
  EXPECT_EQ(contents({}), "nothing");
}

}  // namespace
}  // namespace utah10
