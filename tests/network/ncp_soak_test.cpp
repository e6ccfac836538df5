// Ten million bits each way at once between two NCPs, with losses, bytes of many sizes and programs that read as they
// like: nothing lost, doubled or out of order, no message beyond its allocation or before its RFNM (the wire's ledger).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "network/ncp_rig.hpp"
#include "support/random.hpp"

namespace utah10::test {

namespace {

// The bytes of a stream are known to both ends: byte `n` of stream `s`.
std::uint64_t byteOf(std::uint64_t s, std::uint64_t n, unsigned piece) {
  std::uint64_t x = (s << 40) ^ (n * 8 + piece) ^ 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

void appendByte(BitString& out, std::uint64_t s, std::uint64_t n, unsigned size) {
  for (unsigned done = 0; done < size; done += 56) out.append(byteOf(s, n, done / 56), std::min(56u, size - done));
}

constexpr std::array<unsigned, 7> kSizes = {8, 1, 36, 7, 32, 255, 13};

struct Stream {
  ConnectionId id;
  std::uint64_t bytes = 0;  // sent or checked
};

// A program that sends on half of its connections and checks what comes on the others.
struct Worker : NcpUser {
  Worker(Scheduler& c, Ncp& n, unsigned s, std::uint64_t most)
      : clock(c), ncp(n), self(n.enrol(*this)), side(s), bitsEach(most), random(s + 99) {
    event = clock.add("worker" + std::to_string(side), [this] { work(); });
  }
  void begin(HostId other) {
    for (unsigned i = 0; i < kSizes.size(); ++i) {
      in[i].id = ncp.listen(self, Socket{1000 + 2 * i});
      out[i].id = ncp.connect(self, Socket{2001 + 2 * i}, other, Socket{1000 + 2 * i}, kSizes[i]);
    }
    clock.after(event, milliseconds(1));
  }
  std::uint64_t below(std::uint64_t n) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return (random >> 33) % n;
  }
  void requested(ConnectionId id) override { ncp.accept(id, 0); }
  void closed(ConnectionId, CloseReason reason) override {
    ++ended;
    if (reason != CloseReason::ByThem && reason != CloseReason::ByUs) ++broken;
  }
  // Now and then: sends some, reads some, always of random lengths.
  void work() {
    for (unsigned i = 0; i < kSizes.size(); ++i) {
      feed(i);
      read(i);
    }
    if (ended < 2 * kSizes.size()) clock.after(event, milliseconds(1 + static_cast<std::int64_t>(below(40))));
  }
  void feed(unsigned i) {
    Stream& s = out[i];
    const std::uint64_t total = (bitsEach + kSizes[i] - 1) / kSizes[i];
    if (s.bytes == total || ncp.unsent(s.id) > 40'000) return;
    const std::uint64_t n = std::min(total - s.bytes, below(30'000 / kSizes[i]) + 1);
    BitString bits;
    for (std::uint64_t k = 0; k < n; ++k) appendByte(bits, side * 100 + i, s.bytes++, kSizes[i]);
    ncp.send(s.id, bits);
    if (s.bytes == total) ncp.close(s.id);
  }
  void read(unsigned i) {
    Stream& s = in[i];
    const BitString bits = ncp.take(s.id, below(40'000) + kSizes[i]);
    received += bits.size();
    BitString expected;
    for (std::uint64_t k = 0; k < bits.size() / kSizes[i]; ++k)
      appendByte(expected, (1 - side) * 100 + i, s.bytes++, kSizes[i]);
    if (!(expected == bits)) ++wrong;
  }
  void save(StateWriter& o) const {
    o.beginSection("worker");
    for (const auto* streams : {&in, &out})
      for (const Stream& s : *streams) {
        o.u32(s.id.number());
        o.u64(s.bytes);
      }
    for (const std::uint64_t n : {random, ended, broken, wrong, received}) o.u64(n);
    o.endSection();
  }
  void restore(StateReader& i) {
    i.beginSection("worker");
    for (auto* streams : {&in, &out})
      for (Stream& s : *streams) {
        s.id = ConnectionId{i.u32()};
        s.bytes = i.u64();
      }
    for (std::uint64_t* n : {&random, &ended, &broken, &wrong, &received}) *n = i.u64();
    i.endSection();
  }

  Scheduler& clock;
  Ncp& ncp;
  Ncp::UserId self;
  unsigned side;
  std::uint64_t bitsEach;
  EventId event;
  std::array<Stream, kSizes.size()> in, out;
  std::uint64_t random, ended = 0, broken = 0, wrong = 0, received = 0;
};

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
  std::vector<std::byte> save() const {
    StateWriter out;
    clock.save(out);
    wire.save(out);
    utah.save(out);
    ccn.save(out);
    a.save(out);
    b.save(out);
    return out.data();
  }
  std::string restore(const std::vector<std::byte>& state) {
    StateReader in{state};
    clock.restore(in);
    wire.restore(in);
    utah.restore(in);
    ccn.restore(in);
    a.restore(in);
    b.restore(in);
    return in.error();
  }

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
  std::cout << "messages of data " << w.wire.dataMessages << ", lost by the wire " << w.wire.lost << ", sent again "
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
    // Instants between events, and right behind one.
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
