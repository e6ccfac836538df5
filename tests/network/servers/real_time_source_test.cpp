// The device of RFC 508 at a host: its buffers, its gaps, the host's program and its stalls; and traffic of others.
#include "network/servers/real_time_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "network/direct_wire.hpp"
#include "network/host.hpp"
#include "network/servers/small_servers.hpp"
#include "network/servers/traffic_source.hpp"
#include "support/state_parts.hpp"

namespace utah10::test {

namespace {

constexpr HostId kUcsb{3}, kCcn{65};

HostConfig hostOf(HostId id, const char* name, bool discards) {
  HostConfig config;
  config.id = id;
  config.name = name;
  if (discards) config.services.push_back({ServiceKind::Discard, {}});
  return config;
}

// The device at UCSB, and CCN at the other end of a wire on which each message takes 25 ms and its RFNM as long.
struct World {
  explicit World(const RealTimeConfig& config = {}, bool discards = true)
      : wire(clock, milliseconds(25)),
        ucsb(clock, wire.port(kUcsb), hostOf(kUcsb, "UCSB", false)),
        ccn(clock, wire.port(kCcn), hostOf(kCcn, "UCLA-CCN", discards)) {
    auto made = std::make_unique<RealTimeSource>(clock, ucsb.ncp(), "sel", config);
    device = made.get();
    ucsb.add(std::move(made));
    ucsb.comeUp();
    ccn.comeUp();
  }
  void run(Duration time) { clock.idleUntil(clock.now() + time); }
  void connect() {
    device->call();
    run(seconds(2));
  }
  // The result of a test, when everything has arrived.
  const RealTimeResult& test(std::int64_t rate, std::size_t bits, Duration length = seconds(10)) {
    device->start({rate, bits, length});
    run(length);
    EXPECT_FALSE(device->testing());
    while (!device->idle()) run(seconds(1));
    return device->result();
  }
  std::uint64_t arrived() { return dynamic_cast<DiscardServer&>(*ccn.service("discard")).discarded(); }
  void state(Archive& a) {
    clock.state(a);
    wire.state(a);
    ucsb.state(a);
    ccn.state(a);
  }

  Scheduler clock;
  DirectWire wire;
  Host ucsb, ccn;
  RealTimeSource* device = nullptr;
};

RealTimeConfig packing() {
  RealTimeConfig config;
  config.ncpBits = 16'000;
  return config;
}

RealTimeConfig stalling(Duration interval, Duration length, std::uint64_t seed = 1) {
  RealTimeConfig config = packing();
  config.stallInterval = interval;
  config.stallLength = length;
  config.seed = seed;
  return config;
}

}  // namespace

TEST(RealTimeSource, PlaysItsBuffersAtTheRateWithoutGaps) {
  World w;
  w.connect();
  ASSERT_TRUE(w.device->connected());
  const RealTimeResult& r = w.test(9600, 1008);
  EXPECT_EQ(r.buffers, 95u);  // 9600 x 10 / 1008 = 95.2
  EXPECT_TRUE(r.gaps.empty());
  EXPECT_EQ(r.openGap, Duration{});
  EXPECT_EQ(w.arrived(), 95u * 1008);
  EXPECT_TRUE(w.wire.faults.empty());
}

TEST(RealTimeSource, RoundedTimesDoNotAddUp) {
  World w{packing()};
  w.connect();
  // A buffer takes 190.18... ms, and 530 of them 100.8 s.
  EXPECT_EQ(w.test(5300, 1008, milliseconds(100'800) - nanoseconds(1)).buffers, 529u);
  EXPECT_EQ(w.test(5300, 1008, milliseconds(100'800) + nanoseconds(1)).buffers, 530u);
}

TEST(RealTimeSource, KeptBuffersAreMessagesOfTheirOwn) {
  World w;
  w.connect();
  const std::uint64_t before = w.wire.dataMessages;
  const RealTimeResult& r = w.test(6000, 1008);
  EXPECT_EQ(w.wire.dataMessages - before, r.buffers);
}

TEST(RealTimeSource, AGapLastsUntilTheBufferIsTakenInWholeMilliseconds) {
  World w;
  w.connect();
  // 1008 bits each 50 ms: 20.2 kb/s. The device wants 25.2, a buffer each 40 ms.
  const RealTimeResult& r = w.test(25'200, 1008);
  ASSERT_GT(r.gaps.size(), 100u);
  for (const RealTimeGap& g : r.gaps) {
    EXPECT_EQ(g.length % milliseconds(1), Duration{});
    EXPECT_GT(g.length, Duration{});
    EXPECT_LT(g.length, milliseconds(50));
  }
  EXPECT_NEAR(static_cast<double>(r.buffers), 200, 6) << "as many as the NCP gets through, and those on their way";
  EXPECT_EQ(w.arrived(), r.buffers * 1008);
}

TEST(RealTimeSource, AnNcpThatPacksCarriesMoreInFewerMessages) {
  World w{packing()};
  w.connect();
  const std::uint64_t before = w.wire.dataMessages;
  const RealTimeResult& r = w.test(60'000, 1008);
  EXPECT_TRUE(r.gaps.empty());
  EXPECT_EQ(r.buffers, 595u);
  EXPECT_LT(w.wire.dataMessages - before, 300u);
  EXPECT_EQ(w.arrived(), 595u * 1008);
}

TEST(RealTimeSource, ABufferThatExceedsAMessageIsSentInTwo) {
  World w;
  w.connect();
  const std::uint64_t before = w.wire.dataMessages;
  const RealTimeResult& r = w.test(8048, 8048);  // with the header 8088 bits; a message has 8063
  EXPECT_EQ(w.wire.dataMessages - before, 2 * r.buffers);
}

TEST(RealTimeSource, TheLineLimitsTheDevice) {
  RealTimeConfig slow = packing();
  slow.lineBitsPerSecond = 10'000;
  World w{slow};
  w.connect();
  const RealTimeResult& r = w.test(20'000, 2000);
  EXPECT_FALSE(r.gaps.empty());
  EXPECT_NEAR(static_cast<double>(r.buffers), 50, 3);
}

TEST(RealTimeSource, StallsMakeGapsOfWhatTheBuffersCannotHold) {
  World w{stalling(seconds(10), seconds(1))};
  w.connect();
  const RealTimeResult& r = w.test(10'080, 1008, seconds(300));  // a buffer lasts 100 ms
  EXPECT_NEAR(static_cast<double>(r.stalls), 27, 15);
  EXPECT_GT(r.gaps.size(), 5u);
  EXPECT_LE(r.gaps.size(), r.stalls);
  Duration longest{};
  for (const RealTimeGap& g : r.gaps) longest = std::max(longest, g.length);
  EXPECT_LT(longest, r.longestStall - milliseconds(90));
  EXPECT_GT(longest, r.longestStall - milliseconds(210));
  EXPECT_EQ(w.arrived(), r.buffers * 1008);
}

TEST(RealTimeSource, StallsComeFromTheSeed) {
  const auto gapsOf = [](std::uint64_t seed) {
    World w{stalling(seconds(5), seconds(1), seed)};
    w.connect();
    std::vector<Instant> begun;
    for (const RealTimeGap& g : w.test(10'080, 1008, seconds(60)).gaps) begun.push_back(g.begun);
    return begun;
  };
  EXPECT_EQ(gapsOf(1), gapsOf(1));
  EXPECT_NE(gapsOf(1), gapsOf(2));
}

TEST(RealTimeSource, AStallThatBeganBeforeTheTestIsCounted) {
  World w{stalling(milliseconds(1), seconds(1000))};
  w.connect();
  const RealTimeResult& r = [&]() -> const RealTimeResult& {
    w.device->start({10'080, 1008, seconds(1)});
    w.run(seconds(1));
    return w.device->result();
  }();
  EXPECT_EQ(r.stalls, 1u);
  EXPECT_GT(r.longestStall, seconds(1));
  EXPECT_EQ(r.buffers, 2u);
  EXPECT_TRUE(r.gaps.empty());
  EXPECT_EQ(r.openGap, milliseconds(800)) << "the end of the test cut it short";
  EXPECT_FALSE(w.device->idle());
}

TEST(RealTimeSource, SaysWhyThereIsNoConnection) {
  World w{{}, false};
  w.device->call();
  w.run(seconds(100));
  EXPECT_FALSE(w.device->connected());
  ASSERT_TRUE(w.device->failure());
}

TEST(RealTimeSource, ALostConnectionEndsTheTest) {
  World w;
  w.connect();
  w.device->start({9600, 1008, seconds(30)});
  w.run(seconds(5));
  w.wire.setDead(kCcn, true);
  w.run(seconds(5));
  EXPECT_FALSE(w.device->testing());
  EXPECT_FALSE(w.device->connected());
  EXPECT_EQ(w.device->failure(), CloseReason::HostDead);
}

TEST(RealTimeSource, ASnapshotHasTheSameFuture) {
  const RealTimeConfig config = stalling(seconds(2), milliseconds(300));
  World whole{config};
  whole.connect();
  whole.device->start({25'200, 1008, seconds(20)});
  std::vector<std::vector<std::byte>> states;
  for (int n = 0; n < 5; ++n) {
    whole.run(microseconds(3'617'123));
    states.push_back(stateOf(whole));
  }
  whole.run(seconds(10));
  const auto end = stateOf(whole);
  EXPECT_FALSE(whole.device->result().gaps.empty());
  for (const auto& state : states) {
    World again{config};
    ASSERT_EQ(restoreState(state, again), "");
    again.clock.idleUntil(whole.clock.now());
    EXPECT_TRUE(stateOf(again) == end);
  }
}

TEST(RealTimeSource, ADamagedStateIsRejected) {
  World w;
  w.connect();
  w.device->start({25'200, 1008, seconds(20)});
  w.run(seconds(5));
  const auto state = stateOf(w);
  World again;
  EXPECT_NE(restoreState(std::span{state}.first(state.size() - 1), again), "");
}

// A host that sends traffic, and one that discards it.
struct TrafficWorld {
  TrafficWorld(Duration delay, Duration interval) : wire{clock, delay} {
    TrafficConfig config;
    config.host = kCcn;
    config.messageBits = 968;
    config.interval = interval;
    auto made = std::make_unique<TrafficSource>(clock, sri.ncp(), "others", config);
    others = made.get();
    sri.add(std::move(made));
    sri.comeUp();
    ccn.comeUp();
    others->call();
  }
  void run(Duration time) { clock.idleUntil(clock.now() + time); }

  Scheduler clock;
  DirectWire wire;
  Host sri{clock, wire.port(HostId{2}), hostOf(HostId{2}, "SRI-ARC", false)};
  Host ccn{clock, wire.port(kCcn), hostOf(kCcn, "UCLA-CCN", true)};
  TrafficSource* others = nullptr;
};

TEST(TrafficSource, SendsAtRandomTimes) {
  TrafficWorld w{milliseconds(25), milliseconds(200)};
  w.run(seconds(2));
  ASSERT_TRUE(w.others->connected());
  const std::uint64_t before = w.others->messages();
  w.run(seconds(200));
  EXPECT_NEAR(static_cast<double>(w.others->messages() - before), 1000, 100);
  const auto& discard = dynamic_cast<DiscardServer&>(*w.ccn.service("discard"));
  EXPECT_NEAR(static_cast<double>(discard.discarded()), 968.0 * static_cast<double>(w.others->messages()), 10 * 968);
  EXPECT_THAT(w.others->status(), testing::HasSubstr(" messages"));
  w.wire.setDead(kCcn, true);
  w.run(seconds(10));
  EXPECT_FALSE(w.others->connected());
}

TEST(TrafficSource, MakesNoMoreThanWillEverBeSent) {
  TrafficWorld w{seconds(1), milliseconds(1)};
  w.run(seconds(60));
  EXPECT_GT(w.others->messages(), 100u);
  EXPECT_LT(w.others->messages(), 400u) << "8 messages of the longest size in two seconds, and those that wait";
}

}  // namespace utah10::test
