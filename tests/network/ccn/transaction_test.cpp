// Transactions of NETRJS against the worked examples (docs/sources/netrjs.md 13) and the list of cases
// (docs/sources/netrjs.md 14).
#include "network/ccn/transaction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "network/bit_string.hpp"
#include "network/ccn/charset.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

Octets ofHex(std::string_view text) {
  std::string digits;
  std::ranges::copy_if(text, std::back_inserter(digits), [](char c) { return c != ' ' && c != '|'; });
  Octets out;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    out.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return out;
}

Octets text(std::string_view s) { return {s.begin(), s.end()}; }

const std::vector<std::string_view> kCards = {"//UTAH1    JOB (1234),HICKS", "      X = 1.0"};
const std::vector<std::string_view> kPrint = {"UTAH1   ,HICKS", "1 RESULT", "0    3.14", "-----------"};

struct Example {
  std::string name;
  StreamFormat format;
  bool ebcdic;
  std::vector<std::string_view> lines;
  std::string_view hex;
};

StreamFormat cards(RecordForm form, std::uint8_t blank) {
  return {.form = form, .blank = blank, .filler = FillerRule::TwoWords};
}

StreamFormat print(RecordForm form) { return {.device = NetrjsDevice::Printer, .form = form}; }

const Example kExamples[] = {
    {"13.1", cards(RecordForm::Truncated, 0x20), false, kCards,
     "FF 08 0000 00000160 00"
     "C3 1B 2F 2F 55 54 41 48 31 20 20 20 20 4A 4F 42 20 28 31 32 33 34 29 2C 48 49 43 4B 53"
     "C3 0D 20 20 20 20 20 20 58 20 3D 20 31 2E 30 00"},
    {"13.2", cards(RecordForm::Compressed, 0x20), false, kCards,
     "FF 30 0000 00000138 00 83 87 2F 2F 55 54 41 48 31 C4"
     "90 4A 4F 42 20 28 31 32 33 34 29 2C 48 49 43 4B 53 00 83 C6 87 58 20 3D 20 31 2E 30 00 00 00 00 00 00 00"},
    {"13.3 truncated", cards(RecordForm::Truncated, 0x40), true, kCards,
     "FF 08 00 00 00 00 01 60 00 | C3 1B 61 61 E4 E3 C1 C8 F1 40 40 40 40 D1 D6 C2 40 4D F1 F2 F3 F4 5D 6B C8 C9 C3 "
     "D2 E2 | C3 0D 40 40 40 40 40 40 E7 40 7E 40 F1 4B F0 | 00"},
    {"13.3 compressed", cards(RecordForm::Compressed, 0x40), true, kCards,
     "FF 30 00 00 00 00 01 38 00 | 83 87 61 61 E4 E3 C1 C8 F1 C4 90 D1 D6 C2 40 4D F1 F2 F3 F4 5D 6B C8 C9 C3 D2 E2 00 "
     "| 83 C6 87 E7 40 7E 40 F1 4B F0 00 | 00 00 00 00 00 00"},
    {"13.4 truncated", print(RecordForm::Truncated), false, kPrint,
     "FF 00 0000 00000190 00 C4 0E 55 54 41 48 31 20 20 20 2C 48 49 43 4B 53 C4 08 31 20 52 45 53 55 4C 54"
     "C4 09 30 20 20 20 20 33 2E 31 34 C4 0B 2D 2D 2D 2D 2D 2D 2D 2D 2D 2D 2D"},
    {"13.4 compressed", print(RecordForm::Compressed), false, kPrint,
     "FF 00 0000 00000148 00 84 85 55 54 41 48 31 C3 86 2C 48 49 43 4B 53 00 84 88 31 20 52 45 53 55 4C 54 00"
     "84 81 30 C4 84 33 2E 31 34 00 84 EB 2D 00"},
};

std::vector<Octets> linesOf(const Example& e) {
  std::vector<Octets> lines;
  for (const std::string_view line : e.lines) lines.push_back(e.ebcdic ? ebcdic(line) : text(line));
  return lines;
}

Octets encode(const StreamFormat& format, const std::vector<Octets>& lines) {
  TransactionEncoder encoder(format);
  Octets out;
  for (const Octets& line : lines) {
    const Octets r = record(format, line);
    if (!encoder.fits(r)) {
      const Octets whole = encoder.finish();
      out.insert(out.end(), whole.begin(), whole.end());
    }
    encoder.add(r);
  }
  if (encoder.empty()) return out;
  const Octets whole = encoder.finish();
  out.insert(out.end(), whole.begin(), whole.end());
  return out;
}

TEST(NetrjsTransaction, WorkedExamplesAreMadeAndRead) {
  for (const Example& e : kExamples) {
    const Octets wire = ofHex(e.hex);
    EXPECT_EQ(encode(e.format, linesOf(e)), wire) << e.name;
    TransactionDecoder decoder(e.format.blank);
    decoder.take(wire);
    EXPECT_EQ(decoder.records(), linesOf(e)) << e.name;
    EXPECT_FALSE(decoder.ended());
    decoder.take(kEndOfData);
    EXPECT_TRUE(decoder.ended());
    EXPECT_EQ(decoder.fault(), StreamFault::None);
  }
}

TEST(NetrjsTransaction, ExamplesMatchTheirPrintedWords) {
  constexpr std::uint64_t kTruncated[] = {0776040000000, 0000000260000, 0606154571365, 0252420244061,
                                          0100200401004, 0511720420050, 0142310631502, 0445422044503,
                                          0226517030322, 0004010020040, 0100540401722, 0006113430000};
  constexpr std::uint64_t kCompressed[] = {0776300000000, 0000000234000, 0407034571365, 0252420244061,
                                           0611101122364, 0104012030462, 0146320511304, 0411120645523,
                                           0001017064165, 0404017220061, 0134300000000, 0000000000000};
  const BitString truncated = BitString::ofOctets(ofHex(kExamples[0].hex));
  const BitString compressed = BitString::ofOctets(ofHex(kExamples[1].hex));
  for (std::size_t i = 0; i < std::size(kTruncated); ++i) {
    EXPECT_EQ(truncated.field(i * 36, 36), kTruncated[i]);
    EXPECT_EQ(compressed.field(i * 36, 36), kCompressed[i]);
  }
}

TEST(NetrjsTransaction, OneHoldsAtMostTenFullCards) {
  const StreamFormat format{};
  TransactionEncoder encoder(format);
  const Octets card = record(format, Octets(80, 'X'));
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(encoder.fits(card));
    encoder.add(card);
  }
  EXPECT_FALSE(encoder.fits(card));
  const Octets whole = encoder.finish();
  EXPECT_EQ(whole.size(), 829u);
  TransactionDecoder decoder(0x20);
  decoder.take(whole);
  EXPECT_EQ(decoder.records().size(), 10u);
}

TEST(NetrjsTransaction, NoneExceeds880OctetsWithItsFiller) {
  test::Random random;
  for (int round = 0; round < 2000; ++round) {
    const StreamFormat format{.form = random.oneIn(2) ? RecordForm::Truncated : RecordForm::Compressed,
                              .filler = random.oneIn(2) ? FillerRule::TwoWords : FillerRule::None};
    TransactionEncoder encoder(format);
    for (;;) {
      const Octets r = record(format, Octets(random.below(256), 'A'));
      if (!encoder.fits(r)) break;
      encoder.add(r);
    }
    const Octets whole = encoder.finish();
    EXPECT_LE(whole.size(), 880u);
    if (format.filler == FillerRule::TwoWords) {
      EXPECT_EQ(whole.size() % 9, 0u);
    }
  }
}

TEST(NetrjsTransaction, SequenceStartsAfreshOnANewChannel) {
  const StreamFormat format{};
  const Octets r = record(format, text("X"));
  TransactionEncoder encoder(format);
  Octets wire;
  for (unsigned i = 0; i < 3; ++i) {
    encoder.add(r);
    const Octets whole = encoder.finish();
    EXPECT_EQ(whole[2] << 8 | whole[3], i);
    wire.insert(wire.end(), whole.begin(), whole.end());
  }
  TransactionDecoder decoder(0x20);
  decoder.take(wire);
  EXPECT_EQ(decoder.records().size(), 3u);
  TransactionEncoder reopened(format);
  reopened.add(r);
  const Octets first = reopened.finish();
  EXPECT_EQ(first[3], 0);
  decoder.take(first);
  EXPECT_EQ(decoder.fault(), StreamFault::Sequence);
}

TEST(NetrjsTransaction, SequenceWrapsAfter65535) {
  const StreamFormat format{};
  TransactionEncoder encoder(format);
  TransactionDecoder decoder(0x20);
  for (unsigned i = 0; i < 65'537; ++i) {
    encoder.add(record(format, {}));
    decoder.take(encoder.finish());
  }
  EXPECT_EQ(decoder.fault(), StreamFault::None);
  EXPECT_EQ(decoder.records().size(), 65'537u);
}

struct Bad {
  std::string_view hex;
  StreamFault fault;
  unsigned code;
  std::size_t longest = 255;
};

// Records of 256 characters and more, encoded as strings.
const Bad kBad[] = {
    {"FF 00 0001 00000008 00", StreamFault::Sequence, 0},
    {"FF 00 0000 00001B88 00", StreamFault::Length, 0},  // 881 octets
    {"FF 00 0000 0001 0000 00", StreamFault::Length, 0},
    {"FF 00 0000 00000001 00", StreamFault::Length, 0},
    {"FD 00 0000 00000008 00", StreamFault::Type, 0},
    {"00 00 0000 00000000 00", StreamFault::Type, 0},
    {"FF 04 0000 00000008 00", StreamFault::Filler, 0},
    {"FF 00 0000 00000010 00 43 00", StreamFault::Record, 1},
    {"FF 00 0000 00000018 00 C3 03 41", StreamFault::Record, 2},
    {"FF 00 0000 00000008 00 C3", StreamFault::Record, 2},
    {"FF 00 0000 00000010 00 83 C1", StreamFault::Record, 2},
    {"FF 00 0000 00000018 00 83 E1 41", StreamFault::Record, 2},
    {"FF 00 0000 00000010 00 C3 51", StreamFault::Record, 3, 80},
    {"FF 00 0000 00000018 00 83 41 00", StreamFault::Record, 4},
    {"FF 00 0000 00000060 00 83 DF DF DF DF DF DF DF DF C8 00 00", StreamFault::Record, 5},
    {"FF 00 0000 000000A8 00 83 FF 41 FF 41 FF 41 FF 41 FF 41 FF 41 FF 41 FF 41 E8 41 00", StreamFault::Record, 6},
    {"FF 00 0000 00000060 00 83 DF DF DF DF DF DF DF DF 88 41 00", StreamFault::Record, 7},
};

TEST(NetrjsTransaction, EveryFaultIsDetectedAndEndsTheStream) {
  const Octets good = ofHex(kExamples[0].hex);
  for (const Bad& bad : kBad) {
    TransactionDecoder decoder(0x20, bad.longest);
    decoder.take(ofHex(bad.hex));
    EXPECT_EQ(decoder.fault(), bad.fault) << bad.hex;
    EXPECT_EQ(decoder.code(), bad.code) << bad.hex;
    EXPECT_EQ(decoder.header(), [&] {
      Octets h = ofHex(bad.hex);
      h.resize(9);
      return h;
    }());
    (void)decoder.records();
    decoder.take(good);
    decoder.take(kEndOfData);
    EXPECT_TRUE(decoder.records().empty());
    EXPECT_FALSE(decoder.ended());
  }
}

TEST(NetrjsTransaction, LongestRecordsAndEmptyStrings) {
  TransactionDecoder decoder(0x20);
  decoder.take(ofHex("FF 00 0000 00000058 00 83 DF DF DF DF DF DF DF DF C7 00"));
  decoder.take(ofHex("FF 00 0001 00000040 00 83 80 C0 E0 41 00 C3 00"));
  EXPECT_EQ(decoder.fault(), StreamFault::None);
  EXPECT_EQ(decoder.records(), (std::vector<Octets>{Octets(255, 0x20), {}, {}}));
}

TEST(NetrjsTransaction, FormsMayBeMixed) {
  TransactionDecoder decoder(0x20);
  decoder.take(ofHex("FF 10 0000 00000048 00 C3 02 41 42 83 C2 81 43 00 FF FF FE"));
  EXPECT_EQ(decoder.records(), (std::vector<Octets>{text("AB"), text("  C")}));
  EXPECT_TRUE(decoder.ended());
}

TEST(NetrjsTransaction, EndOfDataMayHaveAFullHeader) {
  TransactionDecoder decoder(0x20);
  decoder.take(ofHex("FE 00 0000 00000000 00"));
  EXPECT_TRUE(decoder.ended());
  EXPECT_EQ(decoder.fault(), StreamFault::None);
}

std::vector<Octets> randomLines(test::Random& random, std::uint8_t blank) {
  std::vector<Octets> lines(random.below(60));
  for (Octets& line : lines) {
    while (line.size() < 255 && !random.oneIn(6)) {
      const auto c = random.oneIn(3) ? blank : static_cast<std::uint8_t>(random.below(256));
      line.insert(line.end(), std::min<std::size_t>(random.below(random.oneIn(4) ? 70 : 4) + 1, 255 - line.size()), c);
    }
    while (!line.empty() && line.back() == blank) line.pop_back();
  }
  return lines;
}

TEST(NetrjsTransaction, RecordsDependNeitherOnTheSplitNorOnSnapshots) {
  test::Random random;
  for (int round = 0; round < 300; ++round) {
    const std::uint8_t blank = random.oneIn(2) ? 0x20 : 0x40;
    const StreamFormat format{.form = random.oneIn(2) ? RecordForm::Truncated : RecordForm::Compressed,
                              .blank = blank,
                              .filler = random.oneIn(2) ? FillerRule::TwoWords : FillerRule::None};
    const auto lines = randomLines(random, blank);
    Octets wire = encode(format, lines);
    wire.push_back(kEndOfData);
    TransactionDecoder whole(blank);
    whole.take(wire);
    EXPECT_EQ(whole.records(), lines) << "round " << round;
    EXPECT_TRUE(whole.ended());
    TransactionDecoder decoder(blank);
    const std::size_t cut = random.below(wire.size());
    for (std::size_t i = 0; i < cut; ++i) decoder.take(wire[i]);
    Archive out = Archive::writer();
    out.section("decoder", [&] { decoder.state(out); });
    TransactionDecoder restored(blank);
    Archive in = Archive::reader(out.data());
    in.section("decoder", [&] { restored.state(in); });
    ASSERT_TRUE(in.good()) << in.error();
    for (std::size_t i = cut; i < wire.size(); ++i) restored.take(wire[i]);
    EXPECT_EQ(restored.records(), lines) << "round " << round;
    EXPECT_TRUE(restored.ended());
  }
}

TEST(NetrjsTransaction, KeepsBlanksForPunchAndPrinter) {
  const StreamFormat punch{.device = NetrjsDevice::Punch, .blank = 0x40, .keepBlanks = true};
  EXPECT_EQ(record(punch, Octets(81, 0x40)).size(), 83u);
  const StreamFormat printer{.device = NetrjsDevice::Printer, .least = 1};
  EXPECT_EQ(record(printer, text("    ")), ofHex("C4 01 20"));
  EXPECT_EQ(record(StreamFormat{}, text("    ")), ofHex("C3 00"));
  EXPECT_EQ(record(StreamFormat{}, Octets(300, 'A')).size(), 257u);
}

}  // namespace
}  // namespace utah10
