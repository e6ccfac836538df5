#include "network/datagram.hpp"

#include <cassert>

namespace utah10 {

namespace {
constexpr std::array<std::uint8_t, 4> kMagic = {'H', '3', '1', '6'};
constexpr std::uint16_t kLast = 1, kReady = 2;
constexpr std::size_t kSequenceAt = 4, kCountAt = 8, kFlagsAt = 10;

void put16(std::vector<std::uint8_t>& to, unsigned value) {
  to.push_back(static_cast<std::uint8_t>(value >> 8));
  to.push_back(static_cast<std::uint8_t>(value));
}

std::uint16_t get16(std::span<const std::uint8_t> from, std::size_t at) {
  return static_cast<std::uint16_t>(from[at] << 8 | from[at + 1]);
}

DatagramRead dropped(DatagramDrop why) { return {std::nullopt, why}; }

constexpr std::array<std::string_view, kDatagramDrops> kDropTexts = {
    "shorter than a header and a flag word",
    "does not begin with H316",
    "length does not match its count",
    "no flag word",
    "old sequence number",
    "words from a peer that is not ready",
    "no peer is attached",
    "message for a host that is not ready",
    "message with a lost piece",
    "message longer than the maximum",
    "message when the queue was full",
    "message longer than the peer's limit",
    "datagram without a port to send it",
};
}  // namespace

std::string_view dropText(DatagramDrop why) { return kDropTexts[static_cast<std::size_t>(why)]; }

std::vector<std::uint8_t> Datagram::octets() const {
  assert(words.size() <= kMostWords && "more words than a datagram holds");
  std::vector<std::uint8_t> out{kMagic.begin(), kMagic.end()};
  out.reserve(kHead + 2 + 2 * words.size());
  put16(out, sequence >> 16);
  put16(out, sequence & 0xFFFF);
  put16(out, static_cast<unsigned>(words.size()) + 1);
  put16(out, (last ? kLast : 0u) | (ready ? kReady : 0u));
  for (const std::uint16_t w : words) put16(out, w);
  return out;
}

// Unknown flags are ignored.
DatagramRead readDatagram(std::span<const std::uint8_t> octets) {
  for (std::size_t i = 0; i < kMagic.size() && i < octets.size(); ++i)
    if (octets[i] != kMagic[i]) return dropped(DatagramDrop::NotH316);
  if (octets.size() < Datagram::kHead) return dropped(DatagramDrop::TooShort);
  const std::size_t count = get16(octets, kCountAt);
  if (octets.size() != Datagram::kHead + 2 * count) return dropped(DatagramDrop::Length);
  if (count == 0) return dropped(DatagramDrop::NoFlags);
  if (count - 1 > Datagram::kMostWords) return dropped(DatagramDrop::TooLong);
  Datagram d;
  d.sequence = static_cast<std::uint32_t>(get16(octets, kSequenceAt)) << 16 | get16(octets, kSequenceAt + 2);
  d.last = (get16(octets, kFlagsAt) & kLast) != 0;
  d.ready = (get16(octets, kFlagsAt) & kReady) != 0;
  d.words.reserve(count - 1);
  for (std::size_t n = 1; n < count; ++n) d.words.push_back(get16(octets, kFlagsAt + 2 * n));
  return {std::move(d), DatagramDrop::TooShort};
}

SequenceRule::Verdict SequenceRule::judge(std::uint32_t sequence) {
  const std::optional<std::uint32_t> expected = expected_;
  const bool below = expected && sequence < *expected;
  const bool restarted = below && (sequence == 0 || *expected - sequence > kFarBelow);
  if (below && !restarted) return Verdict::Old;
  expected_ = sequence + 1;
  if (!expected || sequence == *expected) return Verdict::Next;
  return restarted ? Verdict::Restart : Verdict::Ahead;
}

void SequenceRule::state(Archive& a) {
  a.optional(expected_, [&](std::uint32_t& n) { a.u32(n); });
}

}  // namespace utah10
