// The loop plug: returns the host's bits one for one, and every end with the last bit before it.
#include "devices/loop_plug.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "devices/link_state.hpp"

namespace utah10 {
namespace {

// What the host's end has sent and received; a bit is 0 or 1, an end is 2.
struct Stream {
  std::minstd_rand random;
  std::vector<std::uint8_t> sent, received;
  bool endAlone = false;  // an end has come without a bit, although its message has bits

  explicit Stream(unsigned seed) : random{seed} {}
  unsigned below(unsigned n) { return static_cast<unsigned>(random() % n); }
  WireBits next() {
    WireBits bits{0, below(65), below(4) == 0};
    if (bits.count == 0) bits.last = true;
    for (unsigned i = 0; i < bits.count; ++i) {
      bits.value = bits.value << 1 | below(2);
      sent.push_back(bits.value & 1);
    }
    if (bits.last) sent.push_back(2);
    return bits;
  }
  void take(const WireBits& bits) {
    const bool empty = received.empty() || received.back() == 2;
    for (unsigned i = bits.count; i-- > 0;) received.push_back(bits.value >> i & 1);
    if (!bits.last) return;
    endAlone = endAlone || (bits.count == 0 && !empty);
    received.push_back(2);
  }
};

struct PlugRig {
  Scheduler clock;
  HostLink link{clock, "imp", {microseconds(10), microseconds(13), 4}, nullptr};
  Stream stream;

  explicit PlugRig(const Stream& s) : stream{s} {
    link.plugLoop();
    link.toHost.onArrival([this](const WireBits& b) { stream.take(b); });
    link.toImp.onGone([this] { link.toImp.offer(stream.next()); });
  }
  void step() {
    clock.idleUntil(clock.now() + microseconds(1 + stream.below(500)));
    link.toHost.allow(stream.below(60));
  }
  std::vector<std::byte> save() { return saveLink(clock, link); }
  std::string restore(const std::vector<std::byte>& state) { return restoreLink(state, clock, link); }
};

TEST(LoopPlug, ReturnsEveryBitAndEndInItsPlace) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    PlugRig r{Stream{seed}};
    r.link.hostReady.set(true);
    EXPECT_TRUE(r.link.impReady.up());
    r.link.toImp.offer(r.stream.next());
    for (int n = 0; n < 1000; ++n) r.step();
    const Stream& s = r.stream;
    EXPECT_GT(s.received.size(), 3000u) << "seed " << seed;
    // In transit: an offer out, the plug's bits, an offer back, and their ends.
    ASSERT_LE(s.received.size(), s.sent.size());
    EXPECT_LE(s.sent.size() - s.received.size(), 64u + 37u + 37u + 3u) << "seed " << seed;
    EXPECT_TRUE(std::equal(s.received.begin(), s.received.end(), s.sent.begin())) << "seed " << seed;
    EXPECT_FALSE(s.endAlone) << "seed " << seed;
  }
}

TEST(LoopPlug, ASnapshotAtAnyInstantHasTheSameFuture) {
  PlugRig a{Stream{3}};
  a.link.toImp.offer(a.stream.next());
  for (int n = 0; n < 300; ++n) {
    PlugRig b{a.stream};
    ASSERT_EQ(b.restore(a.save()), "") << n;
    ASSERT_EQ(b.save(), a.save()) << n;
    a.step();
    b.step();
    ASSERT_EQ(b.save(), a.save()) << n;
    ASSERT_EQ(b.stream.received, a.stream.received) << n;
  }
}

TEST(LoopPlug, ForgetsEverythingWhenTheHostGoesDown) {
  PlugRig r{Stream{1}};
  r.link.toImp.onGone({});
  r.link.hostReady.set(true);
  r.link.toImp.offer({0xff, 8, false});
  r.clock.idleUntil(kPowerOn + microseconds(100));
  r.link.hostReady.set(false);
  EXPECT_FALSE(r.link.impReady.up());
  r.link.hostReady.set(true);
  r.link.toImp.offer({5, 3, true});
  r.link.toHost.allow(60);
  r.clock.idleUntil(kPowerOn + seconds(1));
  EXPECT_EQ(r.stream.received, (std::vector<std::uint8_t>{1, 0, 1, 2}));
}

}  // namespace
}  // namespace utah10
