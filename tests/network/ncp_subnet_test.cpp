// The same soak over cables, IMPs and lossy lines: UTAH and UCLA-CCN in the network of 1972.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "network/host_port.hpp"
#include "network/imp/subnet.hpp"
#include "network/soak_worker.hpp"
#include "support/random.hpp"
#include "support/state_parts.hpp"

namespace utah10::test {

namespace {

SubnetConfig lossy(double loss, std::uint64_t seed) {
  SubnetConfig config;
  config.topology = Topology::of1972();
  config.seed = seed;
  for (LineConfig& line : config.topology.lines) line.loss = loss;
  return config;
}

struct World {
  World(std::uint64_t bitsEach, double loss, std::uint64_t seed)
      : subnet(clock, lossy(loss, seed), nullptr),
        utahPort(subnet.cable(kUtah)),
        ccnPort(subnet.cable(kCcn)),
        utah(clock, utahPort, "utah.ncp"),
        ccn(clock, ccnPort, "ccn.ncp"),
        a(clock, utah, 0, bitsEach),
        b(clock, ccn, 1, bitsEach) {}
  // Other hosts see a host alive 30 s after its ready line has come up.
  void begin() {
    utah.comeUp();
    ccn.comeUp();
    clock.idleUntil(kPowerOn + seconds(35));
    a.begin(kCcn);
    b.begin(kUtah);
  }
  bool done() const { return a.ended == 2 * kSizes.size() && b.ended == 2 * kSizes.size(); }
  void finish() {
    while (!done() && clock.now() < kPowerOn + seconds(20'000)) clock.idleUntil(clock.now() + seconds(1));
  }
  void state(Archive& all) {
    clock.state(all);
    subnet.state(all);
    all.section("ports", [&] {
      utahPort.state(all);
      ccnPort.state(all);
    });
    utah.state(all);
    ccn.state(all);
    a.state(all);
    b.state(all);
  }
  std::vector<std::byte> save() { return test::stateOf(*this); }
  std::string restore(std::span<const std::byte> bytes) { return test::restoreState(bytes, *this); }

  Scheduler clock;
  Subnet subnet;
  HostPort utahPort, ccnPort;
  Ncp utah, ccn;
  Worker a, b;
};

}  // namespace

TEST(NcpOverSubnet, TenMillionBitsEachWayOverLossyLines) {
  const std::uint64_t seed = environmentNumber("UTAH10_SEED", 1972);
  std::cout << "UTAH10_SEED=" << seed << '\n';
  World w{10'000'000 / kSizes.size() + 1, 0.02, seed};
  w.begin();
  w.finish();
  ASSERT_TRUE(w.done());
  EXPECT_GE(w.a.received, 10'000'000u);
  EXPECT_GE(w.b.received, 10'000'000u);
  EXPECT_EQ(w.a.wrong + w.b.wrong + w.a.broken + w.b.broken, 0u);
  for (const Ncp* n : {&w.utah, &w.ccn}) {
    EXPECT_EQ(n->counters().malformed + n->counters().overruns + n->counters().droppedBits, 0u);
    EXPECT_EQ(n->counters().strays, 0u);
    EXPECT_TRUE(n->connections().empty());
  }
  const double time = static_cast<double>((w.clock.now() - kPowerOn) / milliseconds(1)) / 1000 - 35;
  std::cout << "virtual seconds " << time << ", kb/s each way "
            << static_cast<double>(w.a.received + w.b.received) / time / 2000 << ", sent again "
            << w.utah.counters().resent + w.ccn.counters().resent << '\n';
}

TEST(NcpOverSubnet, ASnapshotHasTheSameFuture) {
  World whole{30'000, 0.05, 7};
  whole.begin();
  std::vector<std::vector<std::byte>> states;
  for (int i = 0; i < 6; ++i) {
    whole.clock.idleUntil(whole.clock.now() + microseconds(617'123));
    states.push_back(whole.save());
  }
  whole.finish();
  ASSERT_TRUE(whole.done());
  const auto end = whole.save();
  for (const auto& state : states) {
    World again{30'000, 0.05, 8};
    ASSERT_EQ(again.restore(state), "");
    again.clock.idleUntil(whole.clock.now());
    EXPECT_TRUE(again.save() == end);
  }
}

}  // namespace utah10::test
