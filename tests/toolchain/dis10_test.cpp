#include <gmock/gmock.h>

#include "reassemble.hpp"
#include "toolchain/disassembly.hpp"
#include "toolchain/radix50.hpp"
#include "toolchain_support.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {
namespace {

using test::word;
using test::xwd;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

CoreImage imageOf(std::uint32_t first, std::vector<Word36> words) {
  CoreImage image;
  image.format = "test";
  image.segments.push_back({VirtualAddress{first}, std::move(words)});
  return image;
}

std::map<std::uint32_t, Word36> contents(const CoreImage& image, std::uint32_t from = 0, std::uint32_t to = 0777777) {
  std::map<std::uint32_t, Word36> words;
  for (const Segment& s : image.segments)
    for (std::size_t i = 0; i < s.words.size(); ++i) {
      const auto at = static_cast<std::uint32_t>(s.first.bits() + i);
      if (at >= from && at <= to) words[at] = s.words[i];
    }
  return words;
}

void expectSameWords(const CoreImage& image, const DisassemblyOptions& options = {}) {
  const auto assembled = test::reassemble(sourceOf(image, options));
  EXPECT_THAT(assembled.problems, IsEmpty());
  EXPECT_EQ(assembled.words, contents(image, options.from.bits(), options.to.bits()));
}

ImageSymbol symbol(std::string name, std::uint64_t value, unsigned code = 010) {
  return {std::move(name), code, word(value), {}, {}};
}

TEST(Dis10, EveryOpcodeReassembles) {
  constexpr std::uint64_t kAc[] = {0, 1, 017};
  constexpr std::uint64_t kIndex[] = {0, 1, 016, 017, 020, 037};  // bit 13 and the index field
  constexpr std::uint64_t kY[] = {0, 1, 017, 020, 0777, 01000, 0377777, 0400000, 0776777, 0777000, 0777777};
  std::vector<Word36> words;
  for (std::uint64_t op = 0; op < 01000; ++op)
    for (const auto ac : kAc)
      for (const auto ix : kIndex)
        for (const auto y : kY) words.push_back(word(op << 27 | ac << 23 | ix << 18 | y));
  ASSERT_EQ(words.size(), 512U * 3 * 6 * 11);
  // Labels everywhere, so that operands are printed as symbols wherever possible.
  DisassemblyOptions options;
  for (const std::uint64_t a : {020, 01000, 0377700, 0400000, 0776777, 0777000})
    options.symbols.push_back(symbol("L" + std::to_string(a), a));
  expectSameWords(imageOf(01000, words), options);
  expectSameWords(imageOf(01000, words));
}

TEST(Dis10, EveryDeviceAndFunctionReassembles) {
  std::vector<Word36> words;
  for (std::uint64_t op = 0; op < 02000; ++op) words.push_back(word(0700000000000 | op << 23 | 0200));
  expectSameWords(imageOf(0100, words));
}

TEST(Dis10, RandomWordsReassemble) {
  SCOPED_TRACE(testing::Message() << "UTAH10_SEED=" << test::seed());
  test::RandomImages random{test::seed()};
  std::vector<Word36> words;
  for (int i = 0; i < 0200000; ++i) words.push_back(random.word());
  DisassemblyOptions options;
  for (int i = 0; i < 3000; ++i) {
    const bool usable = random.below(4) != 0;  // some names have several values, some are too long or reserved
    const std::string name = usable ? "S" + std::to_string(i) : "S" + std::to_string(random.below(20));
    options.symbols.push_back(symbol(name, random.below(8) == 0 ? random.word().bits() : random.below(0400000),
                                     random.below(2) == 0 ? 004 : 010));
  }
  expectSameWords(imageOf(0140, words), options);
  options.from = VirtualAddress{020000};
  options.to = VirtualAddress{021234};
  expectSameWords(imageOf(0140, words), options);
}

TEST(Dis10, RandomImagesReassembleWithTheirStart) {
  SCOPED_TRACE(testing::Message() << "UTAH10_SEED=" << test::seed());
  test::RandomImages random{test::seed()};
  for (int round = 0; round < 100; ++round) {
    const CoreImage image = random.image(1 + random.below(6));
    const auto assembled = test::reassemble(sourceOf(image));
    ASSERT_THAT(assembled.problems, IsEmpty());
    ASSERT_EQ(assembled.words, contents(image));
    ASSERT_EQ(assembled.start, Word36{image.startAddress()->bits()});
  }
}

TEST(Dis10, SourceForm) {
  CoreImage image =
      imageOf(0140, {xwd(0200040, 0143), xwd(0254000, 0140), {}, xwd(0777773, 0140), word(0777777777775)});
  image.segments.push_back({VirtualAddress{01000}, std::vector<Word36>(6)});
  image.start = StartWord::instruction(xwd(0254000, 0141));
  DisassemblyOptions options;
  options.title = "TRY";
  options.symbols = {symbol("START", 0140, 004), symbol("TABLE", 0143)};
  EXPECT_EQ(sourceOf(image, options),
            "\tTITLE\tTRY\n; test\n"
            "\n\tLOC\t140\n"
            "START:\tMOVE\t1,TABLE\n"
            "\tJRST\tSTART\n"
            "\t0\n"
            "TABLE:\t-5,,START\n"
            "\t-3\n"
            "\n\tLOC\t1000\n\tREPEAT\t6,<0>\n"
            "\n\tEND\tSTART+1\n");
}

TEST(Dis10, NamesThatWouldChangeTheWordAreNotUsed) {
  const CoreImage image = imageOf(0140, {xwd(0254000, 0140), xwd(0254000, 0141), xwd(0254000, 0142), {}, {}});
  DisassemblyOptions options;
  options.symbols = {symbol("TWICE", 0140), symbol("TWICE", 0142), symbol("MOVE", 0141),          symbol("END", 0141),
                     symbol("PTR", 0141),   symbol("1ST", 0141),   symbol("WIDE", 0777777000142), symbol("AWAY", 0500)};
  const std::string source = sourceOf(image, options);
  for (const char* name : {"TWICE", "MOVE", "END:", "PTR", "1ST", "WIDE", "AWAY"})
    EXPECT_THAT(source, Not(HasSubstr(name)));
  EXPECT_THAT(test::reassemble(source).labels, IsEmpty());
}

TEST(Dis10, LabelsOutsideTheRangeAreAssigned) {
  const CoreImage image = imageOf(0140, {xwd(0254000, 0143), xwd(0254000, 0140), {}, {}});
  DisassemblyOptions options;
  options.symbols = {symbol("A", 0140), symbol("B", 0143)};
  options.to = VirtualAddress{0141};
  const std::string source = sourceOf(image, options);
  EXPECT_THAT(source, HasSubstr("\nB==143\n"));
  EXPECT_THAT(source, Not(HasSubstr("A==")));
  expectSameWords(image, options);
}

TEST(Dis10, ConstantsAndMasksStayNumbers) {
  std::vector<Word36> words = {xwd(0242040, 0144), xwd(0602040, 0144), xwd(0306040, 0144), xwd(0710600, 0144),
                               xwd(0271040, 0144), xwd(0104000, 0144), xwd(0201040, 0144), xwd(0606040, 0145)};
  DisassemblyOptions options;
  options.symbols = {symbol("HERE", 0144)};
  const std::string source = sourceOf(imageOf(0140, words), options);
  EXPECT_THAT(source, HasSubstr("LSH\t1,144\n\tTRNE\t1,144\n\tCAIN\t1,144\n\tCONO\tPTR,144\n"));
  EXPECT_THAT(source, HasSubstr("HERE:\tADDI\t1,144\n\tJSYS\t144\n\tMOVEI\t1,HERE\n\tTRNN\t1,145\n"));
}

TEST(Dis10, TheLaterOfTwoSegmentsWins) {
  CoreImage image = imageOf(0100, {word(1), word(2), word(3)});
  image.segments.push_back({VirtualAddress{0101}, {word(7)}});
  EXPECT_THAT(test::reassemble(sourceOf(image)).words,
              ElementsAre(std::pair{0100U, word(1)}, std::pair{0101U, word(7)}, std::pair{0102U, word(3)}));
}

TEST(Dis10, StartWords) {
  CoreImage image = imageOf(0100, {word(1)});
  image.start = StartWord{StartWordKind::EntryVector, xwd(3, 0100)};
  EXPECT_EQ(test::reassemble(sourceOf(image)).start, xwd(3, 0100));
  image.start = StartWord::instruction(xwd(0254200, 0100));
  EXPECT_THAT(sourceOf(image), HasSubstr("; the image ends with 254200,,000100\n\tEND\n"));
  image.start.reset();
  EXPECT_EQ(test::reassemble(sourceOf(image)).end, "");
}

TEST(Dis10, ListingHasItsColumns) {
  CoreImage image = imageOf(0140, {xwd(0201040, 0101), word(0)});
  DisassemblyOptions options;
  options.symbols = {symbol("GO", 0140)};
  EXPECT_EQ(listingOf(image, options),
            "000140  201040,,000101  GO: MOVEI 1,101                           \"..   0(@ !!\n"
            "000141  000000,,000000  0                                        .....\n");
  options.from = VirtualAddress{0141};
  EXPECT_THAT(listingOf(image, options), testing::StartsWith("000141"));
}

// A table as LOADER leaves it: symbols, then the entry of their program.
CoreImage withTable(std::uint32_t words) {
  CoreImage image = imageOf(0140, std::vector<Word36>(0100, xwd(0254000, 0150)));
  const auto entry = [](unsigned code, std::string_view name) { return radix50Word(code, name); };
  image.segments.push_back({VirtualAddress{0116}, {xwd(01000000 - words, 01000)}});
  image.segments.push_back(
      {VirtualAddress{01000},
       {entry(004, "GO"), word(0150), entry(050, "LEN"), word(0170), entry(0, "FIRST"), xwd(0777772, 0140),
        entry(010, "GO2"), word(0160), entry(0, "SECOND"), xwd(0777774, 0160)}});
  return image;
}

TEST(Dis10, TheImagesOwnSymbolTable) {
  const CoreImage image = withTable(012);
  const auto symbols = imageSymbols(image);
  ASSERT_TRUE(symbols) << symbols.error().text();
  ASSERT_EQ(symbols->size(), 3U);
  EXPECT_EQ((*symbols)[0].name, "GO");
  EXPECT_TRUE((*symbols)[0].global());
  EXPECT_EQ((*symbols)[0].program, "FIRST");
  EXPECT_EQ((*symbols)[0].origin, VirtualAddress{0140});
  EXPECT_TRUE((*symbols)[1].suppressed());
  EXPECT_EQ((*symbols)[2].program, "SECOND");
  DisassemblyOptions options;
  options.symbols = *symbols;
  const auto assembled = test::reassemble(sourceOf(image, options));
  EXPECT_EQ(assembled.words, contents(image));
  // LEN is 170, which is not in FIRST: a number, not a label.
  EXPECT_THAT(assembled.labels, ElementsAre(std::pair{"GO", 0150U}, std::pair{"GO2", 0160U}));
}

TEST(Dis10, ATableOutsideTheImageIsAnError) {
  const auto symbols = imageSymbols(withTable(014));
  ASSERT_FALSE(symbols);
  EXPECT_EQ(symbols.error().text(), "location 116: the symbol table is not in the image: nothing at 001012");
  EXPECT_THAT(*imageSymbols(imageOf(0116, {word(0)})), IsEmpty());
  EXPECT_THAT(*imageSymbols(imageOf(0117, {word(0)})), IsEmpty());
}

TEST(Dis10, SymbolLists) {
  const auto symbols = parseSymbolList("names", "; a list\nstart 140\n\nTAB. 1,,2 04 ; global\r\n");
  ASSERT_TRUE(symbols) << symbols.error().text();
  ASSERT_EQ(symbols->size(), 2U);
  EXPECT_EQ((*symbols)[0].name, "START");
  EXPECT_EQ((*symbols)[1].value, xwd(1, 2));
  EXPECT_TRUE((*symbols)[1].global());
  EXPECT_EQ(parseSymbolList("names", "A 1\nTOOLONG 2\n").error().where, "names(2)");
  EXPECT_EQ(parseSymbolList("names", "A 8\n").error().text(), "names(1): expected NAME value; START 140");
}

}  // namespace
}  // namespace utah10
