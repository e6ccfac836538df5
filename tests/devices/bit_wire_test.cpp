// One direction of a cable: when groups of bits arrive, and what happens in between.
#include "devices/bit_wire.hpp"
#include "support/state_parts.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace utah10 {
namespace {

using ::testing::ElementsAre;

struct Arrival {
  std::int64_t us = 0;
  std::uint64_t value = 0;
  unsigned count = 0;
  bool last = false;
  friend bool operator==(const Arrival&, const Arrival&) = default;
};
void PrintTo(const Arrival& a, std::ostream* out) {
  *out << a.us << "us " << a.count << " bits " << std::oct << a.value << std::dec << (a.last ? " last" : "");
}

struct WireRig {
  Scheduler clock;
  BitWire wire{clock, "wire", microseconds(10)};
  std::vector<Arrival> arrivals;
  std::vector<std::int64_t> gone;

  WireRig() {
    wire.onArrival([this](const WireBits& b) { arrivals.push_back({us(), b.value, b.count, b.last}); });
    wire.onGone([this] { gone.push_back(us()); });
  }
  std::int64_t us() const { return clock.now().time_since_epoch() / microseconds(1); }
  void until(std::int64_t us) { clock.idleUntil(kPowerOn + microseconds(us)); }
};

TEST(BitWire, CarriesAnOfferInItsBitTimes) {
  WireRig r;
  r.wire.allow(36);
  r.wire.offer({0123456701234, 36, false});
  EXPECT_TRUE(r.wire.busy());
  EXPECT_TRUE(r.wire.moving());
  r.until(359);
  EXPECT_TRUE(r.arrivals.empty());
  r.until(1000);
  EXPECT_THAT(r.arrivals, ElementsAre(Arrival{360, 0123456701234, 36, false}));
  EXPECT_THAT(r.gone, ElementsAre(360));
  EXPECT_FALSE(r.wire.busy());
  EXPECT_EQ(r.wire.room(), 0u);
}

TEST(BitWire, WithoutRoomNothingMoves) {
  WireRig r;
  r.wire.offer({1, 1, true});
  EXPECT_FALSE(r.wire.moving());
  EXPECT_EQ(r.clock.nextEvent(), kNever);
  r.until(500);
  r.wire.allow(1);
  r.until(1000);
  EXPECT_THAT(r.arrivals, ElementsAre(Arrival{510, 1, 1, true}));
}

// 64 bits into words of 36: all there is room for, 28 when there is room again at 1000 us (1000 + 280).
TEST(BitWire, MovesGroupsAsThereIsRoom) {
  WireRig r;
  r.wire.allow(36);
  r.wire.offer({0xfedcba9876543210, 64, true});
  r.until(1000);
  EXPECT_THAT(r.arrivals, ElementsAre(Arrival{360, 0xfedcba987, 36, false}));
  EXPECT_TRUE(r.gone.empty());
  r.wire.allow(36);
  r.until(2000);
  EXPECT_THAT(r.arrivals, ElementsAre(Arrival{360, 0xfedcba987, 36, false}, Arrival{1280, 0x6543210, 28, true}));
  EXPECT_THAT(r.gone, ElementsAre(1280));
  EXPECT_EQ(r.wire.room(), 8u);
}

TEST(BitWire, NewRoomTakesEffectAfterTheGroup) {
  WireRig r;
  r.wire.allow(10);
  r.wire.offer({0777777000000, 36, false});
  r.until(50);
  r.wire.allow(36);
  r.until(1000);
  EXPECT_THAT(r.arrivals, ElementsAre(Arrival{100, 01777, 10, false}, Arrival{360, 0377000000, 26, false}));
  EXPECT_EQ(r.wire.room(), 0u);
}

TEST(BitWire, LessRoomDoesNotStopTheGroup) {
  WireRig r;
  r.wire.allow(36);
  r.wire.offer({5, 20, false});
  r.until(50);
  r.wire.allow(8);
  r.until(1000);
  EXPECT_THAT(r.arrivals, ElementsAre(Arrival{200, 5, 20, false}));
  EXPECT_EQ(r.wire.room(), 0u);
}

TEST(BitWire, AnEndWithoutBitsTakesABitTimeAndNoRoom) {
  WireRig r;
  r.wire.offer({0, 0, true});
  r.until(100);
  EXPECT_TRUE(r.arrivals.empty()) << "nor does an end move without room";
  r.wire.allow(3);
  r.until(200);
  EXPECT_THAT(r.arrivals, ElementsAre(Arrival{110, 0, 0, true}));
  EXPECT_THAT(r.gone, ElementsAre(110));
  EXPECT_EQ(r.wire.room(), 3u);
}

TEST(BitWire, AnEmptyOfferIsIgnored) {
  WireRig r;
  r.wire.allow(36);
  r.wire.offer({});
  EXPECT_FALSE(r.wire.busy());
  EXPECT_EQ(r.clock.nextEvent(), kNever);
}

TEST(BitWire, WithdrawnBitsDoNotArrive) {
  WireRig r;
  r.wire.allow(36);
  r.wire.offer({0777, 36, false});
  r.until(350);
  r.wire.withdraw();
  EXPECT_FALSE(r.wire.busy());
  EXPECT_FALSE(r.wire.moving());
  EXPECT_EQ(r.wire.room(), 36u);
  r.until(400);
  r.wire.offer({2, 2, true});
  r.until(1000);
  EXPECT_THAT(r.arrivals, ElementsAre(Arrival{420, 2, 2, true}));
  EXPECT_THAT(r.gone, ElementsAre(420)) << "the withdrawn offer is not reported";
}

TEST(BitWire, ListenerReceiverSenderAreCalledInThisOrder) {
  Scheduler clock;
  BitWire wire{clock, "wire", microseconds(10)};
  std::string order;
  wire.onGone([&] { order += 'g'; });
  wire.onPassing([&](const WireBits&) { order += 'p'; });
  wire.onArrival([&](const WireBits&) { order += 'a'; });
  wire.allow(36);
  wire.offer({1, 1, false});
  clock.idleUntil(kPowerOn + seconds(1));
  EXPECT_EQ(order, "pag");
}

// A sender and a receiver that know only what their callbacks tell them: the sender offers messages a few bits at a
// time, the receiver makes room now and then. All of their state is here, to be copied.
struct Ends {
  std::minstd_rand random;
  std::uint64_t sent = 0, received = 0;  // bits
  std::vector<std::uint64_t> endsSent, endsReceived;
  bool wrong = false;

  explicit Ends(unsigned seed) : random{seed} {}
  unsigned below(unsigned n) { return static_cast<unsigned>(random() % n); }
  static unsigned bit(std::uint64_t n) { return static_cast<unsigned>(n * 2654435761u >> 13) & 1u; }
  WireBits next() {
    WireBits bits;
    bits.count = below(65);
    bits.last = bits.count == 0 || below(3) == 0;
    for (unsigned i = 0; i < bits.count; ++i) bits.value = bits.value << 1 | bit(sent++);
    if (bits.last) endsSent.push_back(sent);
    return bits;
  }
  void take(const WireBits& bits) {
    for (unsigned i = bits.count; i-- > 0;) wrong = wrong || (bits.value >> i & 1) != bit(received++);
    if (bits.last) endsReceived.push_back(received);
  }
};

struct EndsRig {
  Scheduler clock;
  BitWire wire{clock, "wire", microseconds(10)};
  Ends ends;

  explicit EndsRig(const Ends& e) : ends{e} {
    wire.onArrival([this](const WireBits& b) { ends.take(b); });
    wire.onGone([this] { wire.offer(ends.next()); });
  }
  void step() {
    clock.idleUntil(clock.now() + microseconds(1 + ends.below(300)));
    wire.allow(ends.below(40));
  }
  void state(Archive& a) {
    clock.state(a);
    a.section("wire", [&] { wire.state(a); });
  }
  std::vector<std::byte> save() { return test::stateOf(*this); }
  std::string restore(std::span<const std::byte> bytes) { return test::restoreState(bytes, *this); }
};

TEST(BitWire, EveryBitArrivesOnceAndEveryEndInItsPlace) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    EndsRig r{Ends{seed}};
    r.wire.offer(r.ends.next());
    for (int n = 0; n < 1000; ++n) r.step();
    EXPECT_FALSE(r.ends.wrong) << "seed " << seed;
    EXPECT_GT(r.ends.received, 3000u) << "seed " << seed;
    EXPECT_LE(r.ends.sent - r.ends.received, 64u) << "seed " << seed;
    const auto told = r.ends.endsReceived.size();
    ASSERT_LE(told, r.ends.endsSent.size());
    EXPECT_LE(r.ends.endsSent.size() - told, 1u) << "seed " << seed;
    EXPECT_TRUE(std::equal(r.ends.endsReceived.begin(), r.ends.endsReceived.end(), r.ends.endsSent.begin()))
        << "seed " << seed;
  }
}

TEST(BitWire, ASnapshotAtAnyInstantHasTheSameFuture) {
  EndsRig a{Ends{7}};
  a.wire.offer(a.ends.next());
  for (int n = 0; n < 200; ++n) {
    EndsRig b{a.ends};
    ASSERT_EQ(b.restore(a.save()), "");
    ASSERT_EQ(b.save(), a.save());
    a.step();
    b.step();
    ASSERT_EQ(b.save(), a.save()) << "step " << n;
    ASSERT_EQ(b.ends.received, a.ends.received) << "step " << n;
  }
}

struct Raw {
  std::uint64_t value = 0;
  std::uint32_t count = 0;
  bool last = false, offered = false;
  std::uint32_t room = 0, moving = 0;
};

TEST(BitWire, RejectsImpossibleStates) {
  const Raw impossible[] = {
      {1, 65, false, true, 0, 0},                                       // too many bits
      {8, 3, false, true, 0, 0},                                        // a value longer than its count
      {1, 1, false, false, 0, 0},                                       // bits that were not offered
      {0, 0, false, true, 0, 0},                                        // an offer of nothing
      {1, 1, false, true, 36, 0xffffffff}, {1, 1, false, true, 36, 1},  // in transit, but with no time of arrival
  };
  for (Raw raw : impossible) {
    WireRig r;
    Archive out = Archive::writer();
    r.clock.state(out);
    out.section("wire", [&] {
      out.u64(raw.value);
      out.u32(raw.count);
      out.flag(raw.last, raw.offered);
      out.u32(raw.room, raw.moving);
    });
    const auto state = out.take();
    Archive in = Archive::reader(state);
    r.clock.state(in);
    in.section("wire", [&] { r.wire.state(in); });
    EXPECT_FALSE(in.good()) << raw.count << ' ' << raw.moving;
    r.until(1000);
    EXPECT_TRUE(r.arrivals.empty());
  }
}

}  // namespace
}  // namespace utah10
