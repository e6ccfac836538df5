// Terminal characters and EBCDIC: each table against the pairs printed in the sources, all codes in both directions.
#include "network/ccn/charset.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace utah10 {
namespace {

// Controls, ASCII-EBCDIC: the pairs of RFC 183 (docs/sources/netrjs.md 8.2).
constexpr std::string_view kControls =
    "00-00 01-01 02-02 03-03 04-37 05-2D 06-2E 07-2F 08-16 09-05 0A-25 0B-0B 0C-0C 0D-0D 0E-0E 0F-0F "
    "10-10 11-11 12-12 13-13 14-3C 15-3D 16-32 17-26 18-18 19-19 1A-3F 1B-27 1C-1C 1D-1D 1E-1E 1F-1F 7F-07 ";

// Graphics, EBCDIC-ASCII (docs/sources/netrjs.md 8.1).
constexpr std::string_view kGraphics =
    "40-20 4B-. 4C-< 4D-( 4E-+ 50-& 5A-! 5B-$ 5C-* 5D-) 5E-; 60-- 61-/ 6B-, 6C-% 6E-> 6F-? 7A-: 7B-# 7C-@ 7D-' 7E-= "
    "7F-\" 6D-_ ";

struct Column {
  CcnCharset charset;
  std::string_view rest;  // EBCDIC-ASCII: the table of docs/sources/netrjs.md 8.1
};

constexpr Column kColumns[] = {
    {CcnCharset::Ascii68, "4F-7C 5F-7E 4A-5C 71-5E AD-5B BD-5D 8B-7B 9B-7D 79-60 "},
    {CcnCharset::Ascii63, "4F-5B 5F-5D 4A-5C 71-5E AD-7C BD-7E 8B-7B 9B-7D 79-60 "},
    {CcnCharset::Ascii63May, "4F-5E 5F-5C 4A-5B BD-5D "},
    {CcnCharset::Ascii71, "4F-7C 5F-7E 4A-5C "},
};

unsigned hex(std::string_view s) { return static_cast<unsigned>(std::stoul(std::string(s), nullptr, 16)); }

// ASCII to EBCDIC, for every code that has an equivalent.
std::map<unsigned, unsigned> pairsOf(const Column& column) {
  std::map<unsigned, unsigned> pairs;
  for (std::size_t i = 0; i < kControls.size(); i += 6)
    pairs[hex(kControls.substr(i, 2))] = hex(kControls.substr(i + 3, 2));
  for (std::size_t i = 0; i < kGraphics.size();) {
    const std::size_t end = kGraphics.find(' ', i);
    const std::string_view graphic = kGraphics.substr(i + 3, end - i - 3);
    pairs[graphic.size() == 2 ? hex(graphic) : static_cast<unsigned char>(graphic[0])] = hex(kGraphics.substr(i, 2));
    i = end + 1;
  }
  for (std::size_t i = 0; i < column.rest.size(); i += 6)
    pairs[hex(column.rest.substr(i + 3, 2))] = hex(column.rest.substr(i, 2));
  for (const auto& [first, code, last] : {std::tuple{'a', 0x81u, 'i'},
                                          {'j', 0x91u, 'r'},
                                          {'s', 0xA2u, 'z'},
                                          {'A', 0xC1u, 'I'},
                                          {'J', 0xD1u, 'R'},
                                          {'S', 0xE2u, 'Z'},
                                          {'0', 0xF0u, '9'}})
    for (char c = first; c <= last; ++c) pairs[static_cast<unsigned char>(c)] = code + static_cast<unsigned>(c - first);
  return pairs;
}

TEST(CcnCharset, AllAsciiCodesTranslateBothWays) {
  for (const Column& column : kColumns) {
    const auto pairs = pairsOf(column);
    for (unsigned c = 0; c < 256; ++c) {
      const auto code = static_cast<std::uint8_t>(c);
      const auto partner = pairs.find(c);
      const unsigned expected = partner == pairs.end() ? 0x6Fu : partner->second;
      EXPECT_EQ(toEbcdic(column.charset, code), expected) << nameOf(column.charset) << ' ' << c;
      if (partner == pairs.end()) continue;
      EXPECT_EQ(fromEbcdic(column.charset, toEbcdic(column.charset, code)), c) << nameOf(column.charset) << ' ' << c;
    }
  }
}

TEST(CcnCharset, AllEbcdicCodesPrintAsTheirEquivalentOrAQuestionMark) {
  for (const Column& column : kColumns) {
    std::map<unsigned, unsigned> back;
    for (const auto& [ascii, code] : pairsOf(column)) back[code] = ascii;
    for (unsigned c = 0; c < 256; ++c) {
      const auto partner = back.find(c);
      EXPECT_EQ(fromEbcdic(column.charset, static_cast<std::uint8_t>(c)),
                partner == back.end() ? unsigned{'?'} : partner->second)
          << nameOf(column.charset) << ' ' << c;
    }
  }
}

TEST(CcnCharset, FullSetsTranslateAll128Codes) {
  EXPECT_EQ(pairsOf(kColumns[0]).size(), 128u);
  EXPECT_EQ(pairsOf(kColumns[1]).size(), 128u);
  EXPECT_EQ(pairsOf(kColumns[2]).size(), 123u);  // without ` { | } ~
  EXPECT_EQ(pairsOf(kColumns[3]).size(), 122u);  // without [ ] { } ^ `
}

TEST(CcnCharset, EbcdicTerminalsAreNotTranslated) {
  for (unsigned c = 0; c < 256; ++c) {
    EXPECT_EQ(toEbcdic(CcnCharset::Ebcdic, static_cast<std::uint8_t>(c)), c);
    EXPECT_EQ(fromEbcdic(CcnCharset::Ebcdic, static_cast<std::uint8_t>(c)), c);
  }
}

TEST(CcnCharset, NamesAreParsed) {
  for (const Column& column : kColumns) EXPECT_EQ(charsetNamed(nameOf(column.charset)), column.charset);
  EXPECT_EQ(charsetNamed("ebcdic"), CcnCharset::Ebcdic);
  EXPECT_FALSE(charsetNamed("fieldata"));
}

}  // namespace
}  // namespace utah10
