// Making and ending connections: RFC and CLS (NIC 8246 III; docs/sources/ncp.md 5.2, 5.3).
#include <fmt/format.h>

#include <algorithm>

#include "network/ncp/ncp_state.hpp"

namespace utah10 {

using namespace ncp;

Connection* Ncp::State::find(ConnectionId id) {
  const auto at = connections.find(id);
  return at == connections.end() ? nullptr : &at->second;
}

Connection* Ncp::State::findPair(HostId host, Socket local, Socket foreign) {
  for (auto& [id, c] : connections)
    if (c.phase != Phase::Listening && c.phase != Phase::Ended && c.host == host && c.local == local &&
        c.foreign == foreign)
      return &c;
  return nullptr;
}

// The other host chose the link of a connection we send on, we chose that of one we receive on.
Connection* Ncp::State::findLink(HostId host, std::uint8_t link, bool sending) {
  for (auto& [id, c] : connections)
    if (c.phase != Phase::Ended && c.host == host && c.link == link && c.link != 0 && c.sends() == sending) return &c;
  return nullptr;
}

Connection& Ncp::State::make(UserId user, Socket local, Phase phase) {
  const ConnectionId id{nextId++};
  Connection& c = connections[id];
  c.id = id;
  c.user = user;
  c.local = local;
  c.phase = phase;
  c.mostMessages = config.messages;
  c.mostBits = config.bits;
  c.since = clock.now();
  return c;
}

// Links are used in rotation, so that a late message of a closed connection does not reach its successor.
std::uint8_t Ncp::State::freeLink(HostId host) {
  RemoteHost& h = hostOf(host);
  for (unsigned i = kFirstLink; i <= kLastLink; ++i) {
    const std::uint8_t link = h.nextLink;
    h.nextLink = link == kLastLink ? kFirstLink : static_cast<std::uint8_t>(link + 1);
    if (findLink(host, link, false) == nullptr) return link;
  }
  return 0;
}

bool Ncp::State::takeLink(Connection& c) {
  if (c.sends()) return true;
  c.link = freeLink(c.host);
  return c.link != 0;
}

void Ncp::State::sendRfc(Connection& c) {
  ControlCommand rfc;
  rfc.op = c.sends() ? ControlOp::Str : ControlOp::Rts;
  rfc.mine = c.local;
  rfc.yours = c.foreign;
  rfc.link = c.link;
  rfc.byteSize = c.byteSize;
  command(c.host, rfc);
  c.phase = Phase::RfcSent;
  c.since = clock.now();
}

void Ncp::State::open(Connection& c) {
  c.phase = Phase::Open;
  c.messageSpace = 0;
  c.bitSpace = 0;
  notify(NoticeKind::Opened, c.id);
}

ConnectionId Ncp::State::listen(UserId user, Socket local) {
  for (const auto& [id, c] : connections)
    if (c.phase == Phase::Listening && c.local == local) return {};
  Connection& c = make(user, local, Phase::Listening);
  const auto rfc = std::ranges::find(held, local, &HeldRfc::local);
  if (rfc != held.end()) {
    const HeldRfc copy = *rfc;
    held.erase(rfc);
    meetListener(copy);
  }
  return c.id;
}

ConnectionId Ncp::State::connect(UserId user, Socket local, HostId host, Socket foreign, unsigned byteSize) {
  if (local.gender() == foreign.gender() || findPair(host, local, foreign) != nullptr) return {};
  if (connections.size() >= kMostConnections) return {};
  Connection& c = make(user, local, Phase::Waiting);
  const ConnectionId id = c.id;
  c.host = host;
  c.foreign = foreign;
  c.byteSize = static_cast<std::uint8_t>(std::clamp(byteSize, 1u, 255u));
  if (!takeLink(c)) {
    connections.erase(id);
    return {};
  }
  RemoteHost& h = hostOf(host);
  if (h.contact != Contact::Known) {
    approach(h);
    return id;
  }
  sendRfc(c);
  takeHeld(c);
  return id;
}

void Ncp::State::takeHeld(Connection& c) {
  const auto rfc = std::ranges::find_if(
      held, [&](const HeldRfc& r) { return r.host == c.host && r.local == c.local && r.foreign == c.foreign; });
  if (rfc == held.end()) return;
  const HeldRfc copy = *rfc;
  held.erase(rfc);
  meet(c, copy);
}

// The other host's RFC is here; once ours is sent, the connection is established.
void Ncp::State::meet(Connection& c, const HeldRfc& rfc) {
  c.theirRfc = true;
  if (c.sends()) {
    c.link = rfc.parameter;
  } else {
    c.byteSize = rfc.parameter;
  }
  if (c.phase == Phase::RfcSent) open(c);
}

bool Ncp::State::meetListener(const HeldRfc& rfc) {
  for (auto& [id, c] : connections) {
    if (c.phase != Phase::Listening || c.local != rfc.local) continue;
    c.host = rfc.host;
    c.foreign = rfc.foreign;
    c.phase = Phase::Requested;
    meet(c, rfc);
    notify(NoticeKind::Requested, id);
    return true;
  }
  return false;
}

// Whether the other host has already assigned the link to one of our senders.
bool Ncp::State::linkTaken(HostId host, std::uint8_t link) const {
  for (const auto& [id, c] : connections)
    if (c.phase != Phase::Ended && !c.silent && c.host == host && c.link == link && c.sends()) return true;
  return std::ranges::any_of(held, [&](const HeldRfc& r) {
    return r.host == host && r.local.gender() == Gender::Send && r.parameter == link;
  });
}

// The receiver assigns links: if it assigns one again, the other host has forgotten the connection that used it (NIC
// 8246 does not mention this; a present-day daemon forgets the connections of killed programs). This does not apply
// while its CLS waits for ours.
void Ncp::State::forgetLink(HostId host, std::uint8_t link) {
  for (auto& [id, c] : connections) {
    const bool standing = (c.phase == Phase::Open && !c.clsCame) || (c.phase == Phase::ClsSent && !c.silent);
    if (!standing || !c.sends() || c.host != host || c.link != link) continue;
    note(host, fmt::format("link {} assigned again: that host has forgotten the connection of socket {:o}", link,
                           c.local.number()));
    c.data.clear();
    end(c, CloseReason::Reset);
  }
}

void Ncp::State::gotRfc(HostId host, const ControlCommand& command) {
  const bool rts = command.op == ControlOp::Rts;
  const HeldRfc rfc{host, command.yours, command.mine, rts ? command.link : command.byteSize, clock.now()};
  Connection* c = findPair(host, rfc.local, rfc.foreign);
  if (c != nullptr && c->phase == Phase::RfcSent) return meet(*c, rfc);
  if (c != nullptr && c->phase == Phase::ClsSent && (!c->theirRfc || c->silent)) {
    c->theirRfc = true;  // it crossed our CLS, which also withdraws it: NIC 8246, Connection Termination, example 2
    return;
  }
  if (c == nullptr && meetListener(rfc)) return;
  keepRfc(rfc);
}

// Whether a program has the socket or may soon ask for it.
bool Ncp::State::keeps(Socket local) const {
  if (local.number() >= config.firstSocket && local.number() < nextSocket) return true;
  return std::ranges::any_of(connections, [&](const auto& entry) {
    return entry.second.local == local && !entry.second.silent && entry.second.phase != Phase::Ended;
  });
}

void Ncp::State::keepRfc(const HeldRfc& rfc) {
  if (!keeps(rfc.local) || held.size() >= kMostHeld) return refuse(rfc);
  const auto same = std::ranges::find_if(
      held, [&](const HeldRfc& r) { return r.host == rfc.host && r.local == rfc.local && r.foreign == rfc.foreign; });
  if (same == held.end()) {
    held.push_back(rfc);
  } else {
    *same = rfc;
  }
}

// Refuses with a CLS, which the other host must answer with its own.
void Ncp::State::refuse(const HeldRfc& rfc) {
  note(rfc.host, fmt::format("refused: socket {:o} asks for {:o}, where no program listens", rfc.foreign.number(),
                             rfc.local.number()));
  if (connections.size() >= kMostConnections) return sendClsFor(rfc.host, rfc.local, rfc.foreign);
  Connection& c = make(0, rfc.local, Phase::Requested);
  c.host = rfc.host;
  c.foreign = rfc.foreign;
  c.silent = true;
  c.theirRfc = true;
  sendCls(c);
}

void Ncp::State::sendClsFor(HostId host, Socket mine, Socket yours) {
  ControlCommand cls;
  cls.op = ControlOp::Cls;
  cls.mine = mine;
  cls.yours = yours;
  command(host, cls);
}

void Ncp::State::sendCls(Connection& c) {
  sendClsFor(c.host, c.local, c.foreign);
  c.phase = Phase::ClsSent;
  c.since = clock.now();
  c.data.clear();
  if (c.clsCame) end(c, c.reason);
}

void Ncp::State::gotCls(HostId host, const DecodedCommand& decoded) {
  const ControlCommand& cls = decoded.command;
  Connection* c = findPair(host, cls.yours, cls.mine);
  if (c != nullptr && c->phase != Phase::Waiting) return clsForConnection(*c);
  const auto rfc = std::ranges::find_if(
      held, [&](const HeldRfc& r) { return r.host == host && r.local == cls.yours && r.foreign == cls.mine; });
  if (rfc == held.end()) return sendErr(host, ErrCode::NoSuchSocket, decoded.octets);
  held.erase(rfc);
  sendClsFor(host, cls.yours, cls.mine);
}

void Ncp::State::clsForConnection(Connection& c) {
  if (c.phase == Phase::ClsSent) return end(c, c.reason);
  if (c.phase == Phase::Open && c.sends()) {
    c.clsCame = true;
    c.reason = CloseReason::ByThem;
    c.data.clear();
    return finishClosing(c);
  }
  const CloseReason reason = c.phase == Phase::RfcSent ? CloseReason::Refused : CloseReason::ByThem;
  sendClsFor(c.host, c.local, c.foreign);
  end(c, reason);
}

// A sender's CLS must not overtake a message in transit.
void Ncp::State::finishClosing(Connection& c) {
  if (c.phase != Phase::Open || !(c.closing || c.clsCame)) return;
  if (c.sends() && (c.data.size() >= c.byteSize || flightOn(c.host, c.link) != nullptr)) return;
  sendCls(c);
}

void Ncp::State::close(Connection& c) {
  const bool begun = c.phase == Phase::Open || c.phase == Phase::Waiting || c.phase == Phase::RfcSent;
  const bool toSend = c.phase == Phase::Open || !c.data.empty();
  if (!begun || !c.sends() || !toSend) return abort(c, CloseReason::ByUs);
  c.closing = true;  // queued data are sent first, even if the connection is not open yet
  finishClosing(c);
}

void Ncp::State::abort(Connection& c, CloseReason reason) {
  switch (c.phase) {
    case Phase::Listening:
      connections.erase(c.id);
      return;
    case Phase::ClsSent:
      return;
    case Phase::Waiting:
      return end(c, reason);
    case Phase::Ended:
      c.data.clear();
      return tellClosed(c);
    case Phase::Requested:
    case Phase::RfcSent:
      c.reason = reason;
      return sendCls(c);
    case Phase::Open:
      c.reason = reason;
      c.closing = true;
      c.data.clear();
      return finishClosing(c);
  }
}

// The network holds no trace of it any longer.
void Ncp::State::end(Connection& c, CloseReason reason) {
  c.phase = Phase::Ended;
  c.reason = reason;
  c.limit = kNever;
  for (Flight& f : flights) {
    if (f.connection != c.id) continue;
    f.connection = {};
    f.stale = true;
  }
  const bool reading = !c.sends() && reason == CloseReason::ByThem && !c.data.empty();
  if (!reading) tellClosed(c);
}

void Ncp::State::tellClosed(Connection& c) {
  if (c.told) return;
  c.told = true;
  notify(NoticeKind::Closed, c.id);
}

}  // namespace utah10
