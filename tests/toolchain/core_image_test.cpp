#include "utah10/toolchain/core_image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toolchain_support.hpp"

namespace utah10 {
namespace {

using test::xwd;

TEST(CoreImage, RangesAreSortedMergedAndCountedInOctal) {
  CoreImage image;
  image.segments = {{VirtualAddress{01000}, std::vector<Word36>(010)},
                    {VirtualAddress{020}, std::vector<Word36>(0760)},
                    {VirtualAddress{0777777}, std::vector<Word36>(1)},
                    {VirtualAddress{01004}, std::vector<Word36>(2)},
                    {VirtualAddress{02000}, {}}};
  std::vector<std::string> texts;
  for (const AddressRange& r : image.ranges()) texts.push_back(r.text());
  EXPECT_THAT(texts, testing::ElementsAre("000020-001007, 770 words", "777777-777777, 1 word"));
}

TEST(CoreImage, StartAddressIsThatOfAPlainJrstOrJumpa) {
  const auto address = [](StartWord s) { return s.address(); };
  EXPECT_EQ(address(StartWord::instruction(xwd(0254000, 0100))), VirtualAddress{0100});
  EXPECT_EQ(address(StartWord::instruction(xwd(0254100, 0100))), VirtualAddress{0100});  // JRST 2,
  EXPECT_EQ(address(StartWord::instruction(xwd(0254200, 0100))), std::nullopt);          // JRST 4, halts
  EXPECT_EQ(address(StartWord::instruction(xwd(0254001, 0100))), std::nullopt);          // indexed
  EXPECT_EQ(address(StartWord::instruction(xwd(0254020, 0100))), std::nullopt);          // indirect
  EXPECT_EQ(address(StartWord::instruction(xwd(0256000, 0100))), std::nullopt);          // XCT
  EXPECT_EQ(address(StartWord::instruction(xwd(0324000, 0100))), VirtualAddress{0100});  // JUMPA
  EXPECT_EQ(address(StartWord::instruction(xwd(0324001, 0100))), std::nullopt);          // indexed
  EXPECT_EQ(address(StartWord::instruction(xwd(0322000, 0100))), std::nullopt);          // JUMPE
  EXPECT_EQ(address(StartWord::at(VirtualAddress{0140})), VirtualAddress{0140});
  EXPECT_EQ(address({StartWordKind::EntryVector, xwd(3, 01000)}), VirtualAddress{01000});
}

TEST(CoreImage, SummaryIsOneLine) {
  CoreImage image;
  image.segments = {{VirtualAddress{0100}, std::vector<Word36>(3)}};
  image.format = "SBLK";
  image.packing = Packing::HighDensity;
  EXPECT_EQ(image.summary(), "SBLK (high-density): 000100-000102, 3 words; no start");
  image.start = StartWord::instruction(xwd(0254000, 0100));
  image.symbolBlocks = 2;
  EXPECT_EQ(image.summary(), "SBLK (high-density): 000100-000102, 3 words; 2 symbol blocks; start 000100");
  image.start = StartWord::instruction(xwd(0254200, 0));
  image.symbolBlocks = 0;
  EXPECT_EQ(image.summary(), "SBLK (high-density): 000100-000102, 3 words; ends with 254200,,000000");
  image.start = {StartWordKind::EntryVector, xwd(3, 01000)};
  EXPECT_EQ(image.summary(), "SBLK (high-density): 000100-000102, 3 words; entry vector of 3 words at 001000");
}

TEST(WordFile, PlacesAreBytesOrWords) {
  const std::vector<Word36> words(9);
  const auto packed = WordFile::unpack("a.sav", packWords(words, Packing::HighDensity), Packing::HighDensity);
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->place(0), "a.sav: byte 0");
  EXPECT_EQ(packed->place(1), "a.sav: byte 4");
  EXPECT_EQ(packed->place(8), "a.sav: byte 36");
  EXPECT_EQ(packed->place(9), "a.sav: byte 41");
  EXPECT_EQ(packed->place(900), "a.sav: byte 41");
  EXPECT_EQ((WordFile{"a.sav", words}).place(010), "a.sav: word 10");
  const auto cut = WordFile::unpack("a.sav", test::bytes({1, 2, 3}), Packing::CoreDump);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().where, "a.sav: byte 3");
}

}  // namespace
}  // namespace utah10
