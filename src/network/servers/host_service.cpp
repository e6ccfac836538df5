#include "network/servers/host_service.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

SessionServer::SessionServer(Ncp& ncp, std::string name, Socket contact, unsigned byteSize)
    : ncp_(ncp), name_(std::move(name)), self_(ncp.enrol(*this)), server_(ncp, contact, byteSize, *this) {}

std::string SessionServer::status() const {
  return fmt::format("{} now, {} served, {} refused, {} failed", sessions_.size(), server_.served(), server_.refused(),
                     server_.failed());
}

SessionServer::ServiceSession* SessionServer::sessionOf(ConnectionId id) {
  const auto at = std::ranges::find_if(
      sessions_, [&](const ServiceSession& s) { return s.pair.input == id || s.pair.output == id; });
  return at == sessions_.end() ? nullptr : &*at;
}

void SessionServer::say(ServiceSession& session, std::string_view text) {
  const unsigned size = ncp_.byteSize(session.pair.output);
  BitString bytes;
  for (const char c : text) bytes.append(static_cast<std::uint8_t>(c), size);
  ncp_.send(session.pair.output, bytes);
}

void SessionServer::hangUp(ServiceSession& session) {
  session.ending = true;
  // Queued output is closed first: some hosts take a CLS of either connection for the end of both.
  ncp_.close(session.outputOpen ? session.pair.output : session.pair.input);
}

void SessionServer::started(const IcpPair& pair) {
  if (sessions_.size() >= kMostSessions) {
    ncp_.abort(pair.input);
    ncp_.abort(pair.output);
    return;
  }
  ServiceSession& session = sessions_.emplace_back();
  session.pair = pair;
  began(session);
}

void SessionServer::received(ConnectionId id) {
  if (ServiceSession* s = sessionOf(id); s != nullptr && !s->ending) arrived(*s);
  forgetEnded();
}

void SessionServer::drained(ConnectionId id) {
  if (ServiceSession* s = sessionOf(id); s != nullptr && !s->ending) wentOut(*s);
}

void SessionServer::interrupted(ConnectionId id) {
  if (ServiceSession* s = sessionOf(id); s != nullptr && s->pair.input == id) interrupt(*s);
  forgetEnded();
}

void SessionServer::closed(ConnectionId id, CloseReason reason) {
  ServiceSession* s = sessionOf(id);
  if (s == nullptr) return;
  (s->pair.input == id ? s->inputOpen : s->outputOpen) = false;
  if (!s->ending) {
    if (s->pair.input == id && reason == CloseReason::ByThem) inputEnded(*s);
    hangUp(*s);
  } else if (!s->outputOpen && s->inputOpen) {
    ncp_.close(s->pair.input);
  }
  forgetEnded();
}

void SessionServer::forgetEnded() {
  std::erase_if(sessions_, [](const ServiceSession& s) { return !s.inputOpen && !s.outputOpen; });
}

void SessionServer::state(Archive& a) {
  server_.state(a);
  a.list(sessions_, kMostSessions, "more sessions than a server can have", [&](ServiceSession& s) {
    s.pair.state(a);
    a.flag(s.inputOpen, s.outputOpen, s.ending, s.echo);
    a.u64(s.position);
    a.text(s.line);
    s.rest.state(a);
    a.u32(s.marksDue);
    a.check(s.marksDue >= -1 && s.marksDue <= 0x7FFF, "a terminal with an impossible count of data marks");
  });
}

}  // namespace utah10
