// A network saved at any instant and restored into a new one continues identically, bit for bit.
#include <gtest/gtest.h>

#include "network/imp/rig.hpp"
#include "support/damaged_states.hpp"
#include "support/random.hpp"
#include "support/state_parts.hpp"

namespace utah10 {
namespace {

using test::Host;
using test::Net;

SubnetConfig triangle() {
  SubnetConfig c;
  for (unsigned i = 1; i <= 3; ++i) c.topology.imps.push_back({i, "IMP"});
  for (unsigned i = 1; i <= 3; ++i) c.topology.lines.push_back({i, i % 3 + 1, 50'000, milliseconds(3), 0.03});
  c.hostUpDelay = seconds(2);
  return c;
}

// Hosts whose only state is what they have received: each answer triggers the next message.
struct World {
  World() : net(triangle()) {
    for (const unsigned octet : {1u, 2u, 3u, 0103u}) {
      Host& h = net.host(octet);
      h.onMessage = [this, octet](const Message& m) {
        if (m.leader.type == code(ToHost::Rfnm) || m.leader.type == code(ToHost::Incomplete))
          send(octet, m.leader.host, m.leader.link);
      };
    }
  }
  void send(unsigned from, HostId to, unsigned link) {
    const std::size_t bits =
        (link * 2711u + from * 977u + static_cast<unsigned>(net.clock.now().time_since_epoch().count() / 1000)) % 8064;
    net.host(from).port.send(test::regular(to, link, test::serial(link + from, bits)));
  }
  void begin() {
    for (unsigned link = 1; link < 5; ++link) {
      send(1, HostId{2}, link);
      send(1, HostId{3}, link);
      send(2, HostId{0103}, link);
      send(3, HostId{1}, link);
    }
  }
  void state(Archive& a) {
    net.clock.state(a);
    net.subnet.state(a);
    a.section("hosts", [&] {
      for (auto& [octet, h] : net.hosts) h->port.state(a);
    });
  }
  std::vector<std::byte> save() { return test::stateOf(*this); }
  std::string restore(std::span<const std::byte> bytes) { return test::restoreState(bytes, *this); }
  Net net;
};

// Disturbances of the network, the same in both.
void disturb(World& w, int step) {
  if (step == 12) w.net.subnet.setLine(1, 2, false);
  if (step == 14) w.net.host(2).port.hold(true);
  if (step == 19) w.net.subnet.setImp(3, false);
  if (step == 24) w.net.subnet.setImp(3, true);
  if (step == 40) w.net.host(2).port.hold(false);
  if (step == 30) w.net.subnet.setLine(1, 2, true);
  if (step == 50) w.begin();
}

TEST(SubnetState, HasTheSameFutureFromAnyInstant) {
  test::Random random;
  World first;
  first.net.run(seconds(3));
  first.begin();
  for (int step = 0; step < 60; ++step) {
    first.net.run(microseconds(static_cast<std::int64_t>(random.below(2'000'000))));
    disturb(first, step);
    const std::vector<std::byte> state = first.save();
    World second;
    ASSERT_EQ(second.restore(state), "") << "step " << step;
    ASSERT_TRUE(second.save() == state) << "step " << step;
    for (auto& [octet, h] : first.net.hosts) h->got.clear();
    const Instant until = first.net.clock.now() + seconds(1);
    World third;  // also restored from this state, while the first continues undisturbed
    ASSERT_EQ(third.restore(state), "");
    second.net.runTo(until);
    third.net.runTo(until - milliseconds(500));
    third.net.runTo(until);
    first.net.runTo(until);
    ASSERT_TRUE(second.save() == first.save()) << "step " << step;
    ASSERT_TRUE(third.save() == first.save()) << "step " << step;
    for (auto& [octet, h] : first.net.hosts) {
      ASSERT_EQ(h->got.size(), second.net.host(octet).got.size());
      for (std::size_t i = 0; i < h->got.size(); ++i)
        ASSERT_EQ(h->got[i].message, second.net.host(octet).got[i].message);
    }
  }
}

TEST(SubnetState, TheSeedDeterminesTheLosses) {
  std::vector<std::byte> states[3];
  for (int run = 0; run < 3; ++run) {
    SubnetConfig config = test::row(2, milliseconds(1), 0.1);
    config.seed = run == 2 ? 99 : 7;
    Net net{config};
    Host& a = net.host(1);
    net.host(2);
    net.run(seconds(1));
    for (unsigned link = 1; link < 20; ++link) a.port.send(test::regular(HostId{2}, link, test::ones(3000)));
    net.run(seconds(20));
    Archive out = Archive::writer();
    net.subnet.state(out);
    states[run] = out.take();
  }
  EXPECT_TRUE(states[0] == states[1]);
  EXPECT_FALSE(states[0] == states[2]);
}

TEST(SubnetState, ADifferentNetworkIsRefused) {
  World w;
  w.net.run(seconds(1));
  Archive out = Archive::writer();
  w.net.subnet.state(out);
  Net other{test::row(3)};
  Archive in = Archive::reader(out.data());
  other.subnet.state(in);
  EXPECT_FALSE(in.good());
}

TEST(SubnetState, DamagedStatesAreRefusedOrHarmless) {
  test::Random random;
  World w;
  w.net.run(seconds(3));
  w.begin();
  w.net.run(milliseconds(700));
  const std::vector<std::byte> state = w.save();
  test::DamageCounts counts;
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::byte> bad = state;
    for (std::uint64_t n = random.below(4) + 1; n-- > 0;)
      bad[random.below(bad.size())] = static_cast<std::byte>(random.bits());
    if (random.oneIn(10)) bad.resize(random.below(bad.size()));
    World other;
    test::restoreDamaged(
        counts, bad, state, [&](const auto& bytes) { return other.restore(bytes); }, [&] { return other.save(); },
        [&] { other.net.run(milliseconds(100)); });
  }
  EXPECT_GT(counts.refused, 100);
}

}  // namespace
}  // namespace utah10
