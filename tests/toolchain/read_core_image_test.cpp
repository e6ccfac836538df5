// Detection of a file's format by content.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/binary_dir.hpp"
#include "toolchain_support.hpp"

namespace utah10 {
namespace {

using test::bytes;
using test::word;
using test::xwd;
using testing::HasSubstr;
using testing::StartsWith;
using Words = std::vector<Word36>;

CoreImage program() {
  CoreImage image;
  image.segments = {{VirtualAddress{0100}, {xwd(0201040, 5), xwd(0271040, 1), xwd(0254000, 0100), word(5)}},
                    {VirtualAddress{02000}, {word(0123456654321), word(0777777777777)}}};
  image.start = StartWord::instruction(xwd(0254000, 0100));
  return image;
}
CoreImage oneBlock() {
  CoreImage image = program();
  image.segments.resize(1);
  image.segments[0].words.pop_back();
  return image;
}

struct Sample {
  std::string format;
  CoreImage image;
  Words words;
};
std::vector<Sample> samples() {
  return {{"RIM10", oneBlock(), *writeRim10(oneBlock())},
          {"RIM10B", program(), *writeRim10b(program())},
          {"SBLK", program(), *writeSblk(program())},
          {"10/50 SAV", program(), *writeSav(program())}};
}

std::string errorOf(std::span<const std::byte> content) {
  const auto image = readCoreImage("boot.rim", content);
  return image ? "read as " + image->summary() : image.error().text();
}

TEST(ReadCoreImage, FindsEveryFormatInEveryPacking) {
  for (const Sample& s : samples()) {
    for (const Packing packing : kPackings) {
      const auto image = readCoreImage("x", packWords(s.words, packing));
      ASSERT_TRUE(image) << s.format << " " << packingName(packing) << ": " << image.error().text();
      EXPECT_EQ(image->format, s.format) << packingName(packing);
      EXPECT_EQ(image->packing, packing) << s.format;
      EXPECT_EQ(image->segments, s.image.segments);
      EXPECT_EQ(image->start, s.image.start);
    }
  }
}

TEST(ReadCoreImage, RandomImagesAreFoundInEveryPacking) {
  SCOPED_TRACE(testing::Message() << "UTAH10_SEED=" << test::seed());
  test::RandomImages random{test::seed()};
  for (int round = 0; round < 100; ++round) {
    const CoreImage image = random.image(1 + random.below(4));
    for (const auto& words : {*writeRim10b(image), *writeSblk(image), *writeSav(image)}) {
      for (const Packing packing : kPackings) {
        const auto again = readCoreImage("x", packWords(words, packing));
        ASSERT_TRUE(again) << packingName(packing) << ": " << again.error().text();
        ASSERT_EQ(again->segments, image.segments) << again->summary();
        ASSERT_EQ(again->packing, packing);
      }
    }
  }
}

TEST(ReadCoreImage, FindsOctalText) {
  const auto image = readCoreImage("x", bytes("; ours\n100/ 254000,,100\nstart 100\n"));
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->summary(), "octal text: 000100-000100, 1 word; start 000100");
  EXPECT_EQ(errorOf(bytes("#!/bin/sh\n")).substr(0, 13), "boot.rim(1): ");
}

TEST(ReadCoreImage, TruncationAtAnyByteIsAnError) {
  for (const Sample& s : samples()) {
    for (const Packing packing : kPackings) {
      const auto whole = packWords(s.words, packing);
      // SBLK without symbols is complete at its first start instruction; the second adds no information.
      const std::size_t withoutLast = packWords(std::span{s.words}.first(s.words.size() - 1), packing).size();
      for (std::size_t n = 0; n < whole.size(); ++n) {
        const auto image = readCoreImage("x", std::span{whole}.first(n));
        if (s.format == "SBLK" && n >= withoutLast && image) {
          EXPECT_EQ(image->segments, s.image.segments);
          continue;
        }
        ASSERT_FALSE(image) << s.format << " " << packingName(packing) << " cut to " << n << ": " << image->summary();
        ASSERT_THAT(image.error().where, StartsWith("x"));
        ASSERT_FALSE(image.error().what.empty());
      }
    }
  }
}

TEST(ReadCoreImage, EveryFlippedBitOfASummedTapeIsFoundOrHarmless) {
  const auto tape = packWords(*writeRim10b(program()), Packing::PaperTape);
  const std::size_t end = tape.size() - 6;  // the start instruction has no checksum
  for (std::size_t i = 0; i < end; ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      auto damaged = tape;
      damaged[i] ^= static_cast<std::byte>(1u << bit);
      const auto image = readCoreImage("x", damaged);
      ASSERT_FALSE(image) << "byte " << i << " bit " << bit << ": " << image->summary();
    }
  }
}

TEST(ReadCoreImage, PointsAtTheByteOfABadChecksum) {
  auto tape = packWords(*writeRim10b(program()), Packing::PaperTape);
  tape.insert(tape.begin(), 10, std::byte{0});  // leader
  tape[10 + 16 * 6 + 5] ^= std::byte{1};        // last frame of the word at 100
  // 777774,,77 + 201040,,5 + 271040,,1 + 254000,,100 + 5 = 746074,,212 with the word intact.
  EXPECT_EQ(errorOf(tape),
            "boot.rim: byte 130: checksum is 746074,,000211 but the block says 746074,,000212; the tape image is "
            "damaged");
}

TEST(ReadCoreImage, ALoneBlockIsReadInOnlyIfItEndsInAJump) {
  const Words data = {xwd(0777776, 077), word(1), xwd(0200040, 5)};
  const Words jump = {xwd(0777776, 077), word(1), xwd(0254000, 0100)};
  for (const Packing packing : kPackings) {
    EXPECT_THAT(errorOf(packWords(data, packing)),
                HasSubstr(": the file ends where a block or the start word should be; the image is truncated"));
    EXPECT_THAT(errorOf(packWords(jump, packing)), StartsWith("read as RIM10 ("));
  }
}

TEST(ReadCoreImage, RefusesKnownFormatsByName) {
  const Words rel = {xwd(4, 0), word(0), xwd(6, 2), word(0), word(1), word(2)};
  for (const Packing packing : kPackings) {
    EXPECT_EQ(errorOf(packWords(rel, packing)),
              "boot.rim: byte 0: a relocatable (REL) file, not a core image; link it first: link10 -o X.sav X.rel");
  }
}

TEST(ReadCoreImage, ReadsPairsForAPdp6) {
  const Words rim = {xwd(0710440, 020), word(1), xwd(0710440, 021), xwd(0400000, 3), xwd(0254000, 020)};
  for (const Packing packing : kPackings) {
    const auto image = readCoreImage("x", packWords(rim, packing));
    ASSERT_TRUE(image) << packingName(packing) << ": " << image.error().text();
    EXPECT_EQ(image->summary(),
              "RIM (" + std::string{packingName(packing)} + "): 000020-000021, 2 words; start 000020");
  }
}

TEST(ReadCoreImage, ReadsFilesOfPages) {
  Words ssave = {xwd(01000, 2), xwd(0520000, 2), xwd(0520001, 3), xwd(0254000, 0140)};
  ssave.resize(04000);
  ssave[02140] = word(1);
  ssave[03777] = word(2);
  Words exe = {xwd(01776, 3), xwd(0160000, 1), xwd(0, 0), xwd(01775, 3), word(0254000), word(0140), xwd(01777, 1)};
  exe.resize(02000);
  exe[01140] = word(1);
  for (const Packing packing : kPackings) {
    const std::string name{packingName(packing)};
    EXPECT_EQ(readCoreImage("x", packWords(ssave, packing)).value().summary(),
              "TENEX SSAVE (" + name + "): 000000-001777, 2000 words; start 000140");
    EXPECT_EQ(readCoreImage("x", packWords(exe, packing)).value().summary(),
              "EXE (" + name + "): 000000-000777, 1000 words; start 000140");
  }
}

TEST(ReadCoreImage, FindsSblkBehindALoader) {
  const Words file = *writeSblk(program());
  const Words blocks(file.begin() + 1, file.end());
  // A read-in block that ends in JRST 2 as MIDAS punches it, one that ends in JRST 1, and pairs for a PDP-6.
  for (Words tape :
       {Words{xwd(0777775, 0), word(1), word(2), xwd(0254000, 2)}, Words{xwd(0777776, 0), word(1), xwd(0254000, 1)},
        Words{xwd(0710440, 020), word(1), xwd(0254000, 1)}}) {
    tape.insert(tape.end(), blocks.begin(), blocks.end());
    for (const Packing packing : kPackings) {
      const auto image = readCoreImage("x", packWords(tape, packing));
      ASSERT_TRUE(image) << packingName(packing) << ": " << image.error().text();
      EXPECT_EQ(image->format, "SBLK");
      EXPECT_EQ(image->segments, program().segments);
    }
    tape[tape.size() - 7] = word(0);  // in the second block
    EXPECT_THAT(errorOf(packWords(tape, Packing::PaperTape)), HasSubstr("checksum is"));
  }
}

TEST(ReadCoreImage, SaysWhenItKnowsNothing) {
  EXPECT_EQ(errorOf({}), "boot.rim: the file is empty");
  EXPECT_THAT(errorOf(packWords(Words(3), Packing::CoreDump)),
              HasSubstr("not a core image: the first word is 000000,,"));
  EXPECT_EQ(errorOf(bytes({0377, 0377, 0377, 0377, 0377, 0377, 0377})),
            "boot.rim: 7 bytes that match no packing of 36-bit words; "
            "is the file truncated, or was it copied as text?");
  EXPECT_THAT(errorOf(std::vector<std::byte>(kLargestCoreImageFile + 1)), HasSubstr("too large"));
}

TEST(ReadCoreImage, RefusesAnImageWithoutBit35) {
  CoreImage image;
  image.segments = {{VirtualAddress{0101}, Words(01000, word(6))}};
  image.start = StartWord::instruction(xwd(0254000, 0102));
  EXPECT_THAT(errorOf(packWords(*writeSav(image), Packing::AnsiAscii)), HasSubstr("bit 35 of every word is lost"));
  image.segments[0].words[3] = word(7);
  EXPECT_THAT(errorOf(packWords(*writeSav(image), Packing::AnsiAscii)), StartsWith("read as 10/50 SAV (ansi-ascii)"));
}

TEST(LoadCoreImage, ReadsAFileAndNamesItInErrors) {
  const auto tape = packWords(*writeRim10b(program()), Packing::PaperTape);
  const test::TemporaryFile good{"load_core_image_good.rim", tape};
  const auto image = loadCoreImage(good.path());
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->segments, program().segments);
  const test::TemporaryFile empty{"load_core_image_empty.rim", {}};
  EXPECT_EQ(loadCoreImage(empty.path()).error().text(), empty.path().string() + ": the file is empty");
}

TEST(LoadCoreImage, ExplainsWhatItCannotRead) {
  const auto errorFor = [](const std::filesystem::path& path) {
    const auto image = loadCoreImage(path);
    return image ? "no error" : image.error().text();
  };
  EXPECT_EQ(errorFor("/nonexistent/boot.rim"), "/nonexistent/boot.rim: no such file");
  EXPECT_EQ(errorFor(binaryDir()), binaryDir() + ": is a directory; name a file in it");
  EXPECT_EQ(errorFor("/dev/null"), "/dev/null: is not a regular file");
  const test::TemporaryFile large{"load_core_image_large.rim", {}};
  std::filesystem::resize_file(large.path(), kLargestCoreImageFile + 1);
  EXPECT_THAT(errorFor(large.path()), HasSubstr("33554433 bytes is too large for a core image"));
}

}  // namespace
}  // namespace utah10
