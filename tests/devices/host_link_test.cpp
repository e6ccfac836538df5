// The cable between a host and its IMP: ready lines, and messages as reported to the observers.
#include "devices/host_link.hpp"

#include <gmock/gmock.h>

#include "devices/link_state.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;

struct Message {
  std::int64_t us = 0;
  std::int64_t length = 0;  // us
  bool fromHost = false;
  std::uint32_t bits = 0;
  std::vector<std::uint8_t> octets;
  friend bool operator==(const Message&, const Message&) = default;
};
void PrintTo(const Message& m, std::ostream* out) {
  *out << m.us << "us " << (m.fromHost ? "from host " : "from imp ") << m.bits << " bits in " << m.length << "us";
}

struct Capture : Probe {
  std::vector<Message> messages;
  std::vector<std::uint16_t> wires;
  void message(const MessageRecord& r) override {
    messages.push_back({r.at.time_since_epoch() / microseconds(1),
                        r.length / microseconds(1),
                        r.fromHost,
                        r.bits,
                        {r.octets.begin(), r.octets.end()}});
    wires.push_back(r.wire);
  }
};

struct LinkRig {
  Observers observers;
  Capture capture;
  Scheduler clock;
  HostLink link{clock, "imp", {microseconds(10), microseconds(20), 0105}, &observers};

  LinkRig() {
    observers.connect(capture);
    link.toImp.onArrival([this](const WireBits&) { link.toImp.allow(36); });
    link.toHost.onArrival([this](const WireBits&) { link.toHost.allow(36); });
    link.toImp.allow(36);
    link.toHost.allow(36);
  }
  void until(std::int64_t us) { clock.idleUntil(kPowerOn + microseconds(us)); }
  std::vector<std::byte> save() { return saveLink(clock, link); }
  std::string restore(const std::vector<std::byte>& state) { return restoreLink(state, clock, link); }
};

TEST(HostLink, AMessageIsReportedWhenItsEndHasPassed) {
  LinkRig r;
  r.until(100);
  r.link.toImp.offer({0123456712345, 36, false});
  r.until(1000);
  EXPECT_TRUE(r.capture.messages.empty());
  r.link.toImp.offer({0, 0, true});
  r.until(2000);
  // Bits from 100 to 460 us, the end without bits at 1010. 0123456712345 is 0x053977 2a3 with four bits more: 36
  // bits.
  const std::uint64_t v = std::uint64_t{0123456712345} << 4;
  std::vector<std::uint8_t> octets;
  for (int shift = 32; shift >= 0; shift -= 8) octets.push_back(static_cast<std::uint8_t>(v >> shift));
  EXPECT_THAT(r.capture.messages, ElementsAre(Message{1010, 910, true, 36, octets}));
  EXPECT_THAT(r.capture.wires, ElementsAre(0105));
}

TEST(HostLink, DirectionsAreReportedSeparately) {
  LinkRig r;
  r.link.toImp.offer({0x1234, 16, false});
  r.link.toHost.offer({0xabcdef, 24, true});
  r.until(200);
  r.link.toImp.offer({0x56, 8, true});
  r.until(1000);
  EXPECT_THAT(r.capture.messages, ElementsAre(Message{280, 280, true, 24, {0x12, 0x34, 0x56}},
                                              Message{480, 480, false, 24, {0xab, 0xcd, 0xef}}));
}

TEST(HostLink, AnUnfinishedMessageIsDiscardedWhenItsSenderGoesDown) {
  LinkRig r;
  r.link.hostReady.set(true);
  r.link.impReady.set(true);
  r.link.toImp.offer({0xff, 8, false});
  r.link.toHost.offer({0xee, 8, false});
  r.until(200);
  r.link.hostReady.set(false);
  r.link.toImp.offer({0x11, 8, true});
  r.link.toHost.offer({0x22, 8, true});
  r.until(1000);
  r.link.toHost.offer({0x33, 8, false});
  r.until(2000);
  r.link.impReady.set(false);
  r.link.impReady.set(true);
  r.link.toHost.offer({0x44, 4, true});
  r.until(3000);
  EXPECT_THAT(r.capture.messages,
              ElementsAre(Message{280, 80, true, 8, {0x11}}, Message{360, 360, false, 16, {0xee, 0x22}},
                          Message{2080, 80, false, 4, {0x40}}));
}

TEST(HostLink, KeepsNoMoreThanTheLongestMessage) {
  LinkRig r;
  constexpr std::uint32_t kBits = 8 * HostLink::kKept + 36;
  std::uint32_t sent = 0;
  while (sent < kBits) {
    r.link.toImp.offer({0777777777777, 36, sent + 36 >= kBits});
    sent += 36;
    r.clock.idleUntil(r.clock.now() + microseconds(360));
    if (sent % 7200 != 0 && sent < 8 * HostLink::kKept) continue;
    LinkRig other;
    EXPECT_EQ(other.restore(r.save()), "") << sent;
  }
  ASSERT_EQ(r.capture.messages.size(), 1u);
  EXPECT_EQ(r.capture.messages[0].bits, sent);
  EXPECT_EQ(r.capture.messages[0].octets, std::vector<std::uint8_t>(HostLink::kKept, 0xff));
}

TEST(HostLink, ASnapshotHoldsAnUnfinishedMessage) {
  LinkRig a;
  a.link.hostReady.set(true);
  a.link.toImp.offer({0xabc, 12, false});
  a.until(200);
  a.link.toImp.offer({0xdef, 12, true});
  a.until(250);
  LinkRig b;
  ASSERT_EQ(b.restore(a.save()), "");
  EXPECT_TRUE(b.link.hostReady.up());
  ASSERT_EQ(b.link.hostReady.changes().size(), 1u);
  b.until(1000);
  a.until(1000);
  EXPECT_THAT(b.capture.messages, ElementsAre(Message{320, 320, true, 24, {0xab, 0xcd, 0xef}}));
  EXPECT_EQ(a.save(), b.save());
}

TEST(HostLink, ASnapshotOfALoopedCableIsRefused) {
  LinkRig open, looped;
  looped.link.plugLoop();
  EXPECT_NE(open.restore(looped.save()), "");
  LinkRig second;
  EXPECT_NE(looped.restore(second.save()), "");
}

TEST(ReadyLine, ReportsChangesAndKeepsTheLatest) {
  Scheduler clock;
  ReadyLine line{clock};
  std::string told;
  line.onChange([&](bool up) { told += up ? 'U' : 'D'; });
  line.onPassing([&](bool up) { told += up ? 'u' : 'd'; });
  line.set(false);
  EXPECT_EQ(told, "") << "it was down already";
  line.set(true);
  line.set(true);
  line.set(false);
  EXPECT_EQ(told, "uUdD");
  for (int n = 0; n < 20; ++n) {
    clock.idleUntil(clock.now() + microseconds(1));
    line.set(n % 2 == 0);
  }
  ASSERT_EQ(line.changes().size(), ReadyLine::kRemembered);
  EXPECT_EQ(line.changes().back().at, kPowerOn + microseconds(20));
  EXPECT_FALSE(line.changes().back().up);
  EXPECT_EQ(line.changes().front().at, kPowerOn + microseconds(5));
}

TEST(ReadyLine, RejectsTooManyChanges) {
  Scheduler clock;
  ReadyLine line{clock};
  Archive out = Archive::writer();
  out.section("line", [&] {
    bool up = true;
    std::uint32_t changes = 1000000000;
    out.flag(up);
    out.u32(changes);
  });
  const auto state = out.take();
  Archive in = Archive::reader(state);
  in.section("line", [&] { line.state(in); });
  EXPECT_FALSE(in.good());
}

}  // namespace
}  // namespace utah10
