#include "command/dap/channel.hpp"

#define ASIO_STANDALONE
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <asio/connect.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <cerrno>

namespace utah10 {

namespace {

using asio::ip::tcp;

bool readable(int descriptor, std::chrono::milliseconds wait) {
  pollfd in{descriptor, POLLIN, 0};
  return ::poll(&in, 1, static_cast<int>(wait.count())) > 0;
}

std::string placeOf(const PortAddress& a) { return a.host + " port " + std::to_string(a.port); }

// Waiting is left to the channel. Messages are short, and each is waited for.
std::unique_ptr<Channel> channelOf(tcp::socket socket) {
  std::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.native_non_blocking(false, ignored);
  const int descriptor = socket.release(ignored);
  return std::make_unique<Channel>(descriptor, descriptor, Channel::Ends::Close);
}

}  // namespace

Channel::~Channel() {
  if (ends_ == Ends::Keep) return;
  ::close(in_);
  if (out_ != in_) ::close(out_);
}

std::string Channel::receive(std::chrono::milliseconds wait) {
  constexpr std::size_t kChunk = 65536;
  if (closed_ || !readable(in_, wait)) return {};
  std::string bytes(kChunk, '\0');
  const ssize_t n = ::read(in_, bytes.data(), bytes.size());
  closed_ = n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
  bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return bytes;
}

// A client that has gone must not end the program by SIGPIPE.
void Channel::send(std::string_view bytes) {
  while (!bytes.empty() && !closed_) {
    ssize_t n = ::send(out_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == ENOTSOCK) n = ::write(out_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    closed_ = n < 0;
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

struct PortListener::Socket {
  asio::io_context context;
  tcp::acceptor acceptor{context};
};

PortListener::PortListener(std::unique_ptr<Socket> socket) : socket_(std::move(socket)) {}
PortListener::~PortListener() = default;

Expected<std::unique_ptr<PortListener>> PortListener::open(const PortAddress& address) {
  std::error_code error;
  const auto host = asio::ip::make_address(address.host, error);
  if (error) return fail("dap", "\"" + address.host + "\" is not an address", "127.0.0.1, or 0.0.0.0 for all");
  auto socket = std::make_unique<Socket>();
  const tcp::endpoint endpoint{host, address.port};
  tcp::acceptor& a = socket->acceptor;
  a.open(endpoint.protocol(), error);
  if (!error) a.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) a.bind(endpoint, error);
  if (!error) a.listen(1, error);
  if (!error) a.non_blocking(true, error);
  if (error) return fail("dap", "cannot listen on " + placeOf(address) + ": " + error.message());
  return std::unique_ptr<PortListener>(new PortListener(std::move(socket)));
}

std::uint16_t PortListener::port() const {
  std::error_code error;
  return socket_->acceptor.local_endpoint(error).port();
}

std::unique_ptr<Channel> PortListener::accept(std::chrono::milliseconds wait) {
  if (!readable(socket_->acceptor.native_handle(), wait)) return nullptr;
  std::error_code error;
  tcp::socket socket{socket_->context};
  socket_->acceptor.accept(socket, error);
  return error ? nullptr : channelOf(std::move(socket));
}

Expected<std::unique_ptr<Channel>> connectTo(const PortAddress& address) {
  asio::io_context context;
  tcp::resolver resolver{context};
  tcp::socket socket{context};
  std::error_code error;
  const auto found = resolver.resolve(address.host, std::to_string(address.port), error);
  if (!error) asio::connect(socket, found, error);
  if (error)
    return fail("dap", "cannot connect to " + placeOf(address) + ": " + error.message(),
                "utah10 dap --port N, or dap N at the prompt, listens there");
  return channelOf(std::move(socket));
}

}  // namespace utah10
