// The datagrams of docs/sources/imp.md 12.3, octet by octet, and octets that are not a datagram.
#include "network/datagram.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace utah10 {
namespace {

using Octets = std::vector<std::uint8_t>;

struct Worked {
  const char* what;
  Octets octets;
  Datagram datagram;
};

// Host 2 sends six words to itself on link 3, and the IMP answers (docs/sources/imp.md 12.3); ready lines
// (docs/sources/imp.md 12.2).
const std::vector<Worked>& worked() {
  static const std::vector<Worked> all = {
      {"six words from the host",
       {0x48, 0x33, 0x31, 0x36, 0, 0, 0, 4, 0, 7, 0, 3, 0, 2, 3, 0, 0xA0, 0, 0xA0, 1, 0xA0, 2, 0xA0, 3},
       {4, true, true, {0x0002, 0x0300, 0xA000, 0xA001, 0xA002, 0xA003}}},
      {"the same from the IMP, without its end",
       {0x48, 0x33, 0x31, 0x36, 0, 0, 0, 6, 0, 7, 0, 2, 0, 2, 3, 0, 0xA0, 0, 0xA0, 1, 0xA0, 2, 0xA0, 3},
       {6, false, true, {0x0002, 0x0300, 0xA000, 0xA001, 0xA002, 0xA003}}},
      {"its end", {0x48, 0x33, 0x31, 0x36, 0, 0, 0, 7, 0, 1, 0, 3}, {7, true, true, {}}},
      {"RFNM", {0x48, 0x33, 0x31, 0x36, 0, 0, 0, 8, 0, 3, 0, 3, 5, 2, 3, 0}, {8, true, true, {0x0502, 0x0300}}},
      {"ready line down", {0x48, 0x33, 0x31, 0x36, 0, 0, 0, 0, 0, 1, 0, 1}, {0, true, false, {}}},
  };
  return all;
}

TEST(Datagram, WorkedOctets) {
  for (const Worked& w : worked()) {
    EXPECT_EQ(w.datagram.octets(), w.octets) << w.what;
    const DatagramRead read = readDatagram(w.octets);
    ASSERT_TRUE(read.datagram) << w.what;
    EXPECT_EQ(*read.datagram, w.datagram) << w.what;
  }
}

TEST(Datagram, MalformedDatagramsAreClassified) {
  const Octets good = worked()[0].octets;
  const auto why = [](const Octets& octets) {
    const DatagramRead read = readDatagram(octets);
    EXPECT_FALSE(read.datagram);
    return read.why;
  };
  const auto with = [&](std::size_t at, std::uint8_t value) {
    Octets o = good;
    o[at] = value;
    return o;
  };
  EXPECT_EQ(why({}), DatagramDrop::TooShort);
  EXPECT_EQ(why({good.begin(), good.begin() + 9}), DatagramDrop::TooShort);
  EXPECT_EQ(why({good.begin(), good.begin() + 10}), DatagramDrop::Length) << "the count is seven words";
  EXPECT_EQ(why({0x48, 0x33, 0x31, 0x36, 0, 0, 0, 0, 0, 0}), DatagramDrop::NoFlags);
  EXPECT_EQ(why(with(0, 0x49)), DatagramDrop::NotH316);
  EXPECT_EQ(why(with(3, 0x37)), DatagramDrop::NotH316);
  EXPECT_EQ(why(with(9, 6)), DatagramDrop::Length);
  EXPECT_EQ(why(with(9, 8)), DatagramDrop::Length);
  EXPECT_EQ(why(with(8, 0x80)), DatagramDrop::Length);
  Octets odd = good;
  odd.push_back(0);
  EXPECT_EQ(why(odd), DatagramDrop::Length) << "the length must match exactly";
  EXPECT_TRUE(readDatagram(with(10, 0xFF)).datagram) << "unknown flags are ignored";
}

TEST(Datagram, EveryLengthSurvivesTheRoundTrip) {
  test::Random random;
  for (std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{65}, std::size_t{443},
                        std::size_t{506}, Datagram::kMostWords}) {
    Datagram d{static_cast<std::uint32_t>(random.bits()), random.oneIn(2), random.oneIn(2), {}};
    for (std::size_t k = 0; k < n; ++k) d.words.push_back(static_cast<std::uint16_t>(random.bits()));
    const auto octets = d.octets();
    EXPECT_EQ(octets.size(), 12 + 2 * n);
    const DatagramRead read = readDatagram(octets);
    ASSERT_TRUE(read.datagram) << n;
    EXPECT_EQ(*read.datagram, d) << n;
  }
}

TEST(SequenceRule, ClassifiesSequenceNumbers) {
  using V = SequenceRule::Verdict;
  SequenceRule rule;
  const std::vector<std::pair<std::uint32_t, V>> story = {{17, V::Next},  // the peer started earlier
                                                          {18, V::Next},   {18, V::Old},    {3, V::Old},
                                                          {20, V::Ahead},  {19, V::Old},    {21, V::Next},
                                                          {0, V::Restart},  // the peer restarted
                                                          {1, V::Next},    {0, V::Restart}, {0xFFFFFFFF, V::Ahead},
                                                          {0, V::Next},    {1, V::Next}};
  for (std::size_t n = 0; n < story.size(); ++n) EXPECT_EQ(rule.judge(story[n].first), story[n].second) << n;
  rule.forget();
  EXPECT_EQ(rule.judge(1), V::Next);
}

// The peer has started again, and its number 0 got lost.
TEST(SequenceRule, ANumberFarBelowIsARestart) {
  using V = SequenceRule::Verdict;
  SequenceRule rule;
  for (const auto& [number, verdict] : std::vector<std::pair<std::uint32_t, V>>{{100, V::Next},
                                                                                {85, V::Old},
                                                                                {84, V::Restart},
                                                                                {85, V::Next},
                                                                                {84, V::Old},
                                                                                {200, V::Ahead},
                                                                                {3, V::Restart},
                                                                                {1, V::Old}})
    EXPECT_EQ(rule.judge(number), verdict) << number;
}

TEST(SequenceRule, IsSavedAndRestored) {
  SequenceRule rule, other;
  rule.judge(41);
  Archive out = Archive::writer();
  out.section("x", [&] { rule.state(out); });
  Archive in = Archive::reader(out.data());
  in.section("x", [&] { other.state(in); });
  EXPECT_TRUE(in.good());
  EXPECT_EQ(other.expected(), std::optional<std::uint32_t>{42});
}

}  // namespace
}  // namespace utah10
