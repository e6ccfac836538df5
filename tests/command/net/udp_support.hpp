// A peer with a real socket on the loopback network, and a session whose machine has an IMP interface.
#pragma once

#define ASIO_STANDALONE
#include <asio/io_context.hpp>
#include <asio/ip/udp.hpp>
#include <chrono>
#include <functional>
#include <thread>

#include "command/net/connections.hpp"
#include "command/session_support.hpp"

namespace utah10 {

// The peer, on any free port.
struct UdpPeer {
  using udp = asio::ip::udp;
  asio::io_context context;
  udp::socket socket{context, udp::endpoint{asio::ip::address_v4::loopback(), 0}};
  std::uint16_t to = 0;
  std::uint32_t sequence = 0;
  std::vector<Datagram> got;

  UdpPeer() { socket.non_blocking(true); }
  std::uint16_t port() const { return socket.local_endpoint().port(); }
  void raw(const std::vector<std::uint8_t>& octets) {
    socket.send_to(asio::buffer(octets), {asio::ip::address_v4::loopback(), to});
  }
  void send(bool last, bool ready, std::vector<std::uint16_t> words) {
    raw(Datagram{sequence++, last, ready, std::move(words)}.octets());
  }
  void take() {
    std::vector<std::uint8_t> buffer(65536);
    for (;;) {
      std::error_code error;
      udp::endpoint from;
      const std::size_t n = socket.receive_from(asio::buffer(buffer), from, 0, error);
      if (error) return;
      const DatagramRead read = readDatagram(std::span{buffer}.first(n));
      ASSERT_TRUE(read.datagram);
      got.push_back(*read.datagram);
    }
  }
};

// A machine with device 550.
class ImpSession {
 public:
  explicit ImpSession(ImpInterfaceConfig imp = {}) : devices{machine, configOf(imp)} {
    answer("deposit 100 JRST 100; deposit pc 100");  // an endless loop to run
  }

  static DeviceConfig configOf(const ImpInterfaceConfig& imp) {
    DeviceConfig c;
    c.imp = imp;
    return c;
  }
  std::string answer(std::string_view commands) {
    terminal.clear();
    const auto done = session.performAll(commands);
    EXPECT_TRUE(done) << commands << "\n" << (done ? "" : done.error().text());
    return terminal.answers();
  }
  std::string refusal(std::string_view command) {
    terminal.clear();
    const auto done = session.perform(command);
    EXPECT_FALSE(done) << command << " was accepted:\n" << terminal.answers();
    return done ? "" : done.error().text();
  }
  // The device operations of a monitor: raise ready; send the words of a message and its end.
  void ready() { answer("execute CONO 550,200000"); }
  void say(const std::vector<std::string>& words) {
    for (const std::string& word : words) answer("deposit 2000 " + word + "; execute DATAO 550,2000; run 400us");
    answer("execute CONO 550,20000; run 100us");
  }
  // The input word, if there is one.
  std::optional<Word36> word() {
    answer("execute CONI 550,2001");
    if ((machine.cpu().peek(Space::Exec, VirtualAddress{02001})->bits() & 010) == 0) return std::nullopt;
    answer("execute DATAI 550,2002; execute CONI 550,2001");
    return machine.cpu().peek(Space::Exec, VirtualAddress{02002});
  }
  CablePorts::Cable& cable() { return *session.connections().cables().cable("imp"); }
  // Attaches the machine and the peer to each other's ports.
  void attach(UdpPeer& peer, std::string_view options = "") {
    answer("attach imp udp:0::" + std::to_string(peer.port()) + std::string{options});
    ASSERT_TRUE(cable().port);
    peer.to = cable().port->localPort();
  }
  // Runs until `done` returns true for the peer or the machine; false after a time-out.
  bool runUntil(const std::function<bool()>& done, std::string_view slice = "run 20ms") {
    for (int n = 0; n < 500; ++n) {
      answer(slice);
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

  Machine machine;
  DeviceSet devices;
  TextTerminal terminal;
  Session session{machine, devices, terminal};
};

}  // namespace utah10
