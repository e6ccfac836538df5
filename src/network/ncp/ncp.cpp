#include "network/ncp/ncp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "network/ncp/ncp_state.hpp"

namespace utah10 {

using namespace ncp;

Ncp::Ncp(Scheduler& clock, MessagePort& port, const std::string& name, const NcpConfig& config)
    : state_(std::make_unique<State>(clock, port, name, config)) {
  port.attach(*this);
}

Ncp::~Ncp() = default;

Ncp::UserId Ncp::enrol(NcpUser& user) {
  state_->users.push_back(&user);
  return static_cast<UserId>(state_->users.size() - 1);
}

void Ncp::comeUp() {
  if (state_->up) return;
  state_->left();
  state_->up = true;
  state_->port.setReady(true);
  if (!state_->port.impIsReady()) return;
  state_->sendNops();
  state_->approachAll();
  state_->wake();
}

void Ncp::goDown() {
  if (!state_->up) return;
  state_->up = false;
  state_->forgetAll();
  state_->leave();
  state_->wake();
}

bool Ncp::isUp() const { return state_->isUp(); }

ConnectionId Ncp::listen(UserId user, Socket local) {
  const ConnectionId id = state_->listen(user, local);
  state_->wake();
  return id;
}

void Ncp::accept(ConnectionId id, unsigned byteSize) {
  Connection* c = state_->find(id);
  if (c == nullptr || c->phase != Phase::Requested) return;
  if (c->sends()) c->byteSize = static_cast<std::uint8_t>(std::clamp(byteSize, 1u, 255u));
  if (!state_->takeLink(*c)) return refuse(id);
  state_->sendRfc(*c);
  state_->open(*c);
  state_->wake();
}

void Ncp::refuse(ConnectionId id) {
  Connection* c = state_->find(id);
  if (c == nullptr || c->phase != Phase::Requested) return;
  state_->abort(*c, CloseReason::ByUs);
  state_->wake();
}

ConnectionId Ncp::connect(UserId user, Socket local, HostId host, Socket foreign, unsigned byteSize) {
  const ConnectionId id = state_->connect(user, local, host, foreign, byteSize);
  state_->wake();
  return id;
}

void Ncp::close(ConnectionId id) {
  if (Connection* c = state_->find(id); c != nullptr) state_->close(*c);
  state_->wake();
}

void Ncp::abort(ConnectionId id) {
  if (Connection* c = state_->find(id); c != nullptr) state_->abort(*c, CloseReason::ByUs);
  state_->wake();
}

void Ncp::hand(ConnectionId id, UserId user) {
  Connection* c = state_->find(id);
  if (c == nullptr) return;
  c->user = user;
  if (!c->sends() && !c->data.empty()) state_->notify(NoticeKind::Received, id);
  state_->wake();
}

void Ncp::limit(ConnectionId id, Duration time) {
  Connection* c = state_->find(id);
  if (c == nullptr || c->phase == Phase::Ended) return;
  c->limit = time == Duration::zero() ? kNever : state_->clock.now() + time;
  state_->wake();
}

void Ncp::allow(ConnectionId id, std::uint16_t messages, std::uint32_t bits) {
  Connection* c = state_->find(id);
  if (c == nullptr || c->sends()) return;
  c->mostMessages = messages;
  c->mostBits = bits;
  if (c->phase == Phase::Open && !c->reclaiming && (c->messageSpace > messages || c->bitSpace > bits)) {
    const auto part = [](std::uint64_t whole, std::uint64_t rest) {
      return whole <= rest ? 0u : static_cast<unsigned>(((whole - rest) * 128 + whole - 1) / whole);
    };
    ControlCommand gvb;
    gvb.op = ControlOp::Gvb;
    gvb.link = c->link;
    gvb.messages = static_cast<std::uint16_t>(part(c->messageSpace, messages));
    gvb.bits = part(c->bitSpace, bits);
    c->reclaiming = true;
    state_->command(c->host, gvb);
  }
  state_->wake();
}

void Ncp::send(ConnectionId id, const BitString& bytes) {
  Connection* c = state_->find(id);
  const bool may = c != nullptr && c->sends() && !c->closing && !c->clsCame && c->phase != Phase::ClsSent &&
                   c->phase != Phase::Ended;
  if (!may) return;
  c->data.append(bytes);
  state_->wake();
}

std::size_t Ncp::unsent(ConnectionId id) const {
  const Connection* c = state_->find(id);
  if (c == nullptr || !c->sends()) return 0;
  std::size_t bits = c->data.size();
  for (const Flight& f : state_->flights)
    if (f.connection == id) bits += f.bits;
  return bits;
}

BitString Ncp::take(ConnectionId id, std::size_t bits) {
  Connection* c = state_->find(id);
  if (c == nullptr || c->sends() || c->byteSize == 0) return {};
  BitString out = c->data.take(std::min(bits, c->data.size()) / c->byteSize * c->byteSize);
  if (c->phase == Phase::Ended && c->data.empty()) state_->tellClosed(*c);
  state_->wake();
  return out;
}

std::size_t Ncp::waiting(ConnectionId id) const {
  const Connection* c = state_->find(id);
  return c == nullptr || c->sends() ? 0 : c->data.size();
}

void Ncp::interrupt(ConnectionId id) {
  const Connection* c = state_->find(id);
  if (c == nullptr || c->phase != Phase::Open) return;
  ControlCommand interrupt;
  interrupt.op = c->sends() ? ControlOp::Ins : ControlOp::Inr;
  interrupt.link = c->link;
  state_->command(c->host, interrupt);
  state_->wake();
}

unsigned Ncp::byteSize(ConnectionId id) const {
  const Connection* c = state_->find(id);
  return c == nullptr ? 0 : c->byteSize;
}

HostId Ncp::hostOf(ConnectionId id) const {
  const Connection* c = state_->find(id);
  return c == nullptr ? HostId{} : c->host;
}

Socket Ncp::foreignSocket(ConnectionId id) const {
  const Connection* c = state_->find(id);
  return c == nullptr ? Socket{} : c->foreign;
}

Socket Ncp::allocateSockets(unsigned count) {
  const std::uint32_t first = state_->nextSocket;
  state_->nextSocket += count + (count & 1);
  return Socket{first};
}

void Ncp::echo(HostId host, std::uint8_t data) {
  RemoteHost& h = state_->hostOf(host);
  if (h.echoes.size() >= kMostEchoes) return;
  h.echoes.push_back(data);
  if (h.contact == Contact::Known) {
    state_->sendEcho(h);
  } else {
    state_->approach(h);
  }
  state_->wake();
}

void Ncp::reset(HostId host) {
  if (!state_->isUp()) return;
  RemoteHost& h = state_->hostOf(host);
  h.contact = Contact::Resetting;
  state_->purge(host, CloseReason::Reset, true);
  state_->markStale(host, false);
  state_->sendRst(h);
  state_->wake();
}

std::vector<ConnectionView> Ncp::connections() const {
  std::vector<ConnectionView> views;
  for (const auto& [id, c] : state_->connections) views.push_back(state_->view(c));
  return views;
}

std::optional<ConnectionView> Ncp::connection(ConnectionId id) const {
  const Connection* c = state_->find(id);
  if (c == nullptr) return std::nullopt;
  return state_->view(*c);
}

ConnectionView Ncp::State::view(const Connection& c) const {
  static constexpr std::array<std::string_view, kPhases> kNames = {
      "listening", "requested", "waiting for the host", "RFC sent", "open", "CLS sent", "ended"};
  ConnectionView v;
  v.id = c.id;
  v.local = c.local;
  v.foreign = c.foreign;
  v.host = c.host;
  v.link = c.link;
  v.byteSize = c.byteSize;
  v.state = kNames[static_cast<std::size_t>(c.phase)];
  if (c.phase == Phase::Open && (c.closing || c.clsCame)) v.state = "closing";
  v.bitsSent = c.bitsSent;
  v.bitsReceived = c.bitsReceived;
  v.messageSpace = c.messageSpace;
  v.bitSpace = c.bitSpace;
  for (const Flight& f : flights)
    if (f.connection == c.id) v.awaitsRfnmSince = f.since;
  return v;
}

std::optional<EchoView> Ncp::lastEcho(HostId host) const {
  const auto at = state_->hosts.find(host);
  if (at == state_->hosts.end() || at->second.echo.sent == Instant{}) return std::nullopt;
  return at->second.echo;
}

const NcpCounters& Ncp::counters() const { return state_->counters; }
const EventLog& Ncp::log() const { return state_->log; }
const NcpConfig& Ncp::config() const { return state_->config; }

void Ncp::arrived(const Message& message) {
  if (!state_->up) return;
  const Leader& leader = message.leader;
  switch (static_cast<ToHost>(leader.type)) {
    case ToHost::Regular:
      state_->gotData(message);
      break;
    case ToHost::Rfnm:
      state_->landed(leader);
      break;
    case ToHost::DestinationDead:
      state_->died(leader);
      break;
    case ToHost::ErrorInData:
    case ToHost::Incomplete:
      state_->bounced(leader);
      break;
    case ToHost::Reset:
      state_->impReset();
      break;
    case ToHost::Nop:
      break;
    case ToHost::GoingDown:
      state_->note({}, "the IMP is going down");
      break;
    case ToHost::ErrorInLeader:
      ++state_->counters.malformed;
      state_->note({}, fmt::format("the IMP found an error in a leader, subtype {}", leader.subtype));
      break;
    default:
      ++state_->counters.malformed;
      state_->note(leader.host, fmt::format("message of type {} dropped", leader.type));
  }
  state_->wake();
}

void Ncp::impReady(bool ready) {
  state_->note({}, ready ? "the IMP is ready" : "the IMP is not ready: everything in transit is lost");
  state_->flapped = true;
  if (!ready) {
    state_->left();  // no IMP is left to tell
    state_->forgetAll();
  } else if (state_->up) {
    state_->sendNops();
    state_->approachAll();
  }
  state_->wake();
}

// Drops the line in an event of its own, because the port concerned is calling us.
void Ncp::allSent() {
  if (state_->leaving != kNever) state_->wake();
}

void Ncp::state(Archive& a) { state_->state(a); }

}  // namespace utah10
