// Datagrams from a peer: any octets, in any order, at a link of either role. Input: the role, then datagrams, each
// preceded by its length. An accepted datagram must encode to the same octets, except for meaningless flags.
#include "fuzz_check.hpp"
#include "network/datagram_link.hpp"
#include "network/link_watch.hpp"

namespace {

using namespace utah10;

struct Nowhere final : DatagramPort {
  void send(std::span<const std::uint8_t> octets) override { FUZZ_CHECK(readDatagram(octets).datagram); }
};

void checkRead(std::span<const std::uint8_t> octets) {
  const DatagramRead read = readDatagram(octets);
  if (!read.datagram) return;
  auto again = read.datagram->octets();
  FUZZ_CHECK(again.size() == octets.size());
  again[10] = octets[10];
  again[11] = octets[11];
  FUZZ_CHECK(std::equal(again.begin(), again.end(), octets.begin()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::span<const std::uint8_t> rest{data, size};
  checkRead(rest);
  if (rest.empty()) return 0;
  const auto role = (rest[0] & 1) != 0 ? DatagramLink::Role::Host : DatagramLink::Role::Imp;
  rest = rest.subspan(1);
  Scheduler clock;
  HostLink cable{clock, "imp", {}, nullptr};
  LinkWatch watch{clock, cable, "imp"};
  DatagramLink link{clock, cable, role, "imp.datagrams"};
  Nowhere nowhere;
  link.connect(&nowhere);
  BitWire& taken = role == DatagramLink::Role::Imp ? cable.toHost : cable.toImp;
  taken.onArrival([&](const WireBits&) { taken.allow(64); });
  taken.allow(64);
  link.attach({});
  (role == DatagramLink::Role::Imp ? cable.hostReady : cable.impReady).set(true);
  while (!rest.empty()) {
    const std::size_t n = std::min<std::size_t>(rest[0], rest.size() - 1);
    link.receive(rest.subspan(1, n));
    checkRead(rest.subspan(1, n));
    rest = rest.subspan(1 + n);
    clock.idleUntil(clock.now() + microseconds(100));
  }
  clock.idleUntil(clock.now() + seconds(1));
  FUZZ_CHECK(link.waiting() == 0 && !taken.busy());
  return 0;
}
