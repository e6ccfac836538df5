// A subnet with modelled hosts that only record what they receive and when.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "network/host_port.hpp"
#include "network/imp/subnet.hpp"

namespace utah10::test {

struct Got {
  Instant at{};
  Message message;
};

// The text without its padding: a one and zeros.
inline BitString unpadded(const BitString& text) {
  std::size_t n = text.size();
  while (n > 0 && text.field(n - 1, 1) == 0) --n;
  return n == 0 ? BitString{} : text.part(0, n - 1);
}

struct Host final : MessageUser {
  Host(Scheduler& c, HostLink& cable) : clock(c), port(cable) { port.attach(*this); }
  void arrived(const Message& m) override {
    got.push_back({clock.now(), m});
    if (m.leader.type == code(ToHost::Regular)) ++regular;
    if (onMessage) onMessage(m);
  }
  void impReady(bool up) override { ready.push_back(up); }

  // The messages after the greeting: three NOPs and an interface reset.
  std::vector<Message> news() const {
    std::vector<Message> out;
    for (const Got& g : got)
      if (g.message.leader.type != code(ToHost::Nop) && g.message.leader.type != code(ToHost::Reset))
        out.push_back(g.message);
    return out;
  }
  std::vector<unsigned> types() const {
    std::vector<unsigned> out;
    for (const Got& g : got) out.push_back(g.message.leader.type);
    return out;
  }

  Scheduler& clock;
  HostPort port;
  std::vector<Got> got;
  std::vector<bool> ready;
  std::size_t regular = 0;
  std::function<void(const Message&)> onMessage;
};

inline Message regular(HostId to, unsigned link, BitString text) {
  Message m;
  m.leader.host = to;
  m.leader.link = static_cast<std::uint8_t>(link);
  m.text = std::move(text);
  return m;
}

inline BitString ones(std::size_t bits) {
  BitString s;
  for (std::size_t at = 0; at < bits; at += 32)
    s.append(0xFFFFFFFF, static_cast<unsigned>(std::min<std::size_t>(32, bits - at)));
  return s;
}

// A text that identifies the message and differs at every position.
inline BitString serial(unsigned n, std::size_t bits) {
  BitString s;
  for (std::size_t i = 0; s.size() < bits; ++i) s.append(n * 2654435761u + i * 40503u, 32);
  s.resize(bits);
  return s;
}

struct Net {
  explicit Net(const SubnetConfig& config) : subnet(clock, config, nullptr) {}
  Host& host(unsigned octet) {
    auto& h = hosts[octet];
    if (!h) {
      h = std::make_unique<Host>(clock, subnet.cable(HostId{octet}));
      h->port.setReady(true);
    }
    return *h;
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  void runTo(Instant t) { clock.idleUntil(t); }

  Scheduler clock;
  Subnet subnet;
  std::map<unsigned, std::unique_ptr<Host>> hosts;
};

// IMPs 1, 2 ... in a row; hosts are alive at once.
inline SubnetConfig row(unsigned imps, Duration propagation = milliseconds(1), double loss = 0) {
  SubnetConfig c;
  for (unsigned i = 1; i <= imps; ++i) c.topology.imps.push_back({i, "IMP" + std::to_string(i)});
  for (unsigned i = 1; i < imps; ++i) c.topology.lines.push_back({i, i + 1, 50'000, propagation, loss});
  c.hostUpDelay = Duration{};
  return c;
}

}  // namespace utah10::test
