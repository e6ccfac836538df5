// Bit strings, compared with a plain reference model (a vector of bool), and their limits.
#include "network/bit_string.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "support/random.hpp"

namespace utah10 {
namespace {

using Plain = std::vector<bool>;

Plain plain(const BitString& s) {
  Plain out;
  for (std::size_t i = 0; i < s.size(); ++i) out.push_back(s.field(i, 1) != 0);
  return out;
}

Plain cut(const Plain& p, std::size_t at, std::size_t count) {
  Plain out;
  for (std::size_t i = at; i < at + count; ++i) out.push_back(i < p.size() && p[i]);
  return out;
}

TEST(BitString, OctetsAndFieldsHighBitFirst) {
  const std::array<std::uint8_t, 3> octets{0xA5, 0x0F, 0xFF};
  const BitString s{octets, 20};
  EXPECT_EQ(s.size(), 20u);
  EXPECT_EQ(s.octets(), (std::vector<std::uint8_t>{0xA5, 0x0F, 0xF0}));  // padded with zeros
  EXPECT_EQ(s.field(0, 4), 0xAu);
  EXPECT_EQ(s.field(4, 12), 0x50Fu);
  EXPECT_EQ(s.field(1, 8), 0x4Au);  // 1010 0101 0... from the second bit: 0100 1010
  EXPECT_EQ(s.field(16, 8), 0xF0u);
  EXPECT_EQ(s.field(100, 64), 0u);
  EXPECT_EQ(BitString::ofOctets(octets).size(), 24u);
}

TEST(BitString, SixtyFourBitsAtAnyPosition) {
  for (unsigned lead = 0; lead < 9; ++lead) {
    BitString s;
    s.append(0, lead);
    s.append(0x8123456789ABCDEF, 64);
    EXPECT_EQ(s.field(lead, 64), 0x8123456789ABCDEFu) << lead;
    EXPECT_EQ(s.size(), lead + 64u);
  }
}

TEST(BitString, OnlyTheLowBitsOfAValueCount) {
  BitString s;
  s.append(0xFFFF, 3);
  s.append(0, 5);
  EXPECT_EQ(s.octets(), std::vector<std::uint8_t>{0xE0});
}

TEST(BitString, ResizingCutsOrAppendsZeros) {
  BitString s;
  s.append(0xFFF, 12);
  s.resize(5);
  EXPECT_EQ(s.octets(), std::vector<std::uint8_t>{0xF8});
  s.resize(12);
  EXPECT_EQ(s.field(0, 12), 0xF80u);
  s.drop(4);
  EXPECT_EQ(s.field(0, 8), 0x80u);
  s.drop(99);
  EXPECT_TRUE(s.empty());
  EXPECT_TRUE(s.from(3).empty());
}

TEST(BitString, AgreesWithAPlainVectorOfBits) {
  test::Random random;
  for (int round = 0; round < 400; ++round) {
    BitString s;
    Plain p;
    for (int step = 0; step < 12; ++step) {
      const auto count = static_cast<unsigned>(random.below(65));
      const std::uint64_t value = random.bits();
      BitString piece;
      piece.append(value, count);
      if (random.oneIn(2)) {
        s.append(value, count);
      } else {
        s.append(piece);
      }
      for (unsigned i = count; i-- > 0;) p.push_back((value >> i & 1) != 0);
    }
    ASSERT_EQ(plain(s), p);
    const std::size_t at = random.below(p.size() + 1);
    const std::size_t count = random.below(p.size() + 20);
    ASSERT_EQ(plain(s.part(at, count)), cut(p, at, count)) << at << ' ' << count;
    ASSERT_EQ(plain(s.from(at)), cut(p, at, p.size() - at));
  }
}

TEST(BitString, IsSavedAndRejectsAWrongLength) {
  BitString s;
  s.append(0x12345, 19);
  Archive out = Archive::writer();
  out.section("s", [&] { s.state(out); });
  std::vector<std::byte> data = out.take();
  BitString back;
  Archive in = Archive::reader(data);
  in.section("s", [&] { back.state(in); });
  EXPECT_TRUE(in.good()) << in.error();
  EXPECT_EQ(back, s);

  Archive bad = Archive::writer();
  bad.section("s", [&] {
    std::uint64_t bits = 190;
    std::vector<std::uint8_t> octets;
    bad.u64(bits);
    bad.bytes(octets);
  });
  Archive reader = Archive::reader(bad.data());
  reader.section("s", [&] { back.state(reader); });
  EXPECT_FALSE(reader.good());
}

}  // namespace
}  // namespace utah10
