#include "command/host/udp_port.hpp"

#define ASIO_STANDALONE
#include <fmt/format.h>

#include <asio/io_context.hpp>
#include <asio/ip/udp.hpp>
#include <utility>

#include "word/whole_number.hpp"

namespace utah10 {

namespace {
using asio::ip::udp;

constexpr std::size_t kLargest = 65536;  // more than any datagram
constexpr int kMostStrangers = 64;       // datagrams of other peers discarded in one receive()
constexpr std::string_view kHint = "udp:LPORT:HOST:RPORT, or udp:LPORT::RPORT on this host";

bool wouldBlock(const std::error_code& e) { return e == asio::error::would_block || e == asio::error::try_again; }

std::optional<std::uint16_t> portNumber(std::string_view text, unsigned least) {
  const auto n = wholeNumber<unsigned>(text);
  return n && *n >= least && *n <= 65535 ? std::optional{static_cast<std::uint16_t>(*n)} : std::nullopt;
}

std::string textOf(const udp::endpoint& e) {
  const std::string address = e.address().to_string();
  return fmt::format("{}:{}", e.address().is_v6() ? "[" + address + "]" : address, e.port());
}

Expected<udp::endpoint> endpointOf(asio::io_context& context, const UdpAddress& address) {
  std::error_code error;
  if (address.host.empty() || address.host == "localhost")
    return udp::endpoint{asio::ip::address_v4::loopback(), address.remotePort};
  const asio::ip::address numbers = asio::ip::make_address(address.host, error);
  if (!error) return udp::endpoint{numbers, address.remotePort};
  udp::resolver resolver{context};
  const auto found = resolver.resolve(udp::v4(), address.host, "", error);
  if (error || found.empty()) return fail("udp", fmt::format("there is no host \"{}\"", address.host), error.message());
  return udp::endpoint{found.begin()->endpoint().address(), address.remotePort};
}

udp::endpoint localEndpoint(const udp::endpoint& peer, const UdpAddress& address) {
  if (address.listenAll) return {peer.protocol(), address.localPort};
  if (peer.address().is_v6()) return {asio::ip::address_v6::loopback(), address.localPort};
  return {asio::ip::address_v4::loopback(), address.localPort};
}
}  // namespace

Expected<UdpAddress> UdpAddress::parse(std::string_view text) {
  const std::string whole{text};
  const auto wrong = [&](const std::string& what) {
    return fail("", fmt::format("\"{}\" {}", whole, what), std::string{kHint});
  };
  if (!text.starts_with("udp:")) return wrong("is not a UDP address");
  text.remove_prefix(4);
  const std::size_t first = text.find(':'), last = text.rfind(':');
  if (first == std::string_view::npos || first == last) return wrong("is incomplete");
  UdpAddress a;
  const auto local = portNumber(text.substr(0, first), 0), remote = portNumber(text.substr(last + 1), 1);
  if (!local) return wrong("has no valid local port, 0 to 65535");
  if (!remote) return wrong("has no valid peer port, 1 to 65535");
  a.localPort = *local;
  a.remotePort = *remote;
  std::string_view host = text.substr(first + 1, last - first - 1);
  if (host.starts_with('[') && host.ends_with(']'))
    host = host.substr(1, host.size() - 2);
  else if (host.find(':') != std::string_view::npos)
    return wrong("has too many colons");
  a.host = host;
  return a;
}

struct UdpPort::Socket {
  asio::io_context context;
  udp::socket socket{context};
  udp::endpoint peer;
  std::vector<std::uint8_t> buffer = std::vector<std::uint8_t>(kLargest);
};

Expected<std::unique_ptr<UdpPort>> UdpPort::open(const UdpAddress& address) {
  auto s = std::make_unique<Socket>();
  const auto peer = endpointOf(s->context, address);
  if (!peer) return tl::unexpected(peer.error());
  s->peer = *peer;
  if (!address.listenAll && !peer->address().is_loopback())
    return fail("udp", fmt::format("{} is not on this host's loopback network", peer->address().to_string()),
                "listen-all binds to every address");
  const udp::endpoint local = localEndpoint(*peer, address);
  std::error_code error;
  s->socket.open(local.protocol(), error);
  if (!error) s->socket.bind(local, error);
  if (!error) s->socket.non_blocking(true, error);
  if (error) return fail("udp", fmt::format("cannot listen on {}: {}", textOf(local), error.message()));
  return std::unique_ptr<UdpPort>(new UdpPort(std::move(s)));
}

UdpPort::UdpPort(std::unique_ptr<Socket> socket) : socket_(std::move(socket)) {}
UdpPort::~UdpPort() = default;

void UdpPort::send(std::span<const std::uint8_t> octets) {
  if (muted_ && muted_()) {
    ++counts_.muted;
    return;
  }
  std::error_code error;
  socket_->socket.send_to(asio::buffer(octets.data(), octets.size()), socket_->peer, 0, error);
  if (error) return trouble(counts_.sendErrors, "cannot send to " + peerText() + ": " + error.message());
  ++counts_.sent;
}

std::optional<std::vector<std::uint8_t>> UdpPort::receive() {
  for (int n = 0; n < kMostStrangers; ++n) {
    udp::endpoint from;
    std::error_code error;
    auto& buffer = socket_->buffer;
    const std::size_t got = socket_->socket.receive_from(asio::buffer(buffer), from, 0, error);
    if (wouldBlock(error)) return std::nullopt;
    if (error) {
      trouble(counts_.receiveErrors, "cannot receive: " + error.message());
      return std::nullopt;
    }
    if (from != socket_->peer) {
      ++counts_.strangers;
      continue;
    }
    ++counts_.received;
    return std::vector<std::uint8_t>(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got));
  }
  return std::nullopt;
}

void UdpPort::trouble(std::uint64_t& counter, std::string what) {
  ++counter;
  if (!std::exchange(told_, true)) trouble_ = std::move(what);
}

std::string UdpPort::takeTrouble() { return std::exchange(trouble_, {}); }

int UdpPort::descriptor() const { return socket_->socket.native_handle(); }

std::uint16_t UdpPort::localPort() const {
  std::error_code error;
  return socket_->socket.local_endpoint(error).port();
}

std::string UdpPort::localText() const {
  std::error_code error;
  return textOf(socket_->socket.local_endpoint(error));
}

std::string UdpPort::peerText() const { return textOf(socket_->peer); }

}  // namespace utah10
