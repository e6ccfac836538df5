// A live host for the network's fuzz targets: an NCP with services and open connections, and a wire that ends here.
#pragma once

#include <vector>

#include "fuzz_check.hpp"
#include "network/host.hpp"
#include "support/state_parts.hpp"

namespace utah10::fuzz {

constexpr HostId kOther{65};

struct DeadEnd final : MessagePort {
  void attach(MessageUser& u) override { user = &u; }
  void setReady(bool) override {}
  bool impIsReady() const override { return up; }
  void send(const Message& message) override {
    if (sent.size() < 64) sent.push_back(message.leader);
  }
  std::size_t unsent() const override { return 0; }
  void hold(bool) override {}
  MessageUser* user = nullptr;
  bool up = true;
  std::vector<Leader> sent;
};

struct Program final : NcpUser, IcpCaller {
  explicit Program(Ncp& n) : ncp(n), self(n.enrol(*this)) {}
  void requested(ConnectionId id) override { ncp.accept(id, 8); }
  void opened(ConnectionId id) override {
    BitString bits;
    bits.resize(ncp.byteSize(id) * std::size_t{50});
    ncp.send(id, bits);
  }
  void received(ConnectionId id) override { ncp.take(id, 100); }
  void interrupted(ConnectionId id) override { ncp.close(id); }
  Ncp::UserId user() const override { return self; }
  void connected(const IcpPair& pair) override { ncp.interrupt(pair.output); }
  void failed(Socket, CloseReason) override {}
  Ncp& ncp;
  Ncp::UserId self;
};

inline HostConfig fuzzedHost() {
  HostConfig config;
  config.id = HostId{4};
  config.name = "FUZZED";
  for (const ServiceKind kind : {ServiceKind::Telnet, ServiceKind::Echo, ServiceKind::Discard, ServiceKind::DateTime,
                                 ServiceKind::Netstat, ServiceKind::CharacterGenerator})
    config.services.push_back({kind, {}});
  config.ncp.bits = 4000;
  return config;
}

struct Bench {
  Bench() : host(clock, port, fuzzedHost()), program(host.ncp()), client(host.ncp(), program) {
    host.comeUp();
    host.ncp().listen(program.self, Socket{0x20});
    host.ncp().listen(program.self, Socket{0x21});
    host.ncp().connect(program.self, Socket{0x40}, kOther, Socket{0x31}, 8);
    host.ncp().connect(program.self, Socket{0x41}, kOther, Socket{0x30}, 36);
    client.call(kOther, Socket{13}, 8);
    run(milliseconds(1));
    answer();
    say({.op = ControlOp::Rrp});
    say({.op = ControlOp::Str, .mine = Socket{0x31}, .yours = Socket{0x40}, .byteSize = 8});
    say({.op = ControlOp::Rts, .mine = Socket{0x30}, .yours = Socket{0x41}, .link = 5});
    say({.op = ControlOp::All, .link = 5, .messages = 4, .bits = 4096});
    run(milliseconds(1));
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  void say(const ControlCommand& command) { give(controlMessage(kOther, encode(command))); }
  void give(const Message& message) { port.user->arrived(message); }
  // Sends RFNMs for everything sent so far.
  void answer() {
    for (Leader leader : std::exchange(port.sent, {})) {
      leader.type = code(ToHost::Rfnm);
      give({leader, {}});
    }
  }
  void check() {
    for (const ConnectionView& v : host.ncp().connections())
      FUZZ_CHECK(v.messageSpace <= 0xFFFF && v.bitSpace <= 0xFFFFFFFF &&
                 (v.link == 0 || (v.link >= 2 && v.link <= 71)));
    const std::vector<std::byte> state = save();
    Bench again;
    FUZZ_CHECK(again.restore(state).empty());
    FUZZ_CHECK(again.save() == state);
  }
  void state(Archive& a) {
    clock.state(a);
    host.state(a);
    a.section("client", [&] { client.state(a); });
  }
  std::vector<std::byte> save() { return test::stateOf(*this); }
  std::string restore(std::span<const std::byte> bytes) { return test::restoreState(bytes, *this); }

  Scheduler clock;
  DeadEnd port;
  Host host;
  Program program;
  IcpClient client;
};

}  // namespace utah10::fuzz
