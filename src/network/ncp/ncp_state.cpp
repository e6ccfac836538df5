// The tables of an NCP in a snapshot. Impossible values are rejected; sizes are checked before anything is allocated.
#include "network/ncp/ncp_state.hpp"

namespace utah10 {

namespace {
// An instant to which a timeout can be added without overflow.
void pastInstant(Archive& a, Instant& t) {
  a.instant(t);
  const bool possible = t >= kPowerOn && t <= kPowerOn + (kNever - kPowerOn) / 2;
  a.check(possible, "an instant out of range");
  if (a.reading() && !possible) t = {};
}

void countersState(Archive& a, NcpCounters& c) {
  a.u64s(c.commandsSent);
  a.u64s(c.commandsReceived);
  a.u64(c.messagesSent, c.messagesReceived, c.bitsSent, c.bitsReceived, c.rfnms, c.resent, c.dead, c.incomplete);
  a.u64(c.rfnmMissing, c.strays, c.malformed, c.overruns, c.droppedBits, c.resets);
}
}  // namespace

namespace ncp {

void Connection::state(Archive& a) {
  a.u32(user, local, foreign);
  a.u8(host);
  a.choice(phase, Phase::Ended, "a connection in an unknown state");
  a.u8(link, byteSize);
  a.flag(theirRfc, closing, clsCame, told, silent, reclaiming);
  a.choice(reason, CloseReason::TimedOut, "a connection closed for an unknown reason");
  data.state(a);
  a.u32(messageSpace);
  a.u64(bitSpace);
  a.u32(mostMessages, mostBits);
  a.u64(bitsSent, bitsReceived);
  pastInstant(a, since);
  a.instant(limit);
  const bool sized = phase == Phase::Open || phase == Phase::RfcSent || phase == Phase::Waiting;
  a.check(!sized || !sends() || byteSize != 0, "a connection with a byte size of zero");
  a.check(messageSpace <= 0xFFFF && bitSpace <= 0xFFFFFFFF, "an allocation that is too large");
}

void RemoteHost::state(Archive& a) {
  a.choice(contact, Contact::Known, "a host in an unknown state");
  pastInstant(a, since);
  a.list(commands, kMostCommands, "too many commands", [&](BitString& c) {
    c.state(a);
    a.check(!c.empty() && c.size() <= 96, "a command of impossible length");
  });
  a.list(echoes, kMostEchoes, "too many echoes", [&](std::uint8_t& echoed) { a.u8(echoed); });
  a.flag(echoing);
  a.u8(echo.data);
  a.choice(echo.answer, EchoView::Answer::TimedOut, "an echo with an unknown answer");
  pastInstant(a, echo.sent);
  a.instant(echo.answered);
  a.u8(echo.reply, nextLink);
  a.check(nextLink >= kFirstLink && nextLink <= kLastLink, "a link out of range");
}

void Flight::state(Archive& a) {
  BitString all = message.bits();
  all.state(a);
  a.check(all.size() >= Leader::kBits && all.size() <= Message::kMostBits, "a message of impossible length");
  if (a.reading()) message = Message::of(all);
  a.u32(connection);
  a.u64(bits);
  a.u32(tries);
  a.flag(stale);
  pastInstant(a, since);
}

void HeldRfc::state(Archive& a) {
  a.u8(host);
  a.u32(local, foreign);
  a.u8(parameter);
  pastInstant(a, since);
}

void Notice::state(Archive& a) {
  a.choice(kind, NoticeKind::Confirmed, "a notice of an unknown kind");
  a.u32(id);
}

}  // namespace ncp

void Ncp::State::state(Archive& a) {
  a.section(clock.name(workEvent), [&] {
    a.flag(up);
    bool leaves = leaving != kNever;
    a.flag(leaves);
    if (a.reading()) leaving = kNever;
    if (leaves) pastInstant(a, leaving);
    a.flag(flapped);
    a.u32(nextId, nextSocket);
    connectionsState(a);
    a.table(
        hosts, 256, "more hosts than the network has", [&](HostId& id) { a.u8(id); },
        [&](ncp::RemoteHost& h) { h.state(a); });
    for (auto& [id, h] : hosts) h.id = h.echo.host = id;
    a.list(flights, 256 * 256, "more messages in transit than links", [&](ncp::Flight& f) { f.state(a); });
    a.list(held, ncp::kMostHeld, "too many requests", [&](ncp::HeldRfc& r) { r.state(a); });
    a.list(notices, 1u << 20, "too many notices", [&](ncp::Notice& n) { n.state(a); });
    countersState(a, counters);
    log.state(a);
  });
}

void Ncp::State::connectionsState(Archive& a) {
  const auto key = [&](ConnectionId& id) {
    a.u32(id);
    a.check(id && id.number() < nextId, "a connection whose number has not been assigned");
  };
  const auto connection = [&](ncp::Connection& c) {
    c.state(a);
    a.check(c.user < users.size() || c.silent, "a connection of a program that this host does not have");
  };
  a.table(connections, 2 * ncp::kMostConnections, "more connections than an NCP can hold", key, connection);
  for (auto& [id, c] : connections) c.id = id;
}

}  // namespace utah10
