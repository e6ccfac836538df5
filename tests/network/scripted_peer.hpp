// A host without an NCP that logs what it receives and sends scripted octets, together with a real NCP.
#pragma once

#include <string>
#include <vector>

#include "network/ncp_rig.hpp"

namespace utah10::test {

struct ScriptedPeer : MessageUser {
  ScriptedPeer(DirectWire& w, HostId own, HostId other) : wire(w), port(w.port(own)), host(own), to(other) {
    port.attach(*this);
    port.setReady(true);
  }
  void arrived(const Message& message) override {
    if (message.leader.type != code(ToHost::Regular)) return types.push_back(message.leader.type);
    const NcpHeader header = NcpHeader::of(message.text);
    // The message as it was sent: with its destination in the leader and without padding.
    Message sent = message;
    sent.leader.host = host;
    sent.text.resize(NcpHeader::kBits + std::size_t{header.byteSize} * header.count);
    got.push_back(toHex(sent.bits()));
    commands.push_back(toHex(sent.text.from(NcpHeader::kBits)));
  }
  void impReady(bool) override {}

  // Sends a whole message in hexadecimal; its leader holds the destination.
  void sendMessage(const std::string& octets) { port.send(Message::of(hex(octets))); }
  void send(const std::string& octets) { port.send(controlMessage(to, hex(octets))); }
  void sendData(std::uint8_t link, unsigned size, const BitString& bytes) {
    port.send(dataMessage(to, link, size, bytes));
  }
  std::vector<std::string> takeMessages() {
    commands.clear();
    return std::exchange(got, {});
  }
  // The texts of the messages, without leaders.
  std::vector<std::string> take() {
    got.clear();
    return std::exchange(commands, {});
  }

  DirectWire& wire;
  MessagePort& port;
  HostId host, to;
  std::vector<std::string> got, commands;
  std::vector<unsigned> types;
};

// Packs as many commands into a control message as fit, as the hosts of 1972 did.
inline NcpConfig packed() {
  NcpConfig config;
  config.commandsPerMessage = 120;
  return config;
}

// An NCP at `own` whose program logs its callbacks, and a scripted peer at `other`.
struct OneHost {
  OneHost(HostId own, HostId other, const NcpConfig& config = {})
      : wire(clock, milliseconds(1)), ncp(clock, wire.port(own), "ncp", config), diary(ncp), peer(wire, other, own) {}
  void run(Duration d = milliseconds(100)) { clock.idleUntil(clock.now() + d); }
  // The peer makes contact: RST, answered by RRP.
  void meet() {
    ncp.comeUp();
    peer.send("0C");
    run();
    peer.take();
  }
  std::vector<std::string> say(const std::string& octets) {
    peer.take();
    peer.send(octets);
    run();
    return peer.take();
  }

  Scheduler clock;
  DirectWire wire;
  Ncp ncp;
  Diary diary;
  ScriptedPeer peer;
};

}  // namespace utah10::test
