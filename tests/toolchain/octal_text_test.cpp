#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toolchain_support.hpp"

namespace utah10 {
namespace {

using test::word;
using test::xwd;

std::string errorOf(std::string_view text) {
  const auto image = readOctalText("t.oct", text);
  return image ? "no error" : image.error().text();
}

TEST(OctalText, Golden) {
  const auto image = readOctalText("t.oct",
                                   "; adds\n"
                                   "\n"
                                   "start 100\r\n"
                                   "100/ 200040000200   ; MOVE 1,200\n"
                                   "000101: 270040,,201 254000,,101\n"
                                   "\t 200 : 5\t777777777777\n"
                                   "103/0");
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->segments,
            (std::vector<Segment>{
                {VirtualAddress{0100}, {xwd(0200040, 0200), xwd(0270040, 0201), xwd(0254000, 0101), word(0)}},
                {VirtualAddress{0200}, {word(5), word(0777777777777)}}}));
  EXPECT_EQ(image->start, StartWord::at(VirtualAddress{0100}));
  EXPECT_EQ(image->format, "octal text");
}

TEST(OctalText, AStartMayBeAnInstruction) {
  const auto image = readOctalText("t.oct", "START 254200,,100\n777777: 1\n");
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->start, StartWord::instruction(xwd(0254200, 0100)));
}

TEST(OctalText, LinesEndWithLfCrLfOrCr) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    EXPECT_EQ(readOctalText("t", "; x" + end + "1/ 2" + end)->segments.at(0).words.at(0), word(2));
    EXPECT_THAT(errorOf("; x" + end + end + "1/ 9"), testing::StartsWith("t.oct(3): "));
  }
}

TEST(OctalText, ErrorsNameTheLine) {
  EXPECT_EQ(errorOf("100/ 1\n101/ 18\n"), "t.oct(2): '18' is not a word; words are 12 octal digits or LH,,RH");
  EXPECT_EQ(errorOf("100/ 1234567012345\n"),
            "t.oct(1): '1234567012345' is not a word; words are 12 octal digits or LH,,RH");
  EXPECT_EQ(errorOf("100/ 1234567,,1"), "t.oct(1): '1234567,,1' is not a word; words are 12 octal digits or LH,,RH");
  EXPECT_EQ(errorOf("100/ ,,1"), "t.oct(1): ',,1' is not a word; words are 12 octal digits or LH,,RH");
  EXPECT_EQ(errorOf("\n\n1000000/ 1\n"),
            "t.oct(3): '1000000' is not an address of up to six octal digits; words are 12 octal digits or LH,,RH");
  EXPECT_EQ(errorOf("100/\n"), "t.oct(1): no word for location 000100");
  EXPECT_EQ(errorOf("100/ 1 2\n"), "t.oct(1): `addr/` takes one word; use `addr: word word ...`");
  EXPECT_EQ(errorOf("777777: 1 2\n"), "t.oct(1): the words run past location 777777");
  EXPECT_EQ(errorOf("100: 1 2\n; x\n101/ 1\n"), "t.oct(3): location 000101 occurs twice; it is also on line 1");
  EXPECT_EQ(errorOf("hello\n"),
            "t.oct(1): a line of octal text cannot begin with 'hello'; "
            "a line is `addr/ word`, `addr: word word ...` or `start "
            "addr`");
  EXPECT_EQ(errorOf("100/ 1\nstart 1\nstart 1\n"), "t.oct(3): a second start");
  EXPECT_EQ(errorOf("start 1 2\n"), "t.oct(1): `start` takes one address or one instruction");
  EXPECT_EQ(errorOf("start\n"),
            "t.oct(1): '' is not a start address or instruction; words are 12 octal digits or LH,,RH");
  EXPECT_EQ(errorOf("; nothing\nstart 100\n"),
            "t.oct: no words in the text; a line is `addr/ word` or `addr: word word ...`");
  EXPECT_EQ(errorOf("100/ \033[2J\n"), "t.oct(1): '?[2J' is not a word; words are 12 octal digits or LH,,RH");
}

TEST(OctalText, Writes) {
  CoreImage image;
  image.segments = {{VirtualAddress{0100}, {word(1), word(2), word(3), word(4), word(0777777777777)}}};
  image.start = StartWord::at(VirtualAddress{0100});
  EXPECT_EQ(*writeOctalText(image),
            "000100: 000000000001 000000000002 000000000003 000000000004\n"
            "000104: 777777777777\n"
            "start 000100\n");
  image.start = StartWord{StartWordKind::EntryVector, xwd(3, 0100)};
  EXPECT_FALSE(writeOctalText(image));
}

TEST(OctalText, RandomImagesSurvive) {
  SCOPED_TRACE(testing::Message() << "UTAH10_SEED=" << test::seed());
  test::RandomImages random{test::seed()};
  for (int round = 0; round < 200; ++round) {
    const CoreImage image = random.image(1);
    const auto text = writeOctalText(image);
    ASSERT_TRUE(text);
    const auto again = readOctalText("random", *text);
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->segments, image.segments);
    ASSERT_EQ(again->start, image.start);
  }
}

}  // namespace
}  // namespace utah10
