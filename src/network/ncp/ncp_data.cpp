// Data messages and the IMP's answers to ours: allocation, RFNMs, losses (docs/sources/ncp.md 5.4, 5.5).
#include <fmt/format.h>

#include <algorithm>

#include "network/ncp/ncp_state.hpp"

namespace utah10 {

using namespace ncp;

void Ncp::State::gotData(const Message& message) {
  ++counters.messagesReceived;
  const HostId from = message.leader.host;
  const std::uint8_t link = message.leader.link;
  if (message.text.size() < NcpHeader::kBits) {
    ++counters.malformed;
    note(from, fmt::format("message of {} bits on link {} has no header", message.text.size(), link));
    return;
  }
  if (link == kControlLink) return gotControl(message);
  if (link > kLastLink) {  // the link is not used by the protocol: nothing to answer
    ++counters.malformed;
    note(from, fmt::format("message on link {} dropped", link));
    return;
  }
  if (hostOf(from).contact == Contact::Resetting) return;
  Connection* c = findLink(from, link, false);
  const bool connected = c != nullptr && (c->phase == Phase::Open || c->phase == Phase::ClsSent);
  if (connected) return gotBytes(*c, message);
  counters.droppedBits += message.text.size() - NcpHeader::kBits;
  sendErr(from, ErrCode::NotConnected, message);
}

void Ncp::State::gotBytes(Connection& c, const Message& message) {
  const NcpHeader header = NcpHeader::of(message.text);
  const std::size_t bits = std::size_t{header.byteSize} * header.count;
  const bool closing = c.phase == Phase::ClsSent;
  // NIC 8246 has no code for these, so 0 is used, whose data are ours to choose (inferred: the same as with code 5).
  if (header.byteSize != c.byteSize || message.text.size() - NcpHeader::kBits < bits) {
    counters.droppedBits += std::min(bits, message.text.size() - NcpHeader::kBits);
    return sendErr(c.host, ErrCode::Undefined, message);
  }
  if (!closing && (c.messageSpace == 0 || c.bitSpace < bits)) {
    ++counters.overruns;
    counters.droppedBits += bits;
    return sendErr(c.host, ErrCode::Undefined, message);
  }
  if (closing) {
    counters.droppedBits += bits;
    return;
  }
  --c.messageSpace;
  c.bitSpace -= bits;
  c.bitsReceived += bits;
  counters.bitsReceived += bits;
  c.data.append(message.text.part(NcpHeader::kBits, bits));
  if (bits != 0) notify(NoticeKind::Received, c.id);
}

void Ncp::State::sendData(Connection& c) {
  if (c.phase != Phase::Open || !c.sends() || c.clsCame || !isUp()) return;
  if (c.messageSpace == 0 || flightOn(c.host, c.link) != nullptr) return;
  const std::size_t most = config.longestMessage - std::min<std::size_t>(config.longestMessage, NcpHeader::kBits);
  const std::size_t fits = std::min({c.data.size(), static_cast<std::size_t>(c.bitSpace), most});
  const std::size_t bytes = std::min<std::size_t>(fits / c.byteSize, 0xFFFF);
  if (bytes == 0) return;
  Flight f;
  f.bits = bytes * c.byteSize;
  f.connection = c.id;
  f.message = dataMessage(c.host, c.link, c.byteSize, c.data.take(f.bits));
  --c.messageSpace;
  c.bitSpace -= f.bits;
  launch(std::move(f));
}

// inferred from what TENEX does (docs/sources/ncp.md 5.4): sends ALL when half of the allocation has been used, not
// after every message.
void Ncp::State::topUp(Connection& c) {
  if (c.phase != Phase::Open || c.sends() || c.reclaiming) return;
  const auto messages = std::int64_t{c.mostMessages} - c.messageSpace;
  const auto bits = static_cast<std::int64_t>(c.mostBits) - static_cast<std::int64_t>(c.bitSpace) -
                    static_cast<std::int64_t>(c.data.size());
  const std::int64_t given = std::max<std::int64_t>(bits, 0);
  const auto space = static_cast<std::int64_t>(c.bitSpace);
  if (space + given < c.byteSize) return;
  const bool fewMessages = messages > 0 && 2 * std::int64_t{c.messageSpace} <= c.mostMessages;
  const bool fewBits = 2 * space <= std::int64_t{c.mostBits} && 2 * given >= std::int64_t{c.mostBits};
  if (!fewMessages && !fewBits && space >= c.byteSize) return;
  ControlCommand all;
  all.op = ControlOp::All;
  all.link = c.link;
  all.messages = static_cast<std::uint16_t>(std::max<std::int64_t>(messages, 0));
  all.bits = static_cast<std::uint32_t>(given);
  if (all.messages == 0 && all.bits == 0) return;
  c.messageSpace += all.messages;
  c.bitSpace += all.bits;
  command(c.host, all);
}

void Ncp::State::launch(Flight flight) {
  flight.since = clock.now();
  ++counters.messagesSent;
  port.send(flight.message);
  flights.push_back(std::move(flight));
}

Flight* Ncp::State::flightOn(HostId host, std::uint8_t link) {
  const auto at = std::ranges::find_if(flights, [&](const Flight& f) { return f.host() == host && f.link() == link; });
  return at == flights.end() ? nullptr : &*at;
}

void Ncp::State::erase(Flight* flight) { flights.erase(flights.begin() + (flight - flights.data())); }

// A RFNM has arrived.
void Ncp::State::landed(const Leader& leader) {
  Flight* f = flightOn(leader.host, leader.link);
  if (f == nullptr) {
    ++counters.strays;
    return;
  }
  ++counters.rfnms;
  if (Connection* c = find(f->connection); c != nullptr) {
    c->bitsSent += f->bits;
    counters.bitsSent += f->bits;
    notify(c->data.empty() ? NoticeKind::Drained : NoticeKind::Confirmed, c->id);
  }
  erase(f);
}

// Types 8 and 9: the message did not arrive. inferred: it is sent again at once, unless it is too long.
void Ncp::State::bounced(const Leader& leader) {
  Flight* f = flightOn(leader.host, leader.link);
  if (f == nullptr) {
    ++counters.strays;
    return;
  }
  ++counters.incomplete;
  const bool tooLong =
      leader.type == code(ToHost::Incomplete) && leader.subtype == static_cast<unsigned>(Lost::TooLong);
  note(leader.host, fmt::format("type {} subtype {} on link {}", leader.type, leader.subtype, leader.link));
  if (tooLong) return giveUp(*f);
  tryAgain(*f);
}

void Ncp::State::tryAgain(Flight& flight) {
  if (flight.stale) return erase(&flight);
  if (flight.tries >= config.tries) return giveUp(flight);
  ++flight.tries;
  ++counters.resent;
  ++counters.messagesSent;
  flight.since = clock.now();
  port.send(flight.message);
}

void Ncp::State::giveUp(Flight& flight) {
  const HostId host = flight.host();
  const std::uint8_t link = flight.link();
  const bool stale = flight.stale;
  Connection* c = find(flight.connection);
  note(host, fmt::format("message on link {} given up after {} tries", link, flight.tries));
  erase(&flight);
  if (stale) return;
  if (link == kControlLink) return lostHost(host, CloseReason::TimedOut);
  if (c != nullptr) abort(*c, CloseReason::TimedOut);
}

// Type 7: every connection with that host is broken.
void Ncp::State::died(const Leader& leader) {
  Flight* f = flightOn(leader.host, leader.link);
  if (f == nullptr) {
    ++counters.strays;
    return;
  }
  ++counters.dead;
  const bool stale = f->stale;
  erase(f);
  if (stale) return;
  const bool host = leader.subtype == static_cast<unsigned>(Dead::Host);
  note(leader.host, host ? "is dead: its ready line is down" : "is dead: its IMP is unreachable");
  lostHost(leader.host, CloseReason::HostDead);
}

}  // namespace utah10
