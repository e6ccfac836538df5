// The statistics of a cable: waiting RFNMs, dead hosts, losses at resets.
#include "network/link_watch.hpp"

#include "datagram_rig.hpp"
#include "support/damaged_states.hpp"

namespace utah10 {
namespace {

using test::DatagramRig;

struct WatchRig : DatagramRig {
  WatchRig() {
    link.attach({.padAlways = false});
    nearReady.set(true);
  }
  void pass(bool fromHost, std::uint16_t first, std::uint16_t second) {
    if (fromHost)
      end.send(words({first, second}));
    else
      give(true, true, {first, second});
    run(microseconds(320));
  }
  LinkWatch watch{clock, cable, "imp"};
};

TEST(LinkWatch, RfnmsAnswerOpenMessages) {
  WatchRig r;
  r.pass(true, 0x0045, 0x0300);  // to host 105, link 3
  r.pass(true, 0x0041, 0x0000);  // to host 101, link 0
  ASSERT_EQ(r.watch.open().size(), 2u);
  const auto& first = *r.watch.open().begin();
  EXPECT_EQ(first.first, (LinkWatch::LinkKey{HostId{0101}, 0}));
  EXPECT_EQ(first.second.since, kPowerOn + microseconds(640)) << "32 bits each of 10 us";
  r.pass(false, 0x0545, 0x0300);
  ASSERT_EQ(r.watch.open().size(), 1u);
  const auto& host = r.watch.hosts().at(HostId{0105});
  EXPECT_EQ(host.sent, 1u);
  EXPECT_EQ(host.answered, 1u);
  EXPECT_EQ(host.longestWait, microseconds(640)) << "from 320 us to 960 us";
  r.pass(false, 0x0545, 0x0300);
  EXPECT_EQ(r.watch.unasked(), 1u);
  r.pass(false, 0x0741, 0x0001);  // host dead
  EXPECT_TRUE(r.watch.open().empty());
  const auto& dead = r.watch.hosts().at(HostId{0101});
  ASSERT_TRUE(dead.lastDead);
  EXPECT_EQ(dead.lastDead->subtype, 1);
  EXPECT_EQ(dead.lastDead->at, kPowerOn + microseconds(1600));
  EXPECT_EQ(r.watch.fromHost().messages, 2u);
  EXPECT_EQ(r.watch.fromHost().byType[0], 2u);
  EXPECT_EQ(r.watch.fromImp().byType[5], 2u);
  EXPECT_EQ(r.watch.fromImp().byType[7], 1u);
  EXPECT_EQ(r.watch.recent().size(), 5u);
}

TEST(LinkWatch, AResetLosesOutstandingMessages) {
  for (const int how : {0, 1, 2}) {
    WatchRig r;
    r.pass(false, 0x0A00, 0x0000);  // of the lines' coming up
    r.pass(true, 0x0045, 0x0300);
    if (how == 0) r.nearReady.set(false);
    if (how == 1) r.give(true, false, {});
    if (how == 2) r.pass(false, 0x0A00, 0x0000);
    EXPECT_TRUE(r.watch.open().empty());
    EXPECT_EQ(r.watch.hosts().at(HostId{0105}).lost, 1u);
    ASSERT_EQ(r.watch.resets().size(), 2u);
    EXPECT_EQ(static_cast<int>(r.watch.resets()[1].why), how);
    EXPECT_EQ(r.watch.resets()[1].open, 1u);
  }
}

// Like TENEX 1.34: it sends to itself before it takes its first input, the type 10 of its ready line.
TEST(LinkWatch, AnAnnouncedResetLosesNothingSentSince) {
  WatchRig r;
  for (int time = 1; time <= 2; ++time) {
    r.pass(true, 0x0004, 0x0000);
    r.pass(false, 0x0A00, 0x0000);
    EXPECT_EQ(r.watch.open().size(), 1u);
    EXPECT_EQ(r.watch.resets().back().why, LinkWatch::Reset::Why::Interface);
    EXPECT_EQ(r.watch.resets().back().open, 0u);
    r.pass(false, 0x0504, 0x0000);
    EXPECT_TRUE(r.watch.open().empty());
    EXPECT_EQ(r.watch.unasked(), 0u);
    EXPECT_EQ(r.watch.hosts().at(HostId{04}).lost, 0u);
    r.nearReady.set(false);
    r.run(seconds(1));
    r.nearReady.set(true);
  }
}

TEST(LinkWatch, IncompleteTransmissionAndTwoOnALink) {
  WatchRig r;
  r.pass(true, 0x0045, 0x0300);
  r.pass(true, 0x0045, 0x0300);
  EXPECT_EQ(r.watch.open().begin()->second.messages, 2u);
  r.pass(false, 0x0945, 0x0301);
  EXPECT_EQ(r.watch.open().begin()->second.messages, 1u);
  r.pass(false, 0x0545, 0x0300);
  EXPECT_TRUE(r.watch.open().empty());
  EXPECT_EQ(r.watch.hosts().at(HostId{0105}).lastIncomplete->subtype, 1);
}

TEST(LinkWatch, IsBoundedAndRestored) {
  WatchRig r;
  for (unsigned n = 0; n < 1100; ++n)
    r.pass(true, static_cast<std::uint16_t>(n / 256 + 1), static_cast<std::uint16_t>((n & 255) << 8));
  EXPECT_EQ(r.watch.open().size(), LinkWatch::kMostOpen);
  EXPECT_EQ(r.watch.unwatched(), 1100 - LinkWatch::kMostOpen);
  EXPECT_EQ(r.watch.recent().size(), LinkWatch::kRecent);
  r.pass(false, 0x0702, 0x0300);
  Archive out = Archive::writer();
  r.watch.counters(out);
  WatchRig other;
  Archive in = Archive::reader(out.data());
  other.watch.counters(in);
  ASSERT_TRUE(in.good() && in.atEnd()) << in.error();
  Archive again = Archive::writer();
  other.watch.counters(again);
  EXPECT_TRUE(again.data() == out.data());
  const auto saved = [&other] {
    Archive a = Archive::writer();
    other.watch.counters(a);
    return a.take();
  };
  const auto restored = [&other](const test::StateBytes& state) {
    Archive a = Archive::reader(state);
    other.watch.counters(a);
    return a.error();
  };
  test::DamageCounts counts;
  for (std::size_t n = 0; n < out.data().size(); n += 3) {
    auto bytes = out.data();
    bytes[n] ^= std::byte{0xFF};
    test::restoreDamaged(counts, bytes, out.data(), restored, saved,
                         [&] { EXPECT_LE(other.watch.open().size(), LinkWatch::kMostOpen) << n; });
  }
  EXPECT_GT(counts.refused, 0);
  for (const std::size_t size : {std::size_t{0}, out.data().size() / 2, out.data().size() - 1})
    EXPECT_NE(restored({out.data().begin(), out.data().begin() + static_cast<std::ptrdiff_t>(size)}), "") << size;
  r.watch.clear();
  EXPECT_EQ(r.watch.fromHost().messages, 0u);
  EXPECT_EQ(r.watch.open().size(), LinkWatch::kMostOpen - 1) << "messages in transit are kept";
}

}  // namespace
}  // namespace utah10
