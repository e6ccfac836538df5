// A host port on a bare cable: exact times, groups, holding, ready lines, malformed messages, save and restore.
#include "network/host_port.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace utah10 {
namespace {

struct User final : MessageUser {
  void arrived(const Message& m) override {
    messages.push_back(m);
    if (onArrived) onArrived();
  }
  void impReady(bool up) override { ready.push_back(up); }
  void allSent() override { ++sent; }
  std::vector<Message> messages;
  std::vector<bool> ready;
  std::function<void()> onArrived;
  int sent = 0;
};

// The IMP's end, operated by the test.
struct Rig {
  Scheduler clock;
  HostLink cable{clock, "host4", {}, nullptr};
  HostPort port{cable};
  User user;
  std::vector<BitString> taken;
  BitString taking;

  Rig() {
    port.attach(user);
    cable.toImp.onArrival([this](const WireBits& b) {
      taking.append(b.value, b.count);
      if (b.last) {
        taken.push_back(taking);
        taking.clear();
      }
      cable.toImp.allow(64);
    });
    cable.toImp.allow(64);
  }
  // Runs everything due, one event after another, so that each runs at its own instant.
  void run(Duration d) {
    const Instant end = clock.now() + d;
    clock.idleUntil(end);
  }
  void give(const BitString& bits, bool last = true) {
    for (std::size_t at = 0; at < bits.size(); at += 64) {
      const auto n = static_cast<unsigned>(std::min<std::size_t>(64, bits.size() - at));
      cable.toHost.offer({bits.field(at, n), n, last && at + n == bits.size()});
      while (cable.toHost.busy() && clock.nextEvent() != kNever) clock.idleUntil(clock.nextEvent());
    }
  }
};

Message message(unsigned link, std::size_t bits) {
  Message m;
  m.leader.host = HostId{1};
  m.leader.link = static_cast<std::uint8_t>(link);
  for (std::size_t i = 0; i < bits; ++i) m.text.append(i % 3 == 0, 1);
  return m;
}

TEST(HostPort, MessagesAreSentInOrderAtTheCablesSpeed) {
  Rig rig;
  const Message a = message(2, 8063);
  const Message b = message(3, 0);
  rig.port.send(a);
  rig.port.send(b);
  EXPECT_EQ(rig.port.unsent(), 2u);
  rig.run(microseconds(8095 * 10 - 1));  // 8095 bits of 10 us
  EXPECT_EQ(rig.taken.size(), 0u);
  rig.run(microseconds(1));
  ASSERT_EQ(rig.taken.size(), 1u);
  EXPECT_EQ(rig.taken[0], a.bits());
  EXPECT_EQ(rig.user.sent, 0);
  rig.run(microseconds(320));
  ASSERT_EQ(rig.taken.size(), 2u);
  EXPECT_EQ(rig.taken[1], b.bits());
  EXPECT_EQ(rig.user.sent, 1);
  EXPECT_EQ(rig.port.unsent(), 0u);
}

TEST(HostPort, TheLastBitCompletesAMessage) {
  Rig rig;
  const Message m = message(7, 100);
  rig.give(m.bits());
  ASSERT_EQ(rig.user.messages.size(), 1u);
  EXPECT_EQ(rig.user.messages[0], m);
  EXPECT_EQ(rig.clock.now(), kPowerOn + microseconds(1320));
}

TEST(HostPort, LastWithoutBitsEndsAMessage) {
  Rig rig;
  rig.give(message(7, 100).bits(), false);
  EXPECT_TRUE(rig.user.messages.empty());
  rig.cable.toHost.offer({0, 0, true});
  rig.run(microseconds(10));
  ASSERT_EQ(rig.user.messages.size(), 1u);
  EXPECT_EQ(rig.user.messages[0], message(7, 100));
}

TEST(HostPort, HoldingStopsTheImpWithinAGroup) {
  Rig rig;
  rig.user.onArrived = [&] { rig.port.hold(true); };
  rig.give(message(7, 0).bits());
  rig.cable.toHost.offer({message(8, 0).bits().field(0, 32), 32, true});
  rig.run(seconds(100));
  EXPECT_EQ(rig.user.messages.size(), 1u);
  rig.port.hold(false);
  rig.run(microseconds(319));
  EXPECT_EQ(rig.user.messages.size(), 1u);
  rig.run(microseconds(1));
  EXPECT_EQ(rig.user.messages.size(), 2u);
}

TEST(HostPort, ReadyLineDropsLoseMessagesInTransit) {
  Rig rig;
  rig.port.setReady(true);
  EXPECT_TRUE(rig.cable.hostReady.up());
  rig.cable.impReady.set(true);
  EXPECT_TRUE(rig.port.impIsReady());
  rig.port.send(message(2, 500));
  rig.port.send(message(2, 500));
  rig.run(microseconds(1000));
  rig.cable.impReady.set(false);
  EXPECT_EQ(rig.port.unsent(), 0u);
  rig.cable.impReady.set(true);
  EXPECT_EQ(rig.user.ready, (std::vector<bool>{true, false, true}));
  rig.run(seconds(1));
  EXPECT_TRUE(rig.taken.empty());
  EXPECT_FALSE(rig.cable.toImp.busy());
}

TEST(HostPort, BadMessagesAreCountedAndDropped) {
  Rig rig;
  BitString shortOne;
  shortOne.append(5, 31);
  rig.give(shortOne);
  EXPECT_EQ(rig.port.tooShort(), 1u);
  rig.give(message(1, HostPort::kMostArriving).bits());  // 32 bits more than allowed
  EXPECT_EQ(rig.port.tooLong(), 1u);
  EXPECT_TRUE(rig.user.messages.empty());
  rig.give(message(1, HostPort::kMostArriving - 32).bits());
  EXPECT_EQ(rig.user.messages.size(), 1u);
}

std::vector<std::byte> saved(Rig& rig) {
  Archive out = Archive::writer();
  rig.clock.state(out);
  out.section("port", [&] {
    rig.cable.state(out);
    rig.port.state(out);
  });
  return out.take();
}

TEST(HostPort, ARestoredPortHasTheSameFuture) {
  Rig one;
  one.port.send(message(2, 3000));
  one.port.send(message(3, 200));
  one.run(microseconds(12'345));
  const std::vector<std::byte> state = saved(one);
  Rig two;
  Archive in = Archive::reader(state);
  two.clock.state(in);
  in.section("port", [&] {
    two.cable.state(in);
    two.port.state(in);
  });
  ASSERT_TRUE(in.good()) << in.error();
  EXPECT_EQ(saved(two), state);
  two.taking = one.taking;  // the rig's own state
  one.run(seconds(1));
  two.run(seconds(1));
  EXPECT_EQ(one.taken.size(), 2u);
  EXPECT_EQ(one.taken, two.taken);
  EXPECT_EQ(saved(one), saved(two));
}

}  // namespace
}  // namespace utah10
