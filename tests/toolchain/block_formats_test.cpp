// RIM10, RIM10B, SBLK and 10/50 SAV: golden words, round trips, damage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toolchain_support.hpp"

namespace utah10 {
namespace {

using test::word;
using test::xwd;
using testing::HasSubstr;
using Words = std::vector<Word36>;

struct Format {
  const char* name;
  Expected<CoreImage> (*read)(const WordFile&);
  Expected<Words> (*write)(const CoreImage&);
  Words golden;  // of the program below
};

const Word36 kMovei = xwd(0201040, 5);
const Word36 kJrst = xwd(0254000, 0100);

const Words kRim10bLoader = {word(0777762000000), word(0710600000060), word(0541400000004), word(0710740000010),
                             word(0254000000003), word(0710470000007), word(0256010000007), word(0256010000012),
                             word(0364400000000), word(0312740000016), word(0270756000001), word(0331740000016),
                             word(0254200000001), word(0253700000003), word(0254000000002)};

Words after(Words front, const Words& rest) {
  front.insert(front.end(), rest.begin(), rest.end());
  return front;
}

// MOVEI 1,5 at 100, JRST 100 at 101; start 100. Sums by hand:
// 777776,,077 + 201040,,5 = 201036,,104; + 254000,,100 = 455036,,204.
// SBLK: 777776,,100 rotated 777774,,201; + 201040,,5 = 201034,,206; rotated 402070,,414; + 254000,,100 = 656070,,514.
const Format kRim10{"RIM10", readRim10, writeRim10, {xwd(0777776, 077), kMovei, kJrst}};
const Format kRim10b{"RIM10B", readRim10b, writeRim10b,
                     after(kRim10bLoader, {xwd(0777776, 077), kMovei, kJrst, xwd(0455036, 0204), kJrst})};
const Format kSblk{"SBLK",
                   readSblk,
                   writeSblk,
                   {xwd(0254000, 1), xwd(0777776, 0100), kMovei, kJrst, xwd(0656070, 0514), kJrst, kJrst}};
const Format kSav{"10/50 SAV", readSav, writeSav, {xwd(0777776, 077), kMovei, kJrst, kJrst}};
const Format kFormats[] = {kRim10, kRim10b, kSblk, kSav};

CoreImage program() {
  CoreImage image;
  image.segments = {{VirtualAddress{0100}, {kMovei, kJrst}}};
  image.start = StartWord::instruction(kJrst);
  return image;
}

std::string errorOf(const Format& f, Words words) {
  const auto image = f.read(WordFile{"t", std::move(words)});
  return image ? "no error" : image.error().text();
}

// Of a file that loads the program and leaves something unread.
std::string noteOf(const Format& f, Words words) {
  const auto image = f.read(WordFile{"t", std::move(words)});
  if (!image) return image.error().text();
  EXPECT_EQ(image->segments, program().segments);
  EXPECT_EQ(image->start, program().start);
  return image->notes.size() == 1 ? image->notes[0] : "not one note";
}

// Of the header and the words after it: rotated left by one before each addition.
Word36 itsSum(const Words& block) {
  Word36 sum;
  for (const Word36 w : block) sum = Word36{(sum.bits() << 1) | (sum.bits() >> 35)} + w;
  return sum;
}

TEST(BlockFormats, GoldenWordsBothWays) {
  for (const Format& f : kFormats) {
    SCOPED_TRACE(f.name);
    const auto image = f.read(WordFile{"golden", f.golden});
    ASSERT_TRUE(image) << image.error().text();
    EXPECT_EQ(image->segments, program().segments);
    EXPECT_EQ(image->start, program().start);
    EXPECT_EQ(image->startAddress(), VirtualAddress{0100});
    EXPECT_EQ(image->format, f.name);
    const auto words = f.write(program());
    ASSERT_TRUE(words) << words.error().text();
    EXPECT_EQ(*words, f.golden);
  }
}

TEST(BlockFormats, RandomImagesSurvive) {
  SCOPED_TRACE(testing::Message() << "UTAH10_SEED=" << test::seed());
  test::RandomImages random{test::seed()};
  for (int round = 0; round < 500; ++round) {
    for (const Format& f : kFormats) {
      const bool single = f.read == readRim10;
      CoreImage image = random.image(single ? 1 : 1 + random.below(6));
      if (single) image.start = StartWord::instruction(image.segments[0].words.back());
      const auto words = f.write(image);
      ASSERT_TRUE(words) << f.name << ": " << words.error().text();
      const auto again = f.read(WordFile{"random", *words});
      ASSERT_TRUE(again) << f.name << ": " << again.error().text();
      ASSERT_EQ(again->segments, image.segments) << f.name;
      ASSERT_EQ(again->start, image.start) << f.name;
    }
  }
}

TEST(BlockFormats, TruncationAtAnyWordIsAnError) {
  for (const Format& f : kFormats) {
    SCOPED_TRACE(f.name);
    for (std::size_t n = 0; n < f.golden.size(); ++n) {
      const Words cut(f.golden.begin(), f.golden.begin() + static_cast<std::ptrdiff_t>(n));
      // SBLK has a second start instruction if symbols follow; without them the first is enough.
      const bool whole = f.read == readSblk && n + 1 == f.golden.size();
      const std::string error = errorOf(f, cut);
      if (whole) {
        EXPECT_EQ(error, "no error");
      } else {
        EXPECT_THAT(error, HasSubstr("truncated")) << n << " words";
      }
    }
  }
}

TEST(BlockFormats, EveryFlippedBitOfASummedBlockIsFound) {
  const auto flips = [](const Format& f, std::size_t first, std::size_t last) {
    std::size_t found = 0;
    for (std::size_t i = first; i <= last; ++i) {
      for (int bit = 0; bit < 36; ++bit) {
        Words damaged = f.golden;
        damaged[i] = damaged[i] ^ Word36 { std::uint64_t{1} << bit };
        found += f.read(WordFile{"t", damaged}).has_value() ? 0 : 1;
      }
    }
    return found;
  };
  EXPECT_EQ(flips(kRim10b, 0, 18), 19u * 36);  // loader, header, two words, sum
  EXPECT_EQ(flips(kSblk, 1, 4), 4u * 36);
  EXPECT_EQ(flips(kSblk, 5, 5), 36u);  // the first start instruction; the second must agree or be none
  for (int bit = 0; bit < 36; ++bit) {
    Words damaged = kSblk.golden;
    damaged[6] = damaged[6] ^ Word36 { std::uint64_t{1} << bit };
    if (errorOf(kSblk, damaged) == "no error") {
      EXPECT_THAT(noteOf(kSblk, damaged), HasSubstr("left unread"));
    }
  }
}

TEST(BlockFormats, ChecksumErrorsShowBothSums) {
  Words tape = kRim10b.golden;
  tape[16] = xwd(0201040, 4);
  EXPECT_EQ(errorOf(kRim10b, tape),
            "t: word 22: checksum is 455036,,000203 but the block says 455036,,000204; the tape image is damaged");
  Words file = kSblk.golden;
  file[4] = word(0);
  EXPECT_EQ(errorOf(kSblk, file),
            "t: word 4: checksum is 656070,,000514 but the block says 000000,,000000; the image is damaged");
}

TEST(BlockFormats, ABlockMayEndAt777777ButNotPassIt) {
  for (const Format& f : kFormats) {
    SCOPED_TRACE(f.name);
    CoreImage image;
    image.segments = {{VirtualAddress{0777776}, {word(1), kJrst}}};
    image.start = StartWord::instruction(kJrst);
    const auto words = f.write(image);
    ASSERT_TRUE(words);
    EXPECT_TRUE(f.read(WordFile{"t", *words}));
    image.segments[0].first = VirtualAddress{0777777};
    const auto wraps = f.write(image);
    ASSERT_FALSE(wraps);
    EXPECT_THAT(wraps.error().text(), HasSubstr("runs past 777777"));
    Words moved = *words;
    for (Word36& w : moved) {
      if (w.left() == HalfWord{0777776}) w = w + word(1);
    }
    EXPECT_THAT(errorOf(f, moved), HasSubstr("runs past 777777"));
  }
}

TEST(BlockFormats, AnIowdOf777777LoadsFromZero) {
  const auto image = readSav(WordFile{"t", {xwd(0777777, 0777777), word(5), kJrst}});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->segments.at(0).first, VirtualAddress{0});
}

TEST(BlockFormats, ZerosMayFollowTheEndAndNothingElse) {
  for (const Format& f : kFormats) {
    SCOPED_TRACE(f.name);
    EXPECT_EQ(errorOf(f, after(f.golden, Words(5))), "no error");
    const bool summed = std::string{f.name} == "SBLK" || std::string{f.name} == "RIM10B";  // these leave it unread
    EXPECT_THAT(errorOf(f, after(f.golden, {word(0), word(7)})),
                HasSubstr(summed ? "no error" : "2 words after the end of the"));
  }
}

TEST(BlockFormats, WritersRefuseWhatTheyCannotSay) {
  const auto refusal = [](const Format& f, const CoreImage& image) {
    const auto words = f.write(image);
    return words ? "written" : words.error().text();
  };
  for (const Format& f : kFormats) {
    EXPECT_THAT(refusal(f, CoreImage{}), HasSubstr("no words to write"));
    CoreImage negative = program();
    negative.start = StartWord::instruction(xwd(0710600, 0));
    EXPECT_NE(refusal(f, negative), "written") << f.name;
  }
  CoreImage two = program();
  two.segments.push_back({VirtualAddress{0200}, {kJrst}});
  EXPECT_THAT(refusal(kRim10, two), HasSubstr("2 blocks, but read-in takes one; write RIM10B instead"));
  CoreImage vector = program();
  vector.start = StartWord{StartWordKind::EntryVector, xwd(3, 0100)};
  EXPECT_EQ(refusal(kSav, vector), "written");
  EXPECT_THAT(refusal(kRim10b, vector), HasSubstr("entry vector"));
  EXPECT_THAT(refusal(kSblk, vector), HasSubstr("entry vector"));
}

TEST(BlockFormats, AnImageLargerThanABlockIsCut) {
  CoreImage image;
  image.segments = {{VirtualAddress{0}, Words(01000000, word(1))}};
  image.start = StartWord::instruction(kJrst);
  const auto words = writeRim10b(image);
  ASSERT_TRUE(words);
  const auto again = readRim10b(WordFile{"t", *words});
  ASSERT_TRUE(again) << again.error().text();
  ASSERT_EQ(again->segments.size(), 2u);
  EXPECT_EQ(again->segments[1].first, VirtualAddress{0400000});
  EXPECT_THAT(again->ranges(), testing::ElementsAre(AddressRange{VirtualAddress{0}, VirtualAddress{0777777}}));
}

TEST(Rim10, TheLastWordIsLoadedAndExecuted) {
  const auto image = readRim10(WordFile{"t", {xwd(0777777, 0), xwd(0710600, 060)}});
  ASSERT_TRUE(image);
  EXPECT_EQ(image->segments.at(0).words.at(0), xwd(0710600, 060));
  EXPECT_EQ(image->start, StartWord::instruction(xwd(0710600, 060)));
  EXPECT_EQ(image->startAddress(), std::nullopt);
}

TEST(Rim10b, WithoutAStartTheTapeEndsInAHalt) {
  CoreImage image = program();
  image.start.reset();
  const auto words = writeRim10b(image);
  ASSERT_TRUE(words);
  EXPECT_EQ(words->back(), xwd(0254200, 0));
  image.start = StartWord::at(VirtualAddress{0101});
  EXPECT_EQ(writeRim10b(image)->back(), xwd(0254000, 0101));
}

TEST(Rim10b, SaysWhatIsWrongWithTheLoader) {
  Words tape = kRim10b.golden;
  tape[6] = word(0);
  EXPECT_EQ(errorOf(kRim10b, tape),
            "t: word 6: the RIM10B loader has 000000,,000000 where 256010,,000007 belongs; the tape image is damaged, "
            "or has a different loader");
  tape = kRim10b.golden;
  tape.back() = word(0);
  EXPECT_THAT(errorOf(kRim10b, tape), HasSubstr("start instruction is zero"));
}

TEST(Rim10b, WordsAfterTheStartAreLeftUnread) {
  EXPECT_EQ(noteOf(kRim10b, after(kRim10b.golden, {word(5)})),
            "t: word 24: 1 word left unread: they follow the start instruction");
  Words tape = kRim10b.golden;
  tape[15] = xwd(0377776, 077);  // the header of the only block
  EXPECT_THAT(errorOf(kRim10b, tape), HasSubstr("loads nothing"));
}

TEST(Rim10b, ALoaderAloneLoadsNothing) {
  EXPECT_THAT(errorOf(kRim10b, after(kRim10bLoader, {kJrst})), HasSubstr("loads nothing"));
}

TEST(Sblk, PassesOverLoaderAndSymbols) {
  // Loader of one word and JRST 1; a block; start; an information block whose sum is rotated too; start.
  // 777777,,2 rotated 777776,,5; + 400000,,3 = 377776,,10 is its sum.
  const Words file = {xwd(0777776, 0), word(0),         xwd(0254000, 1),    xwd(0777776, 0100),
                      kMovei,          kJrst,           xwd(0656070, 0514), kJrst,
                      xwd(0777777, 2), xwd(0400000, 3), xwd(0377776, 010),  kJrst};
  const auto image = readSblk(WordFile{"t", file});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->segments, program().segments);
  EXPECT_EQ(image->symbolBlocks, 1u);
  EXPECT_EQ(errorOf(kSblk, after(file, {kJrst})), "no error");  // as MIDAS punches it
}

TEST(Sblk, WhatFollowsTheProgramMayBeAnything) {
  const Words& file = kSblk.golden;
  const Words begun(file.begin(), file.end() - 1);  // up to the first start word
  EXPECT_EQ(noteOf(kSblk, after(file, {word(5), xwd(0777777, 0777777)})),
            "t: word 7: 2 words left unread: they follow the second start word");
  EXPECT_EQ(noteOf(kSblk, after(begun, {xwd(0777777, 2), xwd(0400000, 3), word(0127), kJrst})),
            "t: word 6: 4 words left unread: a block of symbols has a wrong checksum");
  EXPECT_EQ(noteOf(kSblk, after(begun, {xwd(0777770, 0), word(1)})),
            "t: word 6: 2 words left unread: the file ends inside a block of symbols");
  EXPECT_EQ(noteOf(kSblk, after(begun, {xwd(0777777, 2), xwd(0400000, 3), xwd(0377776, 010)})),
            "t: word 11: the file ends where the second start word should be");
  EXPECT_EQ(noteOf(kSblk, after(begun, {xwd(0254000, 0)})),
            "t: word 6: 1 word left unread: 254000,,000000 is neither a block of symbols nor the start word again");
  EXPECT_EQ(errorOf(kSblk, after(begun, {xwd(0254000, 0101)})),
            "t: word 6: 254000,,000101 is neither a block of symbols nor the start word again, which was "
            "254000,,000100; the image is damaged");
}

TEST(Sblk, ABlockOfNoUndefinedSymbolsIsPassed) {
  const Words begun(kSblk.golden.begin(), kSblk.golden.end() - 1);
  const auto image = readSblk(WordFile{"t", after(begun, {xwd(0, 1), word(0123456), kJrst})});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->symbolBlocks, 1u);
  EXPECT_EQ(image->notes, std::vector<std::string>{});
}

TEST(Sblk, AHeaderThatLostItsSignIsNoStart) {
  Words file = kSblk.golden;
  file.insert(file.begin() + 5, {xwd(0377776, 0200), word(1), word(2), itsSum({xwd(0777776, 0200), word(1), word(2)})});
  EXPECT_THAT(errorOf(kSblk, file), HasSubstr("t: word 5: 377776,,000200 is neither a block nor a start"));
}

TEST(Sblk, ChecksumsMayAllBeZero) {
  CoreImage image = program();
  image.segments.push_back({VirtualAddress{0300}, {word(7)}});
  const Words summed = *writeSblk(image);
  Words file = summed;  // JRST 1, -2,,100, 2 words, sum, -1,,300, word, sum, start, start
  file[4] = file[7] = word(0);
  const auto read = readSblk(WordFile{"t", file});
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->segments, image.segments);
  EXPECT_THAT(read->notes, testing::ElementsAre("the blocks have no checksums, so that damage would not be noticed"));
  Words mixed = summed;
  mixed[7] = word(0);
  EXPECT_THAT(errorOf(kSblk, mixed), HasSubstr("but the block says 000000,,000000"));
  EXPECT_THAT(errorOf(kSblk, after(file, {word(5)})), HasSubstr("the image is damaged"));
  Words filled(file.begin(), file.begin() + 6);  // cut, then zeros
  filled.resize(020);
  EXPECT_THAT(errorOf(kSblk, filled), HasSubstr("but the block says 000000,,000000"));
}

TEST(Sblk, NeedsItsJrst1) {
  EXPECT_THAT(errorOf(kSblk, Words(0200, word(1))), HasSubstr("no SBLK loader: no JRST 1 in the first 144 words"));
}

TEST(Sav, EndWords) {
  const auto startOf = [](Word36 end) {
    const auto image = readSav(WordFile{"t", {xwd(0777777, 077), word(1), end}});
    return image ? image->start : std::optional{StartWord::instruction(word(0))};
  };
  EXPECT_EQ(startOf(word(0)), std::nullopt);
  EXPECT_EQ(startOf(kJrst), StartWord::instruction(kJrst));
  EXPECT_EQ(startOf(xwd(0, 0100)), StartWord::at(VirtualAddress{0100}));
  EXPECT_EQ(startOf(xwd(3, 0100)), (StartWord{StartWordKind::EntryVector, xwd(3, 0100)}));
  EXPECT_EQ(startOf(xwd(0777, 0100)), (StartWord{StartWordKind::EntryVector, xwd(0777, 0100)}));
  EXPECT_THAT(errorOf(kSav, {xwd(0777777, 077), word(1), xwd(01000, 3)}), HasSubstr("SSAVE"));
  EXPECT_THAT(errorOf(kSav, {xwd(0777777, 077), word(1), xwd(01001, 3)}), HasSubstr("neither a block nor a start"));
}

TEST(Sav, StartsWithAnyJump) {
  for (const std::uint32_t jump : {0254000U, 0324000U, 0260740U, 0264000U, 0265040U, 0266000U, 0256000U}) {
    const auto image = readSav(WordFile{"t", {xwd(0777777, 077), word(1), xwd(jump, 0100)}});
    ASSERT_TRUE(image) << image.error().text();
    EXPECT_EQ(image->start, StartWord::instruction(xwd(jump, 0100)));
    EXPECT_EQ(writeSav(*image)->back(), xwd(jump, 0100));
  }
}

TEST(Sav, PassesTheInformationThatMidasAdds) {
  Words block = {xwd(0777775, 3), xwd(0777776, 1), word(0123), word(0456)};
  block.push_back(itsSum(block));
  const Words file = after(after(kSav.golden, {word(0)}), block);
  const auto image = readSav(WordFile{"t", after(file, {kJrst})});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->segments, program().segments);
  EXPECT_EQ(image->symbolBlocks, 1u);
  EXPECT_EQ(image->notes, std::vector<std::string>{});
  // Nothing else in the format shows damage, so that what is not exactly this is an error.
  EXPECT_THAT(errorOf(kSav, file), HasSubstr("words after the end of the 10/50 SAV image"));
  EXPECT_THAT(errorOf(kSav, after(file, {kJrst, word(1)})), HasSubstr("words after the end"));
  EXPECT_THAT(errorOf(kSav, after(kSav.golden, {kJrst})), HasSubstr("1 word after the end"));
}

}  // namespace
}  // namespace utah10
