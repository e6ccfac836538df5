// Arbitrary bits into an IMP's host port, in messages or without an end, and ready lines that change.
//
// The first octet of each piece gives its meaning: how many octets follow, whether the message ends, or another event.
#include <cstddef>
#include <cstdint>

#include "fuzz_check.hpp"
#include "network/imp/subnet.hpp"

namespace {

using namespace utah10;

SubnetConfig two() {
  SubnetConfig c;
  c.topology.imps = {{1, "ONE"}, {2, "TWO"}};
  c.topology.lines.push_back({1, 2, 50'000, milliseconds(1), 0.02});
  c.hostUpDelay = milliseconds(10);
  return c;
}

struct Rig {
  Scheduler clock;
  Subnet subnet{clock, two(), nullptr};
  HostLink& a = subnet.cable(HostId{1});
  HostLink& b = subnet.cable(HostId{2});
  Rig() {
    for (HostLink* cable : {&a, &b}) {
      cable->toHost.onArrival([cable](const WireBits&) { cable->toHost.allow(64); });
      cable->toHost.allow(64);
      cable->hostReady.set(true);
    }
    run(milliseconds(50));
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  void offer(const WireBits& bits) {
    if (!a.toImp.busy()) a.toImp.offer(bits);
    run(microseconds(640));
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Rig rig;
  for (std::size_t at = 0; at < size;) {
    const std::uint8_t head = data[at++];
    if ((head & 0xC0) == 0xC0) {
      if ((head & 3) == 0) rig.a.hostReady.set((head & 4) != 0);
      if ((head & 3) == 1) rig.b.hostReady.set((head & 4) != 0);
      if ((head & 3) == 2) rig.subnet.setImp(2, (head & 4) != 0);
      if ((head & 3) == 3) rig.run(milliseconds(100) * (head & 0x3C));
      continue;
    }
    for (unsigned n = head & 0x1F; n > 0 && at < size; --n, ++at)
      rig.offer({data[at], 8, (head & 0x80) != 0 && n == 1});
    // Repeats pieces, so that messages of several packets are reached.
    for (unsigned n = (head & 0x20) != 0 ? 40 : 0; n > 0; --n) rig.offer({head, 64, (head & 0x80) != 0 && n == 1});
  }
  rig.run(seconds(100));
  FUZZ_CHECK(rig.subnet.journal().size() <= 256);
  FUZZ_CHECK(rig.subnet.outstanding().size() <= 16);
  return 0;
}
