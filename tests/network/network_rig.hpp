// The network behind a machine's IMP interface with UCLA-CCN as configured in 1972, and at the machine's end of the
// cable a modelled host in place of a monitor with an NCP: users of echo, discard, NETRJS and FTP.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "network/ccn/ccn_rig.hpp"
#include "network/icp_rig.hpp"
#include "network/network.hpp"
#include "network/servers/ftp_net.hpp"
#include "support/state_parts.hpp"

namespace utah10::test {

// Sends all its data to an echo (or discard) server as soon as it is connected, and keeps what comes back.
struct Talker final : NcpUser, IcpCaller {
  explicit Talker(Ncp& n) : ncp(n), self(n.enrol(*this)), icp(n, *this) {}
  void call(HostId host, std::uint32_t socket, BitString bits) {
    text = std::move(bits);
    icp.call(host, Socket{socket}, 8);
  }
  Ncp::UserId user() const override { return self; }
  void connected(const IcpPair& p) override {
    pair = p;
    ncp.send(p.output, text);
    if (ends) ncp.close(p.output);
  }
  void failed(Socket, CloseReason reason) override { reasons.push_back(reason); }
  void received(ConnectionId id) override { heard.append(ncp.take(id, ncp.waiting(id))); }
  void drained(ConnectionId) override { sent = true; }
  void closed(ConnectionId, CloseReason reason) override { reasons.push_back(reason); }
  void state(Archive& a) {
    icp.state(a);
    pair.state(a);
    text.state(a);
    heard.state(a);
    a.flag(sent);
  }

  Ncp& ncp;
  Ncp::UserId self;
  IcpClient icp;
  IcpPair pair;
  BitString text, heard;
  bool ends = false;
  bool sent = false;
  std::vector<CloseReason> reasons;
};

inline NetworkConfig ccnNetwork(double loss = 0, std::uint64_t seed = 1) {
  NetworkConfig c;
  c.subnet.topology = Topology::of1972();
  c.subnet.seed = seed;
  for (LineConfig& line : c.subnet.topology.lines) line.loss = loss;
  NetworkHostConfig& h = c.hosts.emplace_back();
  h.host.id = kCcn;
  h.host.name = "UCLA-CCN";
  for (const ServiceKind kind : {ServiceKind::Telnet, ServiceKind::Echo, ServiceKind::Discard})
    h.host.services.push_back({kind, {}});
  h.ccn = ccnOf(CcnGeneration::Of1972);
  h.ftp.emplace();
  return c;
}

inline HostConfig atTheMachine() {
  HostConfig c;
  c.id = kUtah;
  c.name = "UTAH";
  return c;
}

struct WholeNetwork {
  explicit WholeNetwork(const NetworkConfig& config = ccnNetwork())
      : cable(clock, "imp", {}, nullptr),
        network(clock, nullptr, cable, config, {.ccn = [this](const HostConfig&) { return &kept; }, .ftp = {}}),
        utah(clock, cable, atTheMachine()),
        echo(utah.ncp()),
        discard(utah.ncp()),
        rjs(utah.ncp(), userOf("NETUTAH1")),
        ftp(clock, utah.ncp()) {
    utah.comeUp();
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  Host& ccn() { return *network.host("UCLA-CCN"); }
  void state(Archive& a) {
    clock.state(a);
    a.section("rig", [&] {
      cable.state(a);
      echo.state(a);
      discard.state(a);
    });
    network.state(a);
    utah.state(a);
    rjs.state(a);
    ftp.state(a);
  }
  std::vector<std::byte> save() { return test::stateOf(*this); }
  std::string restore(std::span<const std::byte> bytes) { return test::restoreState(bytes, *this); }

  KeptFiles kept;
  Scheduler clock;
  HostLink cable;
  Network network;
  Host utah;
  Talker echo, discard;
  NetrjsClient rjs;
  FtpUser ftp;
};

inline BitString pattern(std::size_t octetCount, unsigned seed) {
  BitString bits;
  for (std::size_t i = 0; i < octetCount; ++i) bits.append((i + seed) * 2654435761u >> 11, 8);
  return bits;
}

// A job whose deck is punched out again, with `lines` lines of print after its listing.
inline std::vector<Octets> workload(std::size_t count, unsigned lines) {
  std::vector<Octets> all = deck({"//UTAH1 JOB (1234),HICKS"});
  all.push_back(octets("//*UTAH10 TIME=1,WAIT=0,LINES=" + std::to_string(lines) + ",COLUMNS=132,PUNCH=DECK"));
  for (std::size_t i = all.size(); i < count; ++i) {
    std::string line = "CARD " + std::to_string(i) + " OF THE DECK";
    line.resize(80, static_cast<char>('A' + i % 26));
    all.push_back(octets(line));
  }
  return all;
}

}  // namespace utah10::test
