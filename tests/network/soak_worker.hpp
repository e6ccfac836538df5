// A program for soak tests: sends known bytes of many sizes on half of its connections and checks those received on
// the others, at random times and in random lengths.
#pragma once

#include <array>
#include <string>

#include "network/ncp_rig.hpp"

namespace utah10::test {

// Both ends know the bytes of a stream: byte `n` of stream `s`.
inline std::uint64_t byteOf(std::uint64_t s, std::uint64_t n, unsigned piece) {
  std::uint64_t x = (s << 40) ^ (n * 8 + piece) ^ 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

inline void appendByte(BitString& out, std::uint64_t s, std::uint64_t n, unsigned size) {
  for (unsigned done = 0; done < size; done += 56) out.append(byteOf(s, n, done / 56), std::min(56u, size - done));
}

constexpr std::array<unsigned, 7> kSizes = {8, 1, 36, 7, 32, 255, 13};

struct Stream {
  ConnectionId id;
  std::uint64_t bytes = 0;  // sent or checked
};

// Sends on half of its connections and checks the data received on the others.
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
  // At random times: sends and reads random lengths.
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
  void state(Archive& a) {
    a.section("worker", [&] {
      for (auto* streams : {&in, &out})
        for (Stream& s : *streams) {
          a.u32(s.id);
          a.u64(s.bytes);
        }
      a.u64(random, ended, broken, wrong, received);
    });
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

}  // namespace utah10::test
