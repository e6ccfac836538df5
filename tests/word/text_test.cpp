#include "utah10/word/text.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "word/format.hpp"

namespace utah10 {
namespace {

Word36 word(std::string_view text) {
  const Expected<Word36> w = parseWord(text);
  EXPECT_TRUE(w.has_value()) << (w ? "" : w.error().text());
  return w.value_or(Word36{});
}
std::string wordError(std::string_view text) {
  const Expected<Word36> w = parseWord(text);
  return w ? formatOctal(*w) : w.error().text();
}
std::int64_t ns(std::string_view text) {
  const Expected<Duration> d = parseDuration(text);
  EXPECT_TRUE(d.has_value()) << (d ? "" : d.error().text());
  return d.value_or(Duration{-1}).count();
}
std::string durationError(std::string_view text) {
  const Expected<Duration> d = parseDuration(text);
  return d ? formatDuration(*d) : d.error().text();
}

TEST(Text, OctalHasTwelveDigits) {
  EXPECT_EQ(formatOctal(Word36{}), "000000000000");
  EXPECT_EQ(formatOctal(Word36{0123456701234}), "123456701234");
  EXPECT_EQ(formatOctal(Word36{Word36::kMask}), "777777777777");
  EXPECT_EQ(formatOctal(HalfWord{01234}), "001234");
}

TEST(Text, HalvesHaveSixDigitsEach) {
  EXPECT_EQ(formatHalves(Word36{0254000001000}), "254000,,001000");
  EXPECT_EQ(formatHalves(Word36{1}), "000000,,000001");
}

TEST(Text, ParsesOctal) {
  EXPECT_EQ(word("0"), Word36{});
  EXPECT_EQ(word("254000001000"), Word36{0254000001000});
  EXPECT_EQ(word("777777777777"), Word36{Word36::kMask});
  EXPECT_EQ(word("000000000000017"), Word36{017});
}

TEST(Text, ParsesDecimalWithPoint) {
  EXPECT_EQ(word("100."), Word36{0144});
  EXPECT_EQ(word("-9."), Word36::fromSigned(-9));
  EXPECT_EQ(word("68719476735."), Word36{Word36::kMask});
}

TEST(Text, ParsesMinus) {
  EXPECT_EQ(word("-1"), Word36{Word36::kMask});
  EXPECT_EQ(word("-400000000000"), Word36{Word36::kSign});
  EXPECT_EQ(word("-0"), Word36{});
}

TEST(Text, ParsesHalves) {
  EXPECT_EQ(word("254000,,1000"), Word36::halves(0254000U, 01000U));
  EXPECT_EQ(word("-1,,0"), Word36::halves(0777777U, 0U));
  EXPECT_EQ(word("0,,-1"), Word36::halves(0U, 0777777U));
  EXPECT_EQ(word("-14.,,100."), Word36::halves(0777762U, 0144U));
  EXPECT_EQ(word("777777,,-400000"), Word36::halves(0777777U, 0400000U));
}

TEST(Text, RefusesWhatIsNotAWord) {
  EXPECT_EQ(wordError(""), "\"\": a number is missing; write octal, decimal with a point, or LH,,RH");
  EXPECT_EQ(wordError("-"), "\"-\": a number is missing; write octal, decimal with a point, or LH,,RH");
  EXPECT_EQ(wordError("1,,"), "\"1,,\": a number is missing; write octal, decimal with a point, or LH,,RH");
  EXPECT_EQ(wordError(",,1"), "\",,1\": a number is missing; write octal, decimal with a point, or LH,,RH");
  EXPECT_EQ(wordError("129"), "\"129\": '9' is not an octal digit; end a decimal number with a point");
  EXPECT_EQ(wordError("12x"), "\"12x\": 'x' is not a digit; numbers are octal: 777, -1, 100.");
  EXPECT_EQ(wordError("1,,2,,3"), "\"1,,2,,3\": ',' is not a digit; numbers are octal: 777, -1, 100.");
  EXPECT_EQ(wordError("1 "), "\"1 \": ' ' is not a digit; numbers are octal: 777, -1, 100.");
  EXPECT_EQ(wordError("1000000000000"), "\"1000000000000\": number does not fit in 36 bits");
  EXPECT_EQ(wordError("-400000000001"), "\"-400000000001\": number does not fit in 36 bits");
  EXPECT_EQ(wordError("99999999999999999999999."), "\"99999999999999999999999.\": number does not fit in 36 bits");
  EXPECT_EQ(wordError("1000000,,0"), "\"1000000,,0\": number does not fit in 18 bits");
  EXPECT_EQ(wordError("0,,-400001"), "\"0,,-400001\": number does not fit in 18 bits");
}

TEST(Text, EveryOctalPatternReadsBack) {
  for (int bit = 0; bit < 36; ++bit) {
    const Word36 w{(std::uint64_t{1} << bit) | 5};
    EXPECT_EQ(word(formatOctal(w)), w);
    EXPECT_EQ(word(formatHalves(w)), w);
  }
}

TEST(Text, Sixbit) {
  EXPECT_EQ(packSixbit("DSK").value(), Word36{0446353000000});
  EXPECT_EQ(packSixbit("NETRJS").value(), Word36{0564564625263});
  EXPECT_EQ(packSixbit("").value(), Word36{});
  EXPECT_EQ(unpackSixbit(Word36{0446353000000}), "DSK   ");
  EXPECT_EQ(sixbitName(Word36{0446353000000}), "DSK");
  EXPECT_EQ(sixbitName(Word36{}), "");
  EXPECT_EQ(unpackSixbit(Word36{Word36::kMask}), "______");
  EXPECT_EQ(packSixbit("a").error().text(), "\"a\": 'a' is not a SIXBIT character; use upper case");
  EXPECT_EQ(packSixbit("TOOLONG").error().text(), "\"TOOLONG\": longer than the six SIXBIT characters of a word");
  for (std::uint32_t code = 0; code < 0100; ++code) {
    EXPECT_TRUE(isSixbit(sixbitChar(code)));
    EXPECT_EQ(sixbitCode(sixbitChar(code)), code);
  }
  EXPECT_FALSE(isSixbit('`'));
  EXPECT_FALSE(isSixbit('\037'));
  EXPECT_FALSE(isSixbit('\377'));
}

TEST(Text, Ascii) {
  EXPECT_EQ(packAscii("HELLO").value(), Word36{0442131446236});
  EXPECT_EQ(packAscii("A", true).value(), Word36{0404000000001});
  EXPECT_EQ(unpackAscii(Word36{0442131446236}), "HELLO");
  EXPECT_EQ(unpackAscii(Word36{0404000000001}), std::string("A\0\0\0\0", 5));
  EXPECT_TRUE(asciiBit35(Word36{0404000000001}));
  EXPECT_FALSE(asciiBit35(Word36{0442131446236}));
  EXPECT_EQ(packAscii("A\200").error().what, "character 200 (octal) is not seven-bit ASCII");
  EXPECT_EQ(packAscii("TOOBIG").error().text(), "\"TOOBIG\": longer than the five ASCII characters of a word");
  EXPECT_EQ(unpackAscii(Word36{Word36::kMask}), std::string(5, '\177'));
  EXPECT_FALSE(isPrintable('\177'));
  EXPECT_TRUE(isPrintable('~'));
}

TEST(Text, ParsesDurations) {
  EXPECT_EQ(ns("2.5s"), 2'500'000'000);
  EXPECT_EQ(ns("100ms"), 100'000'000);
  EXPECT_EQ(ns("16.67us"), 16'670);
  EXPECT_EQ(ns("350ns"), 350);
  EXPECT_EQ(ns("0.000000001s"), 1);
  EXPECT_EQ(ns("1.2340000000000000000000000us"), 1234);
  EXPECT_EQ(ns("-1.5us"), -1500);
  EXPECT_EQ(ns("9223372036.854775807s"), std::numeric_limits<std::int64_t>::max());
}

TEST(Text, RefusesWhatIsNotADuration) {
  EXPECT_EQ(durationError("12"), "\"12\": duration has no unit; add s, ms, us or ns");
  EXPECT_EQ(durationError(""), "\"\": duration has no unit; add s, ms, us or ns");
  EXPECT_EQ(durationError("3m"), "\"3m\": duration has no unit; add s, ms, us or ns");
  EXPECT_EQ(durationError("s"), "\"s\": not a duration; write 2.5s, 100ms, 16.67us or 350ns");
  EXPECT_EQ(durationError("-us"), "\"-us\": not a duration; write 2.5s, 100ms, 16.67us or 350ns");
  EXPECT_EQ(durationError("1.s"), "\"1.s\": not a duration; write 2.5s, 100ms, 16.67us or 350ns");
  EXPECT_EQ(durationError(".5s"), "\".5s\": not a duration; write 2.5s, 100ms, 16.67us or 350ns");
  EXPECT_EQ(durationError("1 us"), "\"1 us\": ' ' is not a digit; write 2.5s, 100ms, 16.67us or 350ns");
  EXPECT_EQ(durationError("1.2.3s"), "\"1.2.3s\": '.' is not a digit; write 2.5s, 100ms, 16.67us or 350ns");
  EXPECT_EQ(durationError("0.5ns"), "\"0.5ns\": duration is finer than a nanosecond");
  EXPECT_EQ(durationError("1.2345us"), "\"1.2345us\": duration is finer than a nanosecond");
  EXPECT_EQ(durationError("9223372036.854775808s"), "\"9223372036.854775808s\": duration is longer than 292 years");
  EXPECT_EQ(durationError("99999999999999999999s"), "\"99999999999999999999s\": duration is longer than 292 years");
}

TEST(Text, FormatsDurations) {
  EXPECT_EQ(formatMicroseconds(nanoseconds(2310)), "2.31");
  EXPECT_EQ(formatMicroseconds(nanoseconds(2315)), "2.315");
  EXPECT_EQ(formatMicroseconds(nanoseconds(0)), "0.00");
  EXPECT_EQ(formatMicroseconds(nanoseconds(7)), "0.007");
  EXPECT_EQ(formatMicroseconds(nanoseconds(-1500)), "-1.50");
  EXPECT_EQ(formatMicroseconds(seconds(1)), "1000000.00");
  EXPECT_EQ(formatDuration(Duration::min()), "-9223372036854775.808us");
  for (const std::int64_t n : {0LL, 1LL, 10LL, 999LL, 1000LL, 16'666'666LL, -20LL, 1'000'000'000'000LL})
    EXPECT_EQ(ns(formatDuration(Duration{n})), n);
}

TEST(Format, WordsAndAddresses) {
  EXPECT_EQ(fmt::format("{}", Word36{0254000001000}), "254000001000");
  EXPECT_EQ(fmt::format("{:h}", Word36{0254000001000}), "254000,,001000");
  EXPECT_EQ(fmt::format("{:>14}|", Word36{5}), "  000000000005|");
  EXPECT_EQ(fmt::format("{}", HalfWord{017}), "000017");
  EXPECT_EQ(fmt::format("{}", VirtualAddress{01000}), "001000");
  EXPECT_EQ(fmt::format("{}", PhysicalAddress{01234567}), "1234567");
  EXPECT_EQ(fmt::format("{}", PhysicalAddress{077}), "000077");
  EXPECT_EQ(fmt::format("{}", PageNo{7}), "007");
  EXPECT_EQ(fmt::format("{} {:>3}", AcNo{017}, AcNo{3}), "17   3");
  EXPECT_EQ(fmt::format("{}", DeviceCode::written(0104)), "104");
  EXPECT_EQ(fmt::format("{}", DeviceCode::written(4)), "004");
}

TEST(Format, Times) {
  EXPECT_EQ(fmt::format("{}", nanoseconds(2310)), "2.31us");
  EXPECT_EQ(fmt::format("{:>10}", nanoseconds(2315)), "   2.315us");
  EXPECT_EQ(fmt::format("{}", Instant{nanoseconds(16'666'666)}), "16666.666us");
  EXPECT_EQ(fmt::format("{}", kNever), "never");
}

}  // namespace
}  // namespace utah10
