// Ten million bits in each direction at once between two NCPs, with losses, many byte sizes and programs that read at
// random: no data lost, duplicated or out of order, no message beyond its allocation or before its RFNM (by the
// wire's ledger).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "network/soak_worker.hpp"
#include "support/random.hpp"
#include "support/state_parts.hpp"

namespace utah10::test {

namespace {

NcpConfig soakConfig() {
  NcpConfig config;
  config.tries = 60;
  config.rfnmPatience = seconds(2);
  return config;
}

struct World {
  World(std::uint64_t bitsEach, std::uint64_t seed)
      : wire(clock, milliseconds(6), seed),
        utah(clock, wire.port(kUtah), "utah.ncp", soakConfig()),
        ccn(clock, wire.port(kCcn), "ccn.ncp", soakConfig()),
        a(clock, utah, 0, bitsEach),
        b(clock, ccn, 1, bitsEach) {
    wire.keep = false;
    wire.setLosses({600, 200});
  }
  void begin() {
    utah.comeUp();
    ccn.comeUp();
    a.begin(kCcn);
    b.begin(kUtah);
  }
  bool done() const { return a.ended == 2 * kSizes.size() && b.ended == 2 * kSizes.size(); }
  void finish() {
    while (!done() && clock.now() < kPowerOn + seconds(100'000)) clock.idleUntil(clock.now() + seconds(1));
  }
  void state(Archive& all) {
    clock.state(all);
    wire.state(all);
    utah.state(all);
    ccn.state(all);
    a.state(all);
    b.state(all);
  }
  std::vector<std::byte> save() { return test::stateOf(*this); }
  std::string restore(std::span<const std::byte> bytes) { return test::restoreState(bytes, *this); }

  Scheduler clock;
  DirectWire wire;
  Ncp utah, ccn;
  Worker a, b;
};

}  // namespace

TEST(NcpSoak, TenMillionBitsEachWayArriveInOrderDespiteLosses) {
  const std::uint64_t seed = environmentNumber("UTAH10_SEED", 1972);
  std::cout << "UTAH10_SEED=" << seed << '\n';
  World w{10'000'000 / kSizes.size() + 1, seed};
  w.begin();
  w.finish();
  ASSERT_TRUE(w.done());
  EXPECT_GE(w.a.received, 10'000'000u);
  EXPECT_GE(w.b.received, 10'000'000u);
  EXPECT_EQ(w.a.wrong + w.b.wrong + w.a.broken + w.b.broken, 0u);
  EXPECT_EQ(w.a.received, w.utah.counters().bitsReceived);
  EXPECT_EQ(w.utah.counters().bitsSent, w.ccn.counters().bitsReceived);
  EXPECT_THAT(w.wire.faults, testing::ElementsAre());
  EXPECT_GT(w.utah.counters().rfnmMissing, 10u);
  EXPECT_GT(w.utah.counters().incomplete, 50u);
  for (const Ncp* n : {&w.utah, &w.ccn}) {
    EXPECT_EQ(n->counters().malformed + n->counters().overruns + n->counters().droppedBits, 0u);
    EXPECT_TRUE(n->connections().empty());
  }
  std::cout << "data messages " << w.wire.dataMessages << ", lost by the wire " << w.wire.lost << ", sent again "
            << w.utah.counters().resent + w.ccn.counters().resent << ", virtual seconds "
            << w.clock.now().time_since_epoch() / seconds(1) << '\n';
}

TEST(NcpSoak, ASnapshotAtAnyInstantHasTheSameFuture) {
  const std::uint64_t seed = environmentNumber("UTAH10_SEED", 1972);
  std::cout << "UTAH10_SEED=" << seed << '\n';
  World whole{400'000, seed};
  whole.begin();
  std::vector<std::vector<std::byte>> states;
  std::mt19937_64 random{seed};
  while (!whole.done()) {
    ASSERT_LT(whole.clock.now(), kPowerOn + seconds(100'000));
    // Instants between events, and just after one.
    const Instant next = random() % 2 == 0
                             ? whole.clock.nextEvent()
                             : whole.clock.now() + microseconds(static_cast<std::int64_t>(random() % 90'000));
    whole.clock.idleUntil(next);
    if (random() % 24 == 0) states.push_back(whole.save());
  }
  const std::vector<std::byte> end = whole.save();
  const Instant last = whole.clock.now();
  ASSERT_GT(states.size(), 8u);
  for (const auto& state : states) {
    World again{400'000, seed + 1};
    ASSERT_EQ(again.restore(state), "");
    ASSERT_EQ(again.save(), state);
    again.clock.idleUntil(last);
    EXPECT_TRUE(again.save() == end);
  }
  std::cout << states.size() << " snapshots\n";
}

}  // namespace utah10::test
