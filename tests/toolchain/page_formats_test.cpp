// SSAVE, EXE, raw core, and images compressed for SAV.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toolchain_support.hpp"

namespace utah10 {
namespace {

using test::word;
using test::xwd;
using testing::HasSubstr;
using Words = std::vector<Word36>;

CoreImage imageOf(std::vector<Segment> segments, std::optional<StartWord> start = {}) {
  CoreImage image;
  image.segments = std::move(segments);
  image.start = start;
  return image;
}

const CoreImage kProgram = imageOf({{VirtualAddress{0140}, {word(1), word(2)}},
                                    {VirtualAddress{0777}, {word(3), word(4)}},
                                    {VirtualAddress{0400010}, {word(5)}}},
                                   StartWord::instruction(xwd(0254000, 0140)));

// Every word of an image by address; words outside all segments are zero.
Words coreOf(const CoreImage& image) {
  Words core(01000000);
  for (const Segment& s : image.segments) std::copy(s.words.begin(), s.words.end(), core.begin() + s.first.bits());
  return core;
}

TEST(Ssave, GoldenLayout) {
  const Words w = writeSsave(kProgram).value();
  ASSERT_EQ(w.size(), 05000U);
  EXPECT_EQ(w[0], xwd(01000, 3));
  EXPECT_EQ(w[1], xwd(0520000, 2));
  EXPECT_EQ(w[2], xwd(0520001, 3));
  EXPECT_EQ(w[3], xwd(0520400, 4));
  EXPECT_EQ(w[4], xwd(0254000, 0140));
  EXPECT_EQ(w[02140], word(1));
  EXPECT_EQ(w[03000], word(4));
  EXPECT_EQ(w[04010], word(5));
}

TEST(Ssave, ReadsWhatItWrites) {
  const auto again = readSsave(WordFile{"t", writeSsave(kProgram).value()});
  ASSERT_TRUE(again.has_value()) << again.error().text();
  EXPECT_EQ(coreOf(*again), coreOf(kProgram));
  EXPECT_EQ(again->start, kProgram.start);
  EXPECT_EQ(again->segments.size(), 2U);  // pages 0 and 1 touch
}

TEST(Ssave, WritesSeveralGroupsForAFullCore) {
  const CoreImage full = imageOf({{VirtualAddress{0}, Words(01000000, word(7))}});
  const Words w = writeSsave(full).value();
  EXPECT_EQ(w[0], xwd(01000, 0777));
  EXPECT_EQ(w[01000], xwd(01000, 1));
  EXPECT_EQ(coreOf(readSsave(WordFile{"t", w}).value()), coreOf(full));
}

TEST(Ssave, ExplainsDamage) {
  const auto errorOf = [](Words w, std::size_t size = 03000) {
    w.resize(size);
    const auto image = readSsave(WordFile{"t", std::move(w)});
    return image ? "no error" : image.error().text();
  };
  EXPECT_EQ(errorOf({xwd(01000, 1), xwd(0520000, 3)}),
            "t: word 1: page 0 should be page 3 of the file, which ends before it; the image is truncated");
  EXPECT_EQ(errorOf({xwd(01000, 1), xwd(0520000, 0)}),
            "t: word 1: page 0 is assigned to the directory's own page; the image is damaged");
  EXPECT_EQ(errorOf({xwd(01000, 2), xwd(0520001, 2), xwd(0520001, 2)}),
            "t: word 2: page 1 occurs twice; the image is damaged");
  EXPECT_EQ(errorOf({xwd(01000, 1), xwd(0520001, 2), xwd(02000, 1)}),
            "t: word 2: 002000,,000001 is neither a block nor a start; the image is damaged");
  EXPECT_EQ(errorOf({word(0)}), "t: the TENEX SSAVE image loads nothing");
  EXPECT_EQ(errorOf({xwd(01000, 5)}, 1),
            "t: word 1: the file ends where a page of the directory should be; the image is truncated");
}

TEST(Exe, GoldenLayout) {
  const Words w = writeExe(kProgram).value();
  ASSERT_EQ(w.size(), 04000U);
  const Words head = {xwd(01776, 5), xwd(0160000, 1), xwd(01000, 0), xwd(0160000, 3), xwd(0, 0400),
                      xwd(01775, 3), word(0254000),   word(0140),    xwd(01777, 1)};
  EXPECT_EQ(Words(w.begin(), w.begin() + 9), head);
  EXPECT_EQ(w[01140], word(1));
  EXPECT_EQ(w[03010], word(5));
  const auto again = readExe(WordFile{"t", w});
  ASSERT_TRUE(again.has_value()) << again.error().text();
  EXPECT_EQ(coreOf(*again), coreOf(kProgram));
  EXPECT_EQ(again->start, kProgram.start);
}

TEST(Exe, ReadsZeroPagesAndEntryVectors) {
  Words w = {xwd(01776, 3), xwd(0, 0), xwd(01000, 5), xwd(01774, 2), word(9),
             xwd(01775, 3), word(3),   word(05000),   xwd(01777, 1)};
  const auto image = readExe(WordFile{"t", w});
  ASSERT_TRUE(image.has_value()) << image.error().text();
  EXPECT_EQ(image->ranges().front().text(), "005000-006777, 2000 words");
  EXPECT_EQ(image->start->text(), "entry vector of 3 words at 005000");
  w[6] = word(0);
  EXPECT_EQ(readExe(WordFile{"t", w})->start->text(), "start 005000");
}

TEST(Exe, ExplainsDamage) {
  const auto errorOf = [](Words w) {
    const auto image = readExe(WordFile{"t", std::move(w)});
    return image ? "no error" : image.error().text();
  };
  EXPECT_EQ(errorOf({xwd(01776, 3), word(1), word(5), xwd(01777, 1)}),
            "t: word 0: page 5 should be page 1 of the file, which ends before it; the image is truncated");
  EXPECT_EQ(errorOf({xwd(01776, 3), word(0), xwd(0, 01000)}),
            "t: word 0: 1 pages from 1000 on do not fit in core; only section 0 can be loaded");
  EXPECT_EQ(errorOf({xwd(01776, 5), word(0), word(5), word(0), word(5)}),
            "t: word 0: page 5 occurs twice; the image is damaged");
  EXPECT_EQ(errorOf({xwd(01776, 3), word(0), word(5)}),
            "t: word 3: the file ends where a block of the directory should be; the image is truncated");
  EXPECT_EQ(errorOf({xwd(01700, 3)}),
            "t: word 0: 001700,,000003 is not the head of an EXE block; the image is damaged");
  EXPECT_EQ(errorOf({xwd(01775, 2), word(0)}), "t: word 0: the entry vector block is too short; the image is damaged");
  EXPECT_EQ(errorOf({xwd(01777, 1)}), "t: the EXE image loads nothing");
}

TEST(PageFormats, RandomImagesKeepTheirCore) {
  test::RandomImages random{test::seed()};
  for (int i = 0; i < 40; ++i) {
    const CoreImage image = random.image(1 + random.below(5));
    const Words core = coreOf(image);
    for (const auto& [read, write] : {std::pair{&readSsave, &writeSsave}, std::pair{&readExe, &writeExe}}) {
      const auto again = read(WordFile{"t", write(image).value()});
      ASSERT_TRUE(again.has_value()) << again.error().text() << " UTAH10_SEED=" << test::seed();
      EXPECT_EQ(coreOf(*again), core) << "UTAH10_SEED=" << test::seed();
      EXPECT_EQ(again->start, image.start);
    }
    EXPECT_EQ(coreOf(withoutZeros(image)), core) << "UTAH10_SEED=" << test::seed();
    Words raw = writeRawCore(image).value();
    raw.resize(01000000);
    EXPECT_EQ(raw, core);
  }
}

TEST(PageFormats, RefuseWhatTheyCannotSay) {
  CoreImage odd = kProgram;
  odd.start = StartWord::instruction(xwd(0201000, 1));
  EXPECT_EQ(writeSsave(odd).error().text(), "TENEX SSAVE: 201000,,000001 cannot end a save file; start with a JRST");
  EXPECT_EQ(writeExe(odd).error().text(), "EXE: 201000,,000001 cannot end a save file; start with a JRST");
  EXPECT_EQ(writeSsave(imageOf({})).error().text(), "TENEX SSAVE: the image has no words to write");
  EXPECT_EQ(writeRawCore(imageOf({})).error().text(), "raw core: the image has no words to write");
}

// A single zero stays inside a block; two end it, and so does a page boundary.
TEST(PageFormats, ThinsOutZerosAsSaveDoes) {
  const CoreImage thin = withoutZeros(
      imageOf({{VirtualAddress{0770},
                {word(0), word(1), word(0), word(2), word(0), word(0), word(3), word(4), word(5), word(0)}}}));
  const std::vector<Segment> expected = {{VirtualAddress{0771}, {word(1), word(0), word(2)}},
                                         {VirtualAddress{0776}, {word(3), word(4)}},
                                         {VirtualAddress{01000}, {word(5)}}};
  EXPECT_EQ(thin.segments, expected);
}

}  // namespace
}  // namespace utah10
