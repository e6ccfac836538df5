// Stream, block and text mode: worked examples, and round trips of every combination of parameters.
#include <gtest/gtest.h>

#include "network/servers/ftp_content.hpp"
#include "network/servers/ftp_framing.hpp"
#include "support/random.hpp"
#include "support/state_parts.hpp"

namespace utah10::test {

namespace {
BitString encoded(const StoredFile& file, const FtpForm& form) {
  FtpEncoder encoder{toWire(file, form), form};
  BitString out;
  while (!encoder.done()) out.append(encoder.next(5000));
  return out;
}

std::vector<std::uint8_t> octets(const BitString& bits) { return bits.octets(); }
using Octets = std::vector<std::uint8_t>;

// The file as a receiver decodes it when it arrives in pieces.
StoredFile decoded(const BitString& wire, const FtpForm& form, Random& random) {
  FtpDecoder decoder{form, std::uint64_t{1} << 40};
  const unsigned size = form.connectionByteSize();
  for (std::size_t at = 0; at < wire.size();) {
    const std::size_t n = std::min<std::size_t>((1 + random.below(700)) * size, wire.size() - at);
    decoder.take(wire.part(at, n));
    at += n;
  }
  EXPECT_EQ(decoder.fault(), FtpDecoder::Fault::None);
  EXPECT_EQ(decoder.ended(), form.mode != 'S');
  EXPECT_EQ(decoder.stray(), 0u);
  return fromWire(decoder.wire(), form);
}

StoredFile randomFile(const FtpForm& form, Random& random) {
  StoredFile file;
  const std::size_t bytes = random.oneIn(4) ? random.below(3) : random.below(3000);
  if (form.isText()) {
    std::string text;
    for (std::size_t n = 0; n < bytes; ++n) {
      text += static_cast<char>(random.below(form.mode == 'T' ? 128 : 256));
      if (random.oneIn(20)) text += "\r\n";
    }
    return textFile(text);
  }
  file.byteSize = form.byteSize;
  for (std::size_t n = 0; n < bytes; ++n) {
    for (unsigned bit = 0; bit < form.byteSize; bit += 51)
      file.bits.append(random.bits(), std::min(51u, form.byteSize - bit));
    while (form.structure == 'R' && random.oneIn(30)) file.recordEnds.push_back(n + 1);
  }
  return file;
}
}  // namespace

TEST(FtpFraming, EveryCombinationSurvivesTheRoundTrip) {
  Random random;
  for (const char type : std::string{"AEPFIL"})
    for (const char structure : std::string{"FR"})
      for (const char mode : std::string{"SBT"})
        for (const unsigned size : {8u, 32u, 36u, 1u, 7u, 23u, 24u, 25u, 255u})
          for (int n = 0; n < 6; ++n) {
            const FtpForm form{type, structure, mode, size, n % 3 == 2 ? 100u : 0u};
            if (!whyIllegal(form).empty()) continue;
            const StoredFile file = randomFile(form, random);
            ASSERT_EQ(decoded(encoded(file, form), form, random), file) << type << structure << mode << size;
          }
}

// RFC 354: a header of 24 bits, right justified: descriptor, count of data bytes.
TEST(FtpFraming, ExampleBlocks) {
  EXPECT_EQ(octets(encoded(textFile("ab"), {'A', 'F', 'B', 8, 0})), (Octets{2, 0, 2, 'a', 'b'}));
  EXPECT_EQ(octets(encoded(textFile("ab\r\n\r\nc"), {'A', 'R', 'B', 8, 0})),
            (Octets{1, 0, 2, 'a', 'b', 1, 0, 0, 2, 0, 1, 'c'}));
  EXPECT_EQ(octets(encoded(textFile(""), {'A', 'F', 'B', 8, 0})), (Octets{2, 0, 0}));
  BitString word;
  word.append(0123456701234, 36);
  BitString expected;
  // Descriptor 2 in bits 12-19, count 1 in bits 20-35: 000000,,400001 in octal.
  expected.append(0400001, 36);
  expected.append(0123456701234, 36);
  EXPECT_EQ(encoded(StoredFile{word, 36, {}}, {'I', 'F', 'B', 36, 0}), expected);
  // 23-bit bytes: two of them for the header.
  const StoredFile odd{BitString{Octets{0xFF, 0xFF, 0xFE}, 23}, 23, {}};
  expected.clear();
  expected.append(0x020001, 46);
  expected.append(0x7FFFFF, 23);
  EXPECT_EQ(encoded(odd, {'L', 'F', 'B', 23, 0}), expected);
}

TEST(FtpFraming, ExampleText) {
  EXPECT_EQ(octets(encoded(textFile("ab\r\nc"), {'A', 'F', 'T', 8, 0})), (Octets{'a', 'b', 13, 10, 'c', 193}));
  EXPECT_EQ(octets(encoded(textFile("ab\r\nc"), {'A', 'R', 'T', 8, 0})), (Octets{'a', 'b', 192, 'c', 193}));
  FtpDecoder decoder{{'A', 'R', 'T', 8, 0}, 1000};
  decoder.take(BitString::ofOctets(Octets{'a', 0x80, 192, 193, 'x', 'y'}));
  EXPECT_TRUE(decoder.ended());
  EXPECT_EQ(decoder.stray(), 3u);
  EXPECT_EQ(textOf(fromWire(decoder.wire(), {'A', 'R', 'T', 8, 0})), "a\r\n");
}

TEST(FtpFraming, ExampleMarker) {
  const FtpForm form{'A', 'F', 'B', 8, 2};
  const BitString wire = encoded(textFile("abc"), form);
  EXPECT_EQ(octets(wire), (Octets{0, 0, 2, 'a', 'b', 4, 0, 1, '2', 2, 0, 1, 'c'}));
  FtpDecoder decoder{form, 1000};
  decoder.take(wire);
  EXPECT_EQ(decoder.takeMarkers(), (std::vector<FtpDecoder::Marker>{{"2", 2}}));
  EXPECT_TRUE(decoder.takeMarkers().empty());
}

TEST(FtpFraming, Faults) {
  const FtpForm form{'A', 'F', 'B', 8, 0};
  FtpDecoder wrong{form, 1000};
  wrong.take(BitString::ofOctets(Octets{5, 0, 1, 'a'}));
  EXPECT_EQ(wrong.fault(), FtpDecoder::Fault::Descriptor);
  FtpDecoder small{form, 16};
  small.take(BitString::ofOctets(Octets{0, 0, 2, 'a', 'b'}));
  EXPECT_EQ(small.fault(), FtpDecoder::Fault::None);
  small.take(BitString::ofOctets(Octets{0, 0, 2, 'c'}));
  EXPECT_EQ(small.fault(), FtpDecoder::Fault::TooLong);
  FtpDecoder suspect{form, 1000};
  suspect.take(BitString::ofOctets(Octets{3, 0, 2, 'a', 'b', 2, 0, 0}));
  EXPECT_EQ(suspect.suspect(), 2u);
  EXPECT_TRUE(suspect.ended());
}

TEST(FtpFraming, ASnapshotAnywhereHasTheSameFuture) {
  Random random;
  for (const char mode : std::string{"SBT"})
    for (int n = 0; n < 50; ++n) {
      const FtpForm form{mode == 'T' ? 'A' : 'I', mode == 'S' ? 'F' : 'R', mode, mode == 'T' ? 8u : 36u, 50};
      const StoredFile file = randomFile(form, random);
      FtpEncoder encoder{toWire(file, form), form};
      FtpDecoder decoder{form, std::uint64_t{1} << 40};
      while (!encoder.done()) {
        FtpEncoder encoderToo;
        FtpDecoder decoderToo;
        ASSERT_EQ(restoreState(stateOf(encoder, decoder), encoderToo, decoderToo), "");
        encoder = encoderToo;
        decoder = decoderToo;
        const unsigned size = form.connectionByteSize();
        decoder.take(encoder.next((1 + random.below(200)) * size));
      }
      ASSERT_EQ(fromWire(decoder.wire(), form), file) << mode;
    }
}

TEST(FtpContent, ByteSizeDoesNotChangeTheBits) {
  // Five octets as 36-bit bytes: 40 bits in two words, the rest zeros.
  const StoredFile file = textFile("abcde");
  const StoredFile wire = toWire(file, {'I', 'F', 'S', 36, 0});
  EXPECT_EQ(wire.bits.size(), 72u);
  EXPECT_EQ(wire.bits.part(0, 40), file.bits);
  EXPECT_EQ(wire.bits.field(40, 32), 0u);
}

TEST(FtpContent, EbcdicIsOneToOne) {
  std::string all;
  for (unsigned c = 0; c < 256; ++c) all += static_cast<char>(c);
  const FtpForm form{'E', 'F', 'S', 8, 0};
  const StoredFile wire = toWire(textFile(all), form);
  EXPECT_EQ(fromWire(wire, form), textFile(all));
  // docs/sources/netrjs.md 8: CR LF is 0D 25, A is C1, blank 40, 0 F0, DEL 07.
  EXPECT_EQ(octets(toWire(textFile("\r\nA 0\x7F[~"), form).bits),
            (Octets{0x0D, 0x25, 0xC1, 0x40, 0xF0, 0x07, 0xAD, 0x5F}));
}

}  // namespace utah10::test
