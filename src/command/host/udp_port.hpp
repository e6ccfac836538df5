// A UDP socket to one peer: an IMP simulator, an NCP daemon, another utah10.
//
// Binds to the loopback network by default, and accepts datagrams from its peer only; all others are counted and
// dropped. Nothing blocks: a datagram that the host does not accept at once is lost and counted. Errors on an open
// socket are counted and reported once (takeTrouble), and are never fatal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/datagram_link.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct UdpAddress {
  std::uint16_t localPort = 0;  // 0: any free port
  std::string host;             // name or address; empty: this host, on its loopback network
  std::uint16_t remotePort = 0;
  bool listenAll = false;  // bind to every address of this host; the peer may be on another host

  // udp:LPORT:HOST:RPORT or udp:LPORT::RPORT, as in SIMH's ATTACH; an IPv6 address is in brackets.
  static Expected<UdpAddress> parse(std::string_view text);
};

class UdpPort final : public DatagramPort {
 public:
  struct Counts {
    std::uint64_t sent = 0, received = 0;  // to and from the peer
    std::uint64_t strangers = 0;           // datagrams from other peers, dropped
    std::uint64_t sendErrors = 0, receiveErrors = 0;
    std::uint64_t muted = 0;  // not sent because the machine was re-executing
  };

  // Errors: an unknown host name, a host that is not on the loopback network, a port in use.
  static Expected<std::unique_ptr<UdpPort>> open(const UdpAddress& address);
  ~UdpPort() override;
  UdpPort(const UdpPort&) = delete;
  UdpPort& operator=(const UdpPort&) = delete;

  void send(std::span<const std::uint8_t> octets) override;
  // The peer's next datagram, if there is one.
  std::optional<std::vector<std::uint8_t>> receive();
  // Nothing is sent while `muted` returns true; it is called before each datagram.
  void muteWhile(std::function<bool()> muted) { muted_ = std::move(muted); }

  const Counts& counts() const { return counts_; }
  void clearCounts() { counts_ = {}; }
  // The first error since the socket was opened; returned once.
  std::string takeTrouble();
  int descriptor() const;
  std::uint16_t localPort() const;
  std::string localText() const;  // "127.0.0.1:40312"
  std::string peerText() const;

 private:
  struct Socket;
  explicit UdpPort(std::unique_ptr<Socket> socket);
  void trouble(std::uint64_t& counter, std::string what);

  std::unique_ptr<Socket> socket_;
  Counts counts_;
  std::function<bool()> muted_;
  bool told_ = false;
  std::string trouble_;
};

}  // namespace utah10
