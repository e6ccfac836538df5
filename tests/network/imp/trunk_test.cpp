// Two machines, each with its own clock and subnet, joined by a line: exact times, any order of running, save and
// restore.
#include <gtest/gtest.h>

#include "network/imp/federation.hpp"
#include "network/imp/rig.hpp"

namespace utah10 {
namespace {

using test::Host;
using test::Net;

SubnetConfig side(unsigned imp, unsigned other, double loss) {
  SubnetConfig c;
  c.topology.imps = {{imp, "HERE"}};
  c.trunks.push_back({imp, other, 50'000, milliseconds(1), loss});
  c.hostUpDelay = Duration{};
  return c;
}

// A machine runs whole instructions and so often overshoots.
class Overstepping final : public FederationMember {
 public:
  Overstepping(Scheduler& clock, Duration by) : clock_(clock), by_(by) {}
  Instant now() const override { return clock_.now(); }
  void runUntil(Instant until) override { clock_.idleUntil(until + by_); }

 private:
  Scheduler& clock_;
  Duration by_;
};

struct Pair {
  explicit Pair(bool reverse = false, Duration overstep = {}, double loss = 0)
      : one(side(1, 2, loss)), two(side(2, 1, loss)), first(one.clock, overstep), second(two.clock, overstep) {
    if (reverse) {
      federation.add(second);
      federation.add(first);
      federation.connect(two.subnet.trunk(0), one.subnet.trunk(0));
    } else {
      federation.add(first);
      federation.add(second);
      federation.connect(one.subnet.trunk(0), two.subnet.trunk(0));
    }
    one.host(1);
    two.host(2);
  }
  void run(Duration d) { federation.runUntil(std::min(one.clock.now(), two.clock.now()) + d); }
  std::vector<std::byte> save() {
    Archive out = Archive::writer();
    for (Net* n : {&one, &two}) {
      n->clock.state(out);
      n->subnet.state(out);
      out.section("hosts", [&] {
        for (auto& [octet, h] : n->hosts) h->port.state(out);
      });
    }
    return out.take();
  }
  void restore(std::span<const std::byte> state) {
    Archive in = Archive::reader(state);
    for (Net* n : {&one, &two}) {
      n->clock.state(in);
      n->subnet.state(in);
      in.section("hosts", [&] {
        for (auto& [octet, h] : n->hosts) h->port.state(in);
      });
    }
    ASSERT_TRUE(in.good()) << in.error();
  }
  Net one, two;
  Overstepping first, second;
  Federation federation;
};

TEST(Trunk, TheWindowIsTheShortestFramePlusThePropagation) {
  Pair p;
  EXPECT_EQ(p.federation.window(), microseconds(152 * 20 + 1000));  // 152 bits at 50 kb/s, 1 ms
}

TEST(Trunk, ATrunkHasTheTimesOfALineWithinOneSubnet) {
  Pair p;
  p.run(seconds(3));  // the two learn of each other through routing messages
  p.one.host(1).got.clear();
  p.two.host(2).got.clear();
  const Instant sent = p.one.clock.now();
  EXPECT_EQ(sent, p.two.clock.now());
  p.one.host(1).port.send(test::regular(HostId{2}, 5, test::ones(500)));
  p.run(milliseconds(100));
  ASSERT_EQ(p.two.host(2).got.size(), 1u);
  EXPECT_EQ(p.two.host(2).got[0].at, sent + microseconds(25'920));  // timing_test.cpp
  ASSERT_EQ(p.one.host(1).got.size(), 1u);
  EXPECT_EQ(p.one.host(1).got[0].at, sent + microseconds(30'720));
}

void talk(Pair& p) {
  for (Net* n : {&p.one, &p.two})
    for (auto& [octet, h] : n->hosts)
      h->onMessage = [host = h.get()](const Message& m) {
        if (m.leader.type == code(ToHost::Rfnm))
          host->port.send(
              test::regular(m.leader.host, m.leader.link, test::serial(m.leader.link, m.leader.link * 1000u)));
      };
  for (unsigned link = 1; link < 6; ++link) {
    p.one.host(1).port.send(test::regular(HostId{2}, link, {}));
    p.two.host(2).port.send(test::regular(HostId{1}, link, {}));
  }
}

TEST(Trunk, TheOrderOfRunningMakesNoDifference) {
  for (const Duration overstep : {Duration{}, microseconds(7)}) {
    Pair a{false, overstep, 0.02};
    Pair b{true, overstep, 0.02};
    for (Pair* p : {&a, &b}) {
      p->run(seconds(3));
      talk(*p);
      p->run(seconds(30));
    }
    EXPECT_TRUE(a.save() == b.save());
    EXPECT_EQ(a.two.host(2).regular, b.two.host(2).regular);
    EXPECT_GT(a.two.host(2).regular, 50u);
  }
}

TEST(Trunk, RestoredBetweenRunsItHasTheSameFuture) {
  Pair a{false, Duration{}, 0.02};
  a.run(seconds(3));
  talk(a);
  for (int i = 0; i < 20; ++i) {
    a.run(microseconds(123'457));
    const std::vector<std::byte> state = a.save();
    Pair b{false, Duration{}, 0.02};
    talk(b);
    b.restore(state);
    ASSERT_TRUE(b.save() == state);
    a.run(milliseconds(500));
    b.run(milliseconds(500));
    ASSERT_TRUE(a.save() == b.save());
  }
}

TEST(Trunk, AMalformedFrameCountsAsDamaged) {
  Pair p;
  p.run(seconds(3));
  const std::vector<std::byte> garbage(40, std::byte{0x5A});
  p.one.subnet.trunk(0).deliver({p.one.clock.now() + milliseconds(1), garbage});
  p.run(seconds(1));
  EXPECT_EQ(p.one.subnet.lines().at(0).damaged, 1u);
  p.one.subnet.setLine(1, 2, false);
  p.run(seconds(6));
  EXPECT_FALSE(p.two.subnet.lines().at(0).alive);
}

}  // namespace
}  // namespace utah10
