// Two hosts, one of them UTAH, joined by a direct wire, and programs that log their callbacks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "network/direct_wire.hpp"
#include "network/ncp/icp.hpp"

namespace utah10::test {

constexpr HostId kUtah{4};
constexpr HostId kCcn{65};

// "requested 1", "closed 1 refused".
struct Diary : NcpUser {
  explicit Diary(Ncp& n) : ncp(n), self(n.enrol(*this)) {}
  void requested(ConnectionId id) override {
    last = id;
    add("requested", id);
  }
  void opened(ConnectionId id) override { add("opened", id); }
  void received(ConnectionId id) override {
    add("received", id);
    if (takes) data.append(ncp.take(id, ncp.waiting(id)));
  }
  void drained(ConnectionId id) override { add("drained", id); }
  void interrupted(ConnectionId id) override { add("interrupted", id); }
  void closed(ConnectionId id, CloseReason reason) override {
    add("closed", id);
    reasons.push_back(reason);
  }
  void add(const std::string& what, ConnectionId id) { lines.push_back(what + " " + std::to_string(id.number())); }
  std::vector<std::string> take() { return std::exchange(lines, {}); }

  Ncp& ncp;
  Ncp::UserId self;
  bool takes = true;
  ConnectionId last;
  BitString data;
  std::vector<std::string> lines;
  std::vector<CloseReason> reasons;
};

struct TwoHosts {
  explicit TwoHosts(const NcpConfig& config = {}, Duration delay = milliseconds(20), std::uint64_t seed = 1)
      : wire(clock, delay, seed),
        utah(clock, wire.port(kUtah), "utah.ncp", config),
        ccn(clock, wire.port(kCcn), "ccn.ncp", config),
        u(utah),
        c(ccn) {}
  void comeUp() {
    utah.comeUp();
    ccn.comeUp();
    run(seconds(1));
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  // An open connection from a socket of UTAH to one of CCN.
  std::pair<ConnectionId, ConnectionId> open(unsigned byteSize, Socket local = Socket{0401},
                                             Socket foreign = Socket{06}) {
    c.ncp.listen(c.self, foreign);
    const ConnectionId ours = utah.connect(u.self, local, kCcn, foreign, byteSize);
    run(milliseconds(200));
    const ConnectionId theirs = c.last;
    ccn.accept(theirs, byteSize);
    run(milliseconds(200));
    return {ours, theirs};
  }

  Scheduler clock;
  DirectWire wire;
  Ncp utah, ccn;
  Diary u, c;
};

inline BitString octets(std::initializer_list<unsigned> values) {
  BitString out;
  for (const unsigned v : values) out.append(v, 8);
  return out;
}

// "00 41 00 00 | 09 55": hexadecimal octets; other characters are ignored.
inline BitString hex(const std::string& text) {
  BitString out;
  for (const char ch : text) {
    if (ch >= '0' && ch <= '9') out.append(static_cast<unsigned>(ch - '0'), 4);
    if (ch >= 'A' && ch <= 'F') out.append(static_cast<unsigned>(ch - 'A') + 10, 4);
  }
  return out;
}

inline std::string toHex(const BitString& bits) {
  std::string out;
  for (std::size_t at = 0; at < bits.size(); at += 4) out += "0123456789ABCDEF"[bits.field(at, 4)];
  return out;
}

}  // namespace utah10::test
