#include "command/host/telnet_server.hpp"

#define ASIO_STANDALONE
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include "command/host/telnet_stream.hpp"

namespace utah10 {

namespace {
using asio::ip::tcp;

constexpr std::size_t kChunk = 4096;
constexpr int kChunksAPoll = 4;
constexpr std::ptrdiff_t kMostLeaving = 16;  // disconnected clients with unsent output
constexpr int kPollsBeforeTold = 5;          // of a stopped machine
constexpr int kMostClosingWaits = 100;       // for clients that do not read their last lines
constexpr std::chrono::milliseconds kClosingWait{10};

bool wouldWait(const std::error_code& e) { return e == asio::error::would_block || e == asio::error::try_again; }

// A client and its line; a client that is only sent a message has no line.
struct Client {
  Client(tcp::socket s, TerminalPort* l) : socket(std::move(s)), line(l), stream(l != nullptr ? l->port() : "") {}

  tcp::socket socket;
  TerminalPort* line;
  TelnetStream stream;
  std::string peer;
  std::uint64_t lost = 0;
  std::uint64_t lostUntold = 0;
  bool sentAll = false;  // it has closed its sending side
  bool closing = false;  // to be closed when its output has been sent
  bool waits = false;    // it has called while the machine was stopped, and gets a line when the machine runs
  bool broken = false;
};

void print(Client& c, std::uint8_t character) {
  if (c.closing) return;
  if (c.stream.output().size() < TelnetServer::kMostOutput) return c.stream.print(character);
  ++c.lost;
  ++c.lostUntold;
}

void write(Client& c) {
  std::string& out = c.stream.output();
  std::error_code error;
  while (!out.empty() && !error) {
    const std::size_t n = c.socket.write_some(asio::buffer(out), error);
    out.erase(0, n);
  }
  if (error && !wouldWait(error)) c.broken = true;
  if (c.lostUntold == 0 || !out.empty()) return;
  c.stream.say("\r\n[utah10: " + std::to_string(std::exchange(c.lostUntold, 0)) +
               " characters lost, not read in time]\r\n");
}

// Discards the client's input. Closing a socket with unread input would reset it and lose our last output.
void discard(Client& c) {
  std::array<char, kChunk> chunk;
  std::error_code error;
  for (int n = 0; n < kChunksAPoll && !error; ++n) c.socket.read_some(asio::buffer(chunk), error);
}

bool mayType(const Client& c) {
  return !c.sentAll && !c.closing && !c.broken && c.line->waiting() < TelnetServer::kMostKeys;
}

void read(Client& c) {
  std::array<char, kChunk> chunk;
  for (int n = 0; n < kChunksAPoll && mayType(c) && c.stream.output().size() < TelnetServer::kMostOutput / 2; ++n) {
    std::error_code error;
    const std::size_t got = c.socket.read_some(asio::buffer(chunk), error);
    c.stream.received({chunk.data(), got});
    if (const std::string keys = c.stream.takeKeys(); !keys.empty()) c.line->type(keys);
    if (error == asio::error::eof)
      c.sentAll = true;
    else if (error && !wouldWait(error))
      c.broken = true;
    if (error) return;
  }
}
}  // namespace

struct TelnetServer::Network {
  asio::io_context context;
  tcp::acceptor acceptor{context};
  std::vector<TerminalPort*> lines;
  std::vector<std::unique_ptr<Client>> clients;
  std::set<std::string, std::less<>> kept;  // lines reserved for scripts
  int stoppedPolls = 0;                     // since the machine stopped

  Client* at(const TerminalPort* line) const {
    for (const auto& c : clients)
      if (c->line == line) return c.get();
    return nullptr;
  }
  TerminalPort* freeLine() const {
    for (TerminalPort* line : lines)
      if (at(line) == nullptr && !kept.contains(line->port())) return line;
    return nullptr;
  }
  std::error_code listen(const tcp::endpoint& endpoint);
  void accept();
  void makeRoom();
  void welcome(tcp::socket socket);
  void answer(Client& c);
  void tellOfStop();
  void resume();
  void letGo(Client& c);
  void reconcile();
  void serve(Client& c);
  void dropGone();
};

std::error_code TelnetServer::Network::listen(const tcp::endpoint& endpoint) {
  std::error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (!error) acceptor.non_blocking(true, error);
  return error;
}

void TelnetServer::Network::accept() {
  while (true) {
    makeRoom();
    std::error_code error;
    tcp::socket socket{context};
    acceptor.accept(socket, error);
    if (error) return;
    welcome(std::move(socket));
  }
}

// Closes the oldest disconnected clients with unsent output if there are too many.
void TelnetServer::Network::makeRoom() {
  const auto leaves = [](const auto& c) { return c->line == nullptr; };
  if (std::ranges::count_if(clients, leaves) < kMostLeaving) return;
  clients.erase(std::ranges::find_if(clients, leaves));
}

void TelnetServer::Network::welcome(tcp::socket socket) {
  std::error_code error;
  socket.non_blocking(true, error);
  if (error) return;
  socket.set_option(tcp::no_delay(true), error);
  const tcp::endpoint peer = socket.remote_endpoint(error);
  clients.push_back(std::make_unique<Client>(std::move(socket), stoppedPolls == 0 ? freeLine() : nullptr));
  Client& c = *clients.back();
  c.peer = peer.address().to_string() + ':' + std::to_string(peer.port());
  c.waits = stoppedPolls != 0;
  if (c.waits) return c.stream.say("utah10: the machine is stopped; wait, or call again later\r\n");
  answer(c);
}

// Connects the client to its line, if there was one for it.
void TelnetServer::Network::answer(Client& c) {
  if (c.line == nullptr) {
    c.stream.say("utah10: all lines are in use\r\n");
    c.closing = true;
    return;
  }
  c.stream.say("utah10: " + c.line->port() + "\r\n");
  c.line->onPrint([&c](Instant, std::uint8_t character) { print(c, character); });
  c.line->onHangUp([&c] { c.closing = true; });
  c.line->connect();
}

// Frees the line; the client may still have output to read.
void TelnetServer::Network::letGo(Client& c) {
  if (c.line == nullptr) return;
  c.line->onPrint({});
  c.line->onHangUp({});
  c.line->disconnect();
  c.line = nullptr;
}

// Those who have a line hear of it only if the machine stays stopped.
void TelnetServer::Network::tellOfStop() {
  if (++stoppedPolls != kPollsBeforeTold) return;
  for (const auto& c : clients)
    if (c->line != nullptr) c->stream.say("\r\n[utah10: the machine is stopped]\r\n");
}

void TelnetServer::Network::resume() {
  const bool told = std::exchange(stoppedPolls, 0) >= kPollsBeforeTold;
  for (const auto& c : clients) {
    if (told && c->line != nullptr) c->stream.say("[utah10: it runs again]\r\n");
    if (!std::exchange(c->waits, false)) continue;
    c->line = freeLine();
    if (c->line != nullptr) c->stream.rename(c->line->port());
    answer(*c);
  }
}

// Restores the connections after a snapshot that had others.
void TelnetServer::Network::reconcile() {
  for (TerminalPort* line : lines) {
    const Client* c = at(line);
    if (c == nullptr && kept.contains(line->port())) continue;
    const bool there = c != nullptr && !c->closing;
    if (there && !line->connected()) line->connect();
    if (!there && line->connected()) line->disconnect();
  }
}

void TelnetServer::Network::serve(Client& c) {
  write(c);
  if (c.line != nullptr) read(c);
  if (c.sentAll && c.line != nullptr && c.line->waiting() == 0) c.closing = true;
  if (c.closing || c.broken) letGo(c);
  if (c.closing) discard(c);
  write(c);
}

void TelnetServer::Network::dropGone() {
  std::erase_if(clients, [](const auto& c) { return c->broken || (c->closing && c->stream.output().empty()); });
}

TelnetServer::TelnetServer(std::unique_ptr<Network> network) : network_(std::move(network)) {}

TelnetServer::~TelnetServer() {
  for (const auto& c : network_->clients) network_->letGo(*c);
}

Expected<std::unique_ptr<TelnetServer>> TelnetServer::open(const TelnetConfig& config,
                                                           std::vector<TerminalPort*> lines) {
  std::error_code error;
  const auto address = asio::ip::make_address(config.address, error);
  if (error || !address.is_loopback())
    return fail("telnet", config.address + " is not a loopback address", "use 127.0.0.1 or ::1");
  auto network = std::make_unique<Network>();
  network->lines = std::move(lines);
  if (const std::error_code failed = network->listen({address, config.port}))
    return fail("telnet", "cannot listen on " + config.address + " port " + std::to_string(config.port) + ": " +
                              failed.message());
  return std::unique_ptr<TelnetServer>(new TelnetServer(std::move(network)));
}

std::uint16_t TelnetServer::port() const {
  std::error_code error;
  return network_->acceptor.local_endpoint(error).port();
}

void TelnetServer::pollStopped() {
  network_->tellOfStop();
  network_->accept();
  for (const auto& c : network_->clients) write(*c);
  network_->dropGone();
}

void TelnetServer::tell(std::string_view words) {
  for (const auto& c : network_->clients)
    if (c->line != nullptr) c->stream.say("\r\n[utah10: " + std::string{words} + "]\r\n");
}

void TelnetServer::close(std::string_view words) {
  std::error_code ignored;
  network_->acceptor.close(ignored);
  for (const auto& c : network_->clients) {
    if (c->closing) continue;
    c->stream.say("\r\n" + std::string{words} + "\r\n");
    c->closing = true;
  }
  for (int n = 0; n < kMostClosingWaits && !network_->clients.empty(); ++n) {
    for (const auto& c : network_->clients) network_->serve(*c);
    network_->dropGone();
    if (!network_->clients.empty()) std::this_thread::sleep_for(kClosingWait);
  }
}

std::size_t TelnetServer::callers() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(network_->clients, [](const auto& c) { return c->line != nullptr; }));
}

std::vector<int> TelnetServer::descriptors() const {
  std::vector<int> all{network_->acceptor.native_handle()};
  for (const auto& c : network_->clients)
    if (c->line != nullptr && mayType(*c)) all.push_back(c->socket.native_handle());
  return all;
}

void TelnetServer::poll() {
  if (network_->stoppedPolls != 0) network_->resume();
  network_->reconcile();
  network_->accept();
  for (const auto& c : network_->clients) network_->serve(*c);
  network_->dropGone();
}

std::vector<TelnetServer::LineStatus> TelnetServer::lines() const {
  std::vector<LineStatus> all;
  for (TerminalPort* line : network_->lines) {
    const Client* c = network_->at(line);
    all.push_back({line->port(), c != nullptr ? c->peer : "", line->waiting(), c != nullptr ? c->lost : 0});
  }
  return all;
}

void TelnetServer::keep(std::string_view port, bool kept) {
  if (kept)
    network_->kept.emplace(port);
  else if (const auto at = network_->kept.find(port); at != network_->kept.end())
    network_->kept.erase(at);
}

bool TelnetServer::hangUp(std::size_t n) {
  Client* c = n < network_->lines.size() ? network_->at(network_->lines[n]) : nullptr;
  if (c == nullptr) return false;
  c->stream.say("\r\n[utah10: hung up]\r\n");
  c->closing = true;
  network_->letGo(*c);
  return true;
}

}  // namespace utah10
