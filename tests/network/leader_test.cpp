// Leaders against the fields of docs/sources/imp.md 6 and the worked bytes of docs/sources/imp.md 12.3.
#include "network/leader.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace utah10 {
namespace {

using Octets = std::vector<std::uint8_t>;

struct Case {
  const char* what;
  Leader leader;
  Octets octets;
};

Leader make(unsigned type, HostId host, unsigned link, unsigned subtype) {
  Leader l;
  l.type = static_cast<std::uint8_t>(type);
  l.host = host;
  l.link = static_cast<std::uint8_t>(link);
  l.subtype = static_cast<std::uint8_t>(subtype);
  return l;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"regular, from host 2, link 3", make(0, HostId{2}, 3, 0), {0x00, 0x02, 0x03, 0x00}},
      {"its RFNM", make(code(ToHost::Rfnm), HostId{2}, 3, 0), {0x05, 0x02, 0x03, 0x00}},
      {"IMP 4 dead", make(code(ToHost::DestinationDead), HostId{4}, 0, 0), {0x07, 0x04, 0x00, 0x00}},
      {"IMP 3 host 1 dead", make(code(ToHost::DestinationDead), HostId{3, 1}, 0, 1), {0x07, 0x43, 0x00, 0x01}},
      {"illegal type", make(code(ToHost::ErrorInLeader), HostId{}, 0, 2), {0x01, 0x00, 0x00, 0x02}},
      {"too long", make(code(ToHost::Incomplete), HostId{2}, 6, 1), {0x09, 0x02, 0x06, 0x01}},
  };
  return kCases;
}

TEST(Leader, BytesOfTheExamples) {
  for (const Case& c : cases()) {
    EXPECT_EQ(c.leader.bits().octets(), c.octets) << c.what;
    EXPECT_EQ(c.leader.bits().size(), Leader::kBits);
    EXPECT_EQ(Leader::of(BitString::ofOctets(c.octets)), c.leader) << c.what;
  }
}

TEST(Leader, EveryBitBelongsToOneField) {
  // One bit of the 32 at a time: each belongs to exactly one field, and none is lost on the way back.
  for (unsigned i = 0; i < Leader::kBits; ++i) {
    BitString one;
    one.append(1u << (31 - i), 32);
    EXPECT_EQ(Leader::of(one).bits(), one) << "bit " << i + 1;
  }
  BitString flags;
  flags.append(0b1010, 4);
  flags.resize(32);
  const Leader l = Leader::of(flags);
  EXPECT_TRUE(l.priority && l.trace);
  EXPECT_FALSE(l.imp || l.octal);
}

TEST(Leader, HostsAsOctets) {
  EXPECT_EQ(HostId(1, 1).octet(), 0101);  // UCLA-CCN
  EXPECT_EQ(HostId(5, 1).octet(), 0105);  // BBN-TENEX
  EXPECT_EQ(HostId{4}.imp(), 4u);         // UTAH
  EXPECT_EQ(HostId{0303}.host(), 3u);
  EXPECT_EQ(HostId{0303}.imp(), 3u);
}

TEST(Message, LeaderAndText) {
  Message m{make(0, HostId{4}, 2, 0), {}};
  m.text.append(0x155, 9);
  EXPECT_EQ(m.bits().size(), 41u);
  EXPECT_EQ(Message::of(m.bits()), m);
  EXPECT_EQ(Message::of(m.leader.bits()).text.size(), 0u);
}

}  // namespace
}  // namespace utah10
