// The datagram link against docs/sources/imp.md 12.2-12.4: framing, padding, the limit, ready lines, what is dropped.
#include "network/datagram_link.hpp"

#include "datagram_rig.hpp"
#include "support/damaged_states.hpp"

namespace utah10 {
namespace {

using test::DatagramRig;
using Words = std::vector<std::uint16_t>;
using Role = DatagramLink::Role;

// Attaches the link and raises both lines; only the ready lines have been sent.
void bringUp(DatagramRig& r, DatagramSettings settings = {}) {
  r.link.attach(settings);
  r.nearReady.set(true);
  if (r.link.role() == Role::Host) r.give(true, true, {});
  r.peer.got.clear();
}

TEST(DatagramLink, AHostsMessageIsOneDatagram) {
  DatagramRig r;
  bringUp(r, {.padAlways = false});
  r.end.send(DatagramRig::words({0x0002, 0x0300, 0xA000, 0xA001, 0xA002, 0xA003}));
  r.run(microseconds(959));
  EXPECT_TRUE(r.peer.got.empty()) << "96 bits of 10 us each";
  r.run(microseconds(1));
  ASSERT_EQ(r.peer.got.size(), 1u);
  EXPECT_EQ(r.peer.got[0], (Datagram{2, true, true, {0x0002, 0x0300, 0xA000, 0xA001, 0xA002, 0xA003}}));
}

// A.4: one to sixteen bits, the first a one. Two words of 36 bits are 4.5 of 16; four are nine, and get one more.
TEST(DatagramLink, PadsAsTheImpDoes) {
  for (const auto& [bits, padAlways, words] : {std::tuple{72u, true, Words{0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFF80}},
                                               {72u, false, Words{0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFF80}},
                                               {32u, true, Words{0xFFFF, 0xFFFF, 0x8000}},
                                               {32u, false, Words{0xFFFF, 0xFFFF}},
                                               {47u, true, Words{0xFFFF, 0xFFFF, 0xFFFF}}}) {
    DatagramRig r;
    bringUp(r, {.padAlways = padAlways});
    BitString message;
    for (unsigned n = 0; n < bits; ++n) message.append(1, 1);
    r.end.send(message);
    r.run(milliseconds(2));
    ASSERT_EQ(r.peer.got.size(), 1u) << bits;
    EXPECT_EQ(r.peer.got[0].words, words) << bits;
  }
}

// C.3: data without LAST, then LAST alone; a RFNM; the host receives two messages.
TEST(DatagramLink, PiecesUntilAnEmptyLast) {
  DatagramRig r;
  bringUp(r);
  r.give(false, true, {0x0002, 0x0300, 0xA000, 0xA001, 0xA002, 0xA003});
  r.run(milliseconds(5));
  EXPECT_TRUE(r.end.arrived.empty()) << "the message has not ended";
  r.give(true, true, {});
  r.give(true, true, {0x0502, 0x0300});
  r.run(microseconds(960));
  ASSERT_EQ(r.end.arrived.size(), 1u) << "96 bits of 10 us";
  r.run(microseconds(320));
  ASSERT_EQ(r.end.arrived.size(), 2u) << "32 more";
  EXPECT_EQ(r.end.arrived[0], DatagramRig::words({0x0002, 0x0300, 0xA000, 0xA001, 0xA002, 0xA003}));
  EXPECT_EQ(r.end.arrived[1], DatagramRig::words({0x0502, 0x0300}));
  r.give(true, true, {});
  r.run(milliseconds(5));
  EXPECT_EQ(r.end.arrived.size(), 2u) << "a report of the ready line is not a message";
  EXPECT_EQ(r.link.counts().drops(), 0u);
}

// C.4: 443 words are accepted; 444 are answered 09 .. .. 01 with host and link of the message.
TEST(DatagramLink, MessagesOverTheLimitAreAnsweredToTheHost) {
  for (const unsigned words : {443u, 444u, 600u}) {
    DatagramRig r;
    bringUp(r);
    BitString message = DatagramRig::words({0x0002, 0x0600});
    while (message.size() < words * 16 - 1) message.append(0, 1);  // and one bit of padding
    r.end.send(message);
    r.run(milliseconds(120));
    if (words == 443) {
      ASSERT_EQ(r.peer.got.size(), 1u);
      EXPECT_EQ(r.peer.got[0].words.size(), 443u);
      EXPECT_TRUE(r.end.arrived.empty());
      continue;
    }
    EXPECT_TRUE(r.peer.got.empty());
    ASSERT_EQ(r.end.arrived.size(), 1u);
    EXPECT_EQ(r.end.arrived[0], DatagramRig::words({0x0902, 0x0601}));
    EXPECT_EQ(r.dropped(DatagramDrop::Refused), 1u);
    EXPECT_EQ(r.link.troubles().back().size, words * 16);
    r.end.send(DatagramRig::words({0x0002, 0x0600, 1}));
    r.run(milliseconds(2));
    ASSERT_EQ(r.peer.got.size(), 1u) << "the next message is sent";
    EXPECT_EQ(r.peer.got[0].words, (Words{0x0002, 0x0600, 1, 0x8000}));
  }
  DatagramRig full;
  bringUp(full);
  full.end.send(DatagramRig::words(Words(443)));
  full.run(milliseconds(90));
  ASSERT_EQ(full.peer.got.size(), 1u);
  EXPECT_EQ(full.peer.got[0].words.size(), 443u) << "whole words at the limit: padding would exceed the limit";
  DatagramRig r;
  bringUp(r, {.limit = 506});
  BitString most;
  most.resize(8095);  // B.4: 506 words with one bit of padding
  r.end.send(most);
  r.run(milliseconds(90));
  ASSERT_EQ(r.peer.got.size(), 1u);
  EXPECT_EQ(r.peer.got[0].words.size(), 506u);
}

TEST(DatagramLink, ReadyLinesGoBothWays) {
  DatagramRig r;
  r.nearReady.set(true);
  EXPECT_TRUE(r.peer.got.empty()) << "no peer is attached";
  EXPECT_FALSE(r.linkReady.up());
  r.link.attach({});
  EXPECT_TRUE(r.linkReady.up()) << "an IMP is assumed ready";
  r.nearReady.set(false);
  r.nearReady.set(true);
  ASSERT_EQ(r.peer.got.size(), 3u);
  EXPECT_EQ(r.peer.got[0], (Datagram{0, true, true, {}}));
  EXPECT_EQ(r.peer.got[1], (Datagram{1, true, false, {}}));
  EXPECT_EQ(r.peer.got[2], (Datagram{2, true, true, {}}));
  r.give(true, false, {});
  EXPECT_FALSE(r.linkReady.up()) << "flags 1, as sent by a starting IMP";
  r.give(true, true, {});
  EXPECT_TRUE(r.linkReady.up());
  r.give(true, false, {0x0502, 0x0300});
  EXPECT_EQ(r.dropped(DatagramDrop::NotReady), 1u);
  r.give(true, true, {0x0502, 0x0300});
  EXPECT_TRUE(r.linkReady.up()) << "READY is in every datagram";
  r.link.detach();
  EXPECT_FALSE(r.linkReady.up());
  EXPECT_EQ(r.peer.got.back(), (Datagram{3, true, false, {}}));
  r.give(true, true, {0x0502, 0x0300});
  EXPECT_EQ(r.dropped(DatagramDrop::Detached), 1u);
}

TEST(DatagramLink, LateAttachCanWaitAndToggle) {
  DatagramRig r;
  r.link.attach({.assumeReady = false, .toggle = true});
  EXPECT_FALSE(r.linkReady.up()) << "nothing heard yet";
  ASSERT_EQ(r.peer.got.size(), 1u);
  EXPECT_EQ(r.peer.got[0], (Datagram{0, true, true, {}}));
  r.run(DatagramLink::kToggle - nanoseconds(1));
  EXPECT_EQ(r.peer.got.size(), 1u) << "an IMP needs time to sample the line";
  r.run(nanoseconds(1));
  ASSERT_EQ(r.peer.got.size(), 2u);
  EXPECT_EQ(r.peer.got[1], (Datagram{1, true, false, {}}));
  r.run(seconds(1));
  ASSERT_EQ(r.peer.got.size(), 3u);
  EXPECT_EQ(r.peer.got[2], (Datagram{2, true, false, {}})) << "our host is down";
  r.give(true, true, {0x0400, 0x0000});
  EXPECT_TRUE(r.linkReady.up()) << "the NOP carried READY";
  r.run(milliseconds(1));
  EXPECT_TRUE(r.end.arrived.empty()) << "a host that is down gets no message";
  EXPECT_EQ(r.dropped(DatagramDrop::HostDown), 1u);
  DatagramRig up;
  up.nearReady.set(true);
  up.link.attach({.toggle = true});
  up.run(seconds(1));
  ASSERT_EQ(up.peer.got.size(), 3u);
  EXPECT_TRUE(up.peer.got[0].ready && !up.peer.got[1].ready && up.peer.got[2].ready);
}

TEST(DatagramLink, MalformedDatagramsAreDroppedCountedAndLogged) {
  DatagramRig r;
  bringUp(r);
  const auto good = Datagram{5, true, true, {0x0502, 0x0300}}.octets();
  r.link.receive(std::vector<std::uint8_t>(good.begin(), good.end() - 1));
  r.link.receive(std::vector<std::uint8_t>{1, 2, 3});
  r.link.receive({});
  r.link.receive(good);
  r.link.receive(good);  // a duplicate
  r.run(milliseconds(5));
  EXPECT_EQ(r.end.arrived.size(), 1u);
  EXPECT_EQ(r.dropped(DatagramDrop::Length), 1u);
  EXPECT_EQ(r.dropped(DatagramDrop::NotH316), 1u);
  EXPECT_EQ(r.dropped(DatagramDrop::TooShort), 1u);
  EXPECT_EQ(r.dropped(DatagramDrop::Old), 1u);
  ASSERT_EQ(r.link.troubles().size(), 4u);
  EXPECT_EQ(r.link.troubles()[0].size, good.size() - 1);
  for (int n = 0; n < 100; ++n) r.link.receive({});
  EXPECT_EQ(r.link.troubles().size(), DatagramLink::kTroubles) << "the log is bounded";
  r.link.clearCounts();
  EXPECT_EQ(r.link.counts().drops(), 0u);
}

TEST(DatagramLink, ALostPieceLosesOnlyItsMessage) {
  DatagramRig r;
  bringUp(r);
  r.give(false, true, {0x0002, 0x0300, 1});
  ++r.sequence;  // the middle is lost
  r.give(false, true, {3});
  r.give(true, true, {});
  r.give(true, true, {0x0502, 0x0300});
  r.run(milliseconds(5));
  ASSERT_EQ(r.end.arrived.size(), 1u);
  EXPECT_EQ(r.end.arrived[0], DatagramRig::words({0x0502, 0x0300}));
  EXPECT_EQ(r.dropped(DatagramDrop::Torn), 1u);
  EXPECT_EQ(r.link.counts().gaps, 1u);
  EXPECT_EQ(r.link.counts().missing, 1u);
  r.give(false, true, {0x0002, 0x0300, 1});
  r.sequence = 0;  // the peer restarts
  r.give(true, true, {0x0400, 0x0000});
  r.run(milliseconds(5));
  ASSERT_EQ(r.end.arrived.size(), 2u);
  EXPECT_EQ(r.end.arrived[1], DatagramRig::words({0x0400, 0x0000}));
  EXPECT_EQ(r.link.counts().restarts, 1u);
}

TEST(DatagramLink, QueuesAreBounded) {
  DatagramRig r;
  bringUp(r);
  r.end.hold(true);
  for (unsigned n = 0; n < 100; ++n) r.give(true, true, {0x0502, static_cast<std::uint16_t>(n << 8)});
  EXPECT_EQ(r.link.waiting(), DatagramLink::kMostWaiting);
  EXPECT_EQ(r.dropped(DatagramDrop::QueueFull), 100 - DatagramLink::kMostWaiting);
  r.end.hold(false);
  r.run(milliseconds(50));
  ASSERT_EQ(r.end.arrived.size(), DatagramLink::kMostWaiting);
  for (unsigned n = 0; n < DatagramLink::kMostWaiting; ++n)
    EXPECT_EQ(r.end.arrived[n].field(16, 8), n) << "the first ones, in order";
  for (unsigned n = 0; n < 20; ++n) r.give(false, true, Words(1000));
  r.give(true, true, {});
  EXPECT_EQ(r.dropped(DatagramDrop::TooLong), 1u) << "at most 131072 bits are held";
  EXPECT_EQ(r.link.waiting(), 0u);
}

// The peer is a host of our IMP: the pieces of C.3, which fit small buffers.
TEST(DatagramLink, HostRoleSendsAsTheSimulatedImp) {
  DatagramRig r{Role::Host};
  r.link.attach({.assumeReady = false});
  EXPECT_FALSE(r.linkReady.up()) << "nothing received from the host yet";
  r.nearReady.set(true);
  r.give(true, true, {});
  EXPECT_TRUE(r.linkReady.up());
  r.peer.got.clear();
  r.end.send(DatagramRig::words({0x0502, 0x0300}));
  Words long_(150, 7);
  long_[0] = 0x0002;
  r.end.send(DatagramRig::words(long_));
  r.run(milliseconds(30));
  ASSERT_EQ(r.peer.got.size(), 5u);
  EXPECT_EQ(r.peer.got[0].words, (Words{0x0502, 0x0300}));
  EXPECT_TRUE(r.peer.got[0].last);
  EXPECT_EQ(r.peer.got[1].words.size(), 65u);
  EXPECT_EQ(r.peer.got[2].words.size(), 63u);
  EXPECT_EQ(r.peer.got[3].words.size(), 22u);
  for (int n = 1; n <= 3; ++n) EXPECT_FALSE(r.peer.got[static_cast<std::size_t>(n)].last);
  EXPECT_TRUE(r.peer.got[4].words.empty() && r.peer.got[4].last);
  r.give(true, true, {0x0003, 0x0000, 0x1234});
  r.run(milliseconds(1));
  ASSERT_EQ(r.end.arrived.size(), 1u);
  EXPECT_EQ(r.end.arrived[0], DatagramRig::words({0x0003, 0x0000, 0x1234}));
}

TEST(DatagramLink, AHostIsNotReadyUntilItSaysSo) {
  DatagramRig r{Role::Host};
  r.link.attach({});
  EXPECT_FALSE(r.linkReady.up());
  EXPECT_FALSE(r.link.settings().assumeReady);
  r.give(true, true, {});
  EXPECT_TRUE(r.linkReady.up());
}

// A daemon that was there before us has nothing to say.
TEST(DatagramLink, AHostMayBeTakenForReady) {
  DatagramRig r{Role::Host};
  r.link.attach({.hostReady = true});
  EXPECT_TRUE(r.linkReady.up());
  r.give(true, false, {});
  EXPECT_FALSE(r.linkReady.up()) << "it says that it is not";
}

// Each end may be the one that starts again: it learns at once that the other is ready.
TEST(DatagramLink, APeerThatStartsAgainIsToldTheReadyLine) {
  for (const Role role : {Role::Imp, Role::Host}) {
    DatagramRig r{role};
    bringUp(r);
    r.give(true, true, {0x0400, 0x0000});
    r.sequence = 0;
    r.give(true, false, {});
    ASSERT_EQ(r.peer.got.size(), 1u);
    EXPECT_EQ(r.peer.got[0], (Datagram{r.peer.got[0].sequence, true, true, {}}));
  }
}

// The first datagrams of a peer that has started again get lost: it is heard at once, not after as many datagrams as it
// had sent before.
TEST(DatagramLink, APeerThatStartsAgainIsHeardThoughItsFirstDatagramsAreLost) {
  for (const Role role : {Role::Imp, Role::Host}) {
    DatagramRig r{role};
    bringUp(r);
    for (unsigned n = 0; n < 1000; ++n) r.give(true, true, {});
    r.peer.got.clear();
    r.sequence = 2;
    r.give(true, true, {0x0400, 0x0000});
    r.run(milliseconds(1));
    ASSERT_EQ(r.end.arrived.size(), 1u);
    EXPECT_EQ(r.end.arrived[0], DatagramRig::words({0x0400, 0x0000}));
    EXPECT_EQ(r.link.counts().restarts, 1u);
    EXPECT_EQ(r.link.counts().drops(), 0u);
    ASSERT_EQ(r.peer.got.size(), 1u) << "it is told how our ready line stands";
    EXPECT_TRUE(r.peer.got[0].ready && r.peer.got[0].words.empty());
  }
}

// B.4: 8095 bits and one bit of padding, or fewer with more padding. Our IMP adds its own padding and accepts 8095.
TEST(DatagramLink, PaddingOfTheLongestMessageIsRemoved) {
  for (const auto& [tail, bits] : {std::pair{std::uint16_t{0xFFFF}, 8095u},
                                   {std::uint16_t{0x5551}, 8095u},
                                   {std::uint16_t{0x5558}, 8092u},
                                   {std::uint16_t{0x8000}, 8080u},
                                   {std::uint16_t{0}, 8096u}}) {
    DatagramRig r{Role::Host};
    bringUp(r);
    Words words(506, 0x1234);
    words.back() = tail;
    r.give(true, true, words);
    r.run(milliseconds(100));
    ASSERT_EQ(r.end.arrived.size(), 1u) << tail;
    EXPECT_EQ(r.end.arrived[0], DatagramRig::words(words).part(0, bits)) << tail;
    words.pop_back();  // shorter ones stay unchanged
    r.give(true, true, words);
    r.run(milliseconds(100));
    EXPECT_EQ(r.end.arrived.back(), DatagramRig::words(words));
  }
}

TEST(DatagramLink, AnEndThatGoesDownLosesItsQueue) {
  DatagramRig r;
  std::vector<std::uint32_t> told;
  r.cable.onMessage([&](const MessageRecord& m) { told.push_back(m.bits); });
  bringUp(r);
  r.give(true, true, Words(40, 1));
  r.run(microseconds(1000));
  r.give(true, false, {});  // the IMP goes down in the middle of the message
  r.give(true, true, {});
  r.give(true, true, {0x0400, 0x0000});
  r.run(milliseconds(10));
  EXPECT_EQ(told, std::vector<std::uint32_t>{32})
      << "the listener sees the complete message, not the fragment before it";
}

TEST(DatagramSettings, AsText) {
  const DatagramSettings all{.limit = 506, .assumeReady = false, .toggle = true, .padAlways = false};
  EXPECT_EQ(all.text(), "limit 506 wait toggle odd");
  EXPECT_EQ(DatagramSettings{.hostReady = true}.text(), "limit 443 ready");
  EXPECT_EQ(DatagramSettings::parse("limit 443 ready"), DatagramSettings{.hostReady = true});
  EXPECT_EQ(DatagramSettings{}.text(), "limit 443");
  EXPECT_EQ(DatagramSettings::parse(all.text()), all);
  for (const char* bad : {"limit", "limit 2", "limit 4000", "limit x", "often", "limit 443  wait"})
    EXPECT_FALSE(DatagramSettings::parse(bad)) << bad;
}

// A snapshot taken at any instant has the same future, bit for bit.
struct Saved {
  explicit Saved(DatagramRig& r) {
    Archive out = Archive::writer();
    r.clock.state(out);
    out.section("cable", [&] { r.cable.state(out); });
    r.link.state(out);
    r.link.counters(out);
    bytes = out.take();
  }
  // The first error, or "".
  static std::string read(const std::vector<std::byte>& state, DatagramRig& r) {
    Archive in = Archive::reader(state);
    r.clock.state(in);
    in.section("cable", [&] { r.cable.state(in); });
    r.link.state(in);
    r.link.counters(in);
    return in.good() && !in.atEnd() ? "more than the state" : in.error();
  }
  void into(DatagramRig& r) const { ASSERT_EQ(read(bytes, r), ""); }
  std::vector<std::byte> bytes;
};

TEST(DatagramLink, ARestoredLinkHasTheSameFuture) {
  for (int at = 0; at < 40; ++at) {
    DatagramRig one;
    bringUp(one);
    for (unsigned n = 0; n < 3; ++n) one.give(true, true, Words(5 + n, static_cast<std::uint16_t>(n)));
    one.give(false, true, {9, 9, 9});
    one.end.send(DatagramRig::words(Words(12, 0x5555)));
    one.run(microseconds(97 * at));
    const Saved saved{one};
    DatagramRig two;
    saved.into(two);
    two.sequence = one.sequence;
    two.end.bits = one.end.bits;  // the test owns the plain end
    two.end.text = one.end.text;
    const std::size_t before = one.end.arrived.size(), sent = one.peer.got.size();
    for (DatagramRig* r : {&one, &two}) {
      r->give(true, true, {8});
      r->run(milliseconds(20));
    }
    one.end.arrived.erase(one.end.arrived.begin(), one.end.arrived.begin() + static_cast<std::ptrdiff_t>(before));
    EXPECT_EQ(two.end.arrived, one.end.arrived) << at;
    EXPECT_EQ(two.peer.got.size(), one.peer.got.size() - sent) << at;
    EXPECT_EQ(Saved{two}.bytes == Saved{one}.bytes, true) << at;
    EXPECT_EQ(one.end.arrived.size() + before, 4u);
  }
}

TEST(DatagramLink, DamagedSnapshotsAreRefusedOrHarmless) {
  DatagramRig r;
  bringUp(r);
  r.give(true, true, Words(5, 1));
  const auto good = Saved{r}.bytes;
  test::DamageCounts counts;
  const auto damaged = [&](const std::vector<std::byte>& bad) {
    DatagramRig other;
    test::restoreDamaged(
        counts, bad, good, [&](const auto& state) { return Saved::read(state, other); },
        [&] { return Saved{other}.bytes; }, [&] { other.run(milliseconds(20)); });
  };
  for (std::size_t n = 0; n < good.size(); ++n)
    for (const unsigned mask : {1u, 0x80u, 0xFFu}) {
      auto bad = good;
      bad[n] ^= static_cast<std::byte>(mask);
      damaged(bad);
    }
  const std::string_view names[] = {"scheduler", "cable", "imp.datagrams", "imp.datagrams.counts"};
  std::size_t inNames = 0;
  for (const std::string_view name : names) inNames += name.size();
  EXPECT_GE(counts.refused, static_cast<int>(3 * inNames)) << "a section with a different name is refused";
  EXPECT_GT(counts.accepted, 0) << "there are counters and times that any value fits";

  counts = {};
  for (std::size_t size = 0; size < good.size(); ++size)
    damaged({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)});
  EXPECT_EQ(counts.accepted, 0) << "a part of a state is not a state";
}

}  // namespace
}  // namespace utah10
