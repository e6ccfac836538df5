// A cable with a simple host or IMP at one end and a datagram link at the other; the test acts as the peer.
#pragma once

#include <gtest/gtest.h>

#include "network/datagram_link.hpp"
#include "network/leader.hpp"

namespace utah10::test {

// Collects the datagrams sent.
struct Peer final : DatagramPort {
  std::vector<Datagram> got;
  void send(std::span<const std::uint8_t> octets) override {
    const DatagramRead read = readDatagram(octets);
    ASSERT_TRUE(read.datagram);
    got.push_back(*read.datagram);
  }
};

// Sends one message after another and keeps what arrives; accepts `room` bits at a time.
struct PlainEnd {
  PlainEnd(BitWire& sends, BitWire& takes) : out(sends), in(takes) {
    in.onArrival([this](const WireBits& b) {
      text.append(b.value, b.count);
      if (b.last) arrived.push_back(std::exchange(text, {}));
      in.allow(holding ? 0 : room);
    });
    out.onGone([this] { next(); });
    in.allow(room);
  }
  void send(const BitString& message) {
    for (std::size_t at = 0; at < message.size(); at += 36) {  // as device 550: 36-bit words, `last` with the last
      const auto n = static_cast<unsigned>(std::min<std::size_t>(36, message.size() - at));
      bits.push_back({message.field(at, n), n, at + n == message.size()});
    }
    next();
  }
  void next() {
    if (bits.empty() || out.busy()) return;
    const WireBits b = bits.front();
    bits.pop_front();
    out.offer(b);
  }
  void hold(bool on) {
    holding = on;
    in.allow(on ? 0 : room);
  }

  BitWire& out;
  BitWire& in;
  unsigned room = 36;
  bool holding = false;
  std::deque<WireBits> bits;
  BitString text;
  std::vector<BitString> arrived;
};

struct DatagramRig {
  explicit DatagramRig(DatagramLink::Role role = DatagramLink::Role::Imp)
      : link(clock, cable, role, "imp.datagrams"),
        end(role == DatagramLink::Role::Imp ? cable.toImp : cable.toHost,
            role == DatagramLink::Role::Imp ? cable.toHost : cable.toImp),
        nearReady(role == DatagramLink::Role::Imp ? cable.hostReady : cable.impReady),
        linkReady(role == DatagramLink::Role::Imp ? cable.impReady : cable.hostReady) {
    link.connect(&peer);
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  void give(bool last, bool ready, std::vector<std::uint16_t> words) {
    link.receive(Datagram{sequence++, last, ready, std::move(words)}.octets());
  }
  static BitString words(const std::vector<std::uint16_t>& all) {
    BitString b;
    for (const std::uint16_t w : all) b.append(w, 16);
    return b;
  }
  std::uint64_t dropped(DatagramDrop why) const { return link.counts().dropped[static_cast<std::size_t>(why)]; }

  Scheduler clock;
  HostLink cable{clock, "imp", {}, nullptr};
  DatagramLink link;
  PlainEnd end;
  ReadyLine& nearReady;
  ReadyLine& linkReady;
  Peer peer;
  std::uint32_t sequence = 0;
};

}  // namespace utah10::test
