// Formats that are read only, and packings with bits that writers elsewhere set: as found in public collections.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toolchain_support.hpp"

namespace utah10 {
namespace {

using test::word;
using test::xwd;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<Word36>;

constexpr std::size_t kItsPage = 02000;

// Pages 0 and 5 in the file, 6 the same as 5, two of the system; starts with JUMPA 12000.
Words pdump() {
  Words file(3 * kItsPage);
  file[1 + 0] = word(0600000);
  file[1 + 5] = xwd(0200000, 0200000);
  file[1 + 6] = xwd(0100000, 0200005);
  file[1 + 0376] = xwd(0400000, 0200012);
  file[1 + 0377] = xwd(0400000, 0200013);
  file[01003] = word(0333);  // AC 3
  file[kItsPage + 3] = word(0777);
  file[kItsPage + 020] = word(020);
  file[2 * kItsPage] = xwd(0400000, 1);
  file.push_back(xwd(0324000, 012000));
  return file;
}

std::string errorOf(Expected<CoreImage> image) { return image ? "no error" : image.error().text(); }

TEST(Pdump, LoadsPagesAndAccumulators) {
  const auto image = readPdump(WordFile{"t", pdump()});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->summary(), "ITS PDUMP: 000000-001777, 2000 words; 012000-015777, 4000 words; start 012000");
  ASSERT_EQ(image->segments.size(), 4u);
  EXPECT_EQ(image->segments[0].words[020], word(020));
  EXPECT_EQ(image->segments[1].words[0], xwd(0400000, 1));
  EXPECT_EQ(image->segments[2].words, image->segments[1].words);
  EXPECT_EQ(image->segments[3].first, VirtualAddress{});  // after page 0, whose words 0-17 are not the accumulators
  EXPECT_EQ(image->segments[3].words.size(), 020u);
  EXPECT_EQ(image->segments[3].words[3], word(0333));
  EXPECT_THAT(image->notes, ElementsAre("t: word 377: 2 pages of the system not in the file, the first at 774000"));
}

TEST(Pdump, IsFoundInEveryPacking) {
  for (const Packing packing :
       {Packing::CoreDump, Packing::AnsiAscii, Packing::Alto, Packing::HighDensity, Packing::Data8, Packing::Its}) {
    const auto image = readCoreImage("x", packWords(pdump(), packing));
    ASSERT_TRUE(image) << packingName(packing) << ": " << image.error().text();
    EXPECT_EQ(image->format, "ITS PDUMP");
    EXPECT_EQ(image->packing, packing);
  }
}

TEST(Pdump, SymbolsFollowAsInSblk) {
  Words file = pdump();
  const Word36 start = file.back();
  // 777777,,0 rotated 777776,,1; + 5 = 777776,,6.
  file.insert(file.end(), {xwd(0777777, 0), word(5), xwd(0777776, 6), start});
  auto image = readPdump(WordFile{"t", file});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->symbolBlocks, 1u);
  file.push_back(word(1));
  image = readPdump(WordFile{"t", file});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_THAT(image->notes.back(), HasSubstr("1 word left unread: they follow the second start word"));
}

TEST(Pdump, SaysWhatIsMissing) {
  Words file = pdump();
  file.resize(3 * kItsPage - 1);
  EXPECT_THAT(errorOf(readPdump(WordFile{"t", file})),
              HasSubstr("t: word 6: page 5 is not in the file, which ends before it; the image is truncated"));
  file = pdump();
  file.pop_back();
  EXPECT_THAT(errorOf(readPdump(WordFile{"t", file})), HasSubstr("the file ends where the start instruction"));
  file.resize(01000);
  EXPECT_THAT(errorOf(readPdump(WordFile{"t", file})), HasSubstr("the file ends inside the page map"));
  file = pdump();
  file[1 + 6] = xwd(0100000, 0200007);
  EXPECT_THAT(errorOf(readPdump(WordFile{"t", file})), HasSubstr("page 6 is the same as page 7, which is not before"));
  file = pdump();
  file.back() = xwd(0777777, 1);
  EXPECT_THAT(errorOf(readPdump(WordFile{"t", file})), HasSubstr("the start instruction is 777777,,000001"));
}

TEST(Rim, DepositsPairsUntilAJump) {
  const Words tape = {xwd(0710440, 0100), word(1), xwd(0710440, 0101), word(2), xwd(0710440, 0200), word(3)};
  const auto with = [&](std::initializer_list<Word36> end) {
    Words words = tape;
    words.insert(words.end(), end);
    return readRim(WordFile{"t", words});
  };
  const auto image = with({xwd(0254000, 0100)});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->summary(), "RIM: 000100-000101, 2 words; 000200-000200, 1 word; start 000100");
  EXPECT_THAT(image->notes, IsEmpty());
  EXPECT_THAT(with({xwd(0254000, 0100), word(4)})->notes,
              ElementsAre("t: word 7: 1 word left unread: they follow the start instruction, for the program to read"));
  EXPECT_THAT(errorOf(with({})), HasSubstr("the file ends where a DATAI or the start instruction should be"));
  EXPECT_THAT(errorOf(with({xwd(0710440, 0300)})), HasSubstr("the file ends where the word for 000300 should be"));
  EXPECT_THAT(errorOf(with({word(1)})), HasSubstr("t: word 6: 000000,,000001 is neither DATAI PTR, nor a jump"));
}

// As in copies of TOPS-10 and TOPS-20 programs that went through a text file.
TEST(AnsiAscii, NulsMissingFromTheLastWordOfAPageAreSupplied) {
  CoreImage image;
  image.segments = {{VirtualAddress{01000}, Words(01000)}};
  for (std::uint32_t i = 0; i < 0777; ++i) image.segments[0].words[i] = xwd(0201040 + i, 0137 * i + 1);
  image.start = StartWord::instruction(xwd(0254000, 01000));
  auto bytes = packWords(*writeExe(image), Packing::AnsiAscii);
  bytes.resize(bytes.size() - 4);
  const auto read = readCoreImage("x", bytes);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->segments, image.segments);
  EXPECT_THAT(read->notes, ElementsAre("the file ends inside the last word of a page; the rest of it is taken as NUL"));
  bytes.resize(bytes.size() - 5);  // inside another word
  EXPECT_THAT(errorOf(readCoreImage("x", bytes)), HasSubstr("the file ends inside a word"));
}

// KLH10's boot files: the fifth byte is bits 30-35.
TEST(CoreDump, TheFifthByteMayRepeatBits30And31) {
  Words file = {xwd(0777776, 077), xwd(0201040, 0765), xwd(0271040, 0123), xwd(0254000, 0100)};
  auto bytes = packWords(file, Packing::CoreDump);
  for (std::size_t i = 4; i < bytes.size(); i += 5) bytes[i] |= (bytes[i - 1] & std::byte{3}) << 4;
  const auto words = unpackWords(bytes, Packing::CoreDump);
  ASSERT_TRUE(words) << words.error().text();
  EXPECT_EQ(*words, file);
  EXPECT_EQ(readCoreImage("x", bytes).value().packing, Packing::CoreDump);
  bytes[9] ^= std::byte{0100};
  EXPECT_FALSE(unpackWords(bytes, Packing::CoreDump));
}

// KLH10's word converter writes every word in five bytes, also those with bit 35 = 0.
TEST(Its, AllWordsMayBeInTheFiveByteForm) {
  CoreImage image;
  image.segments = {{VirtualAddress{0100}, Words(020, xwd(0201040, 4))}};
  image.start = StartWord::instruction(xwd(0254000, 0100));
  const Words words = *writeSblk(image);
  std::vector<std::byte> bytes;
  for (const Word36 w : words) {
    bytes.push_back(static_cast<std::byte>(0360 | w.bits() >> 32));
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::byte>(w.bits() >> shift));
  }
  const auto read = readCoreImage("x", bytes);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->packing, Packing::Its);
  EXPECT_EQ(read->segments, image.segments);
}

}  // namespace
}  // namespace utah10
