// The tables of an NCP in a snapshot. Impossible values are rejected; sizes are checked before anything is allocated.
#include <algorithm>

#include "network/ncp/ncp_state.hpp"

namespace utah10 {

using namespace ncp;

namespace {

void saveOctets(StateWriter& out, const std::deque<std::uint8_t>& octets) {
  out.u32(static_cast<std::uint32_t>(octets.size()));
  for (const std::uint8_t o : octets) out.u8(o);
}

// Reads a count of at most `most`.
std::uint32_t countOf(StateReader& in, std::size_t most, const char* what) {
  const std::uint32_t n = in.u32();
  if (n <= most) return n;
  in.reject(what);
  return 0;
}

// Reads an instant to which a timeout can be added without overflow.
Instant instantOf(StateReader& in) {
  const Instant t = in.instant();
  if (t >= kPowerOn && t <= kPowerOn + (kNever - kPowerOn) / 2) return t;
  in.reject("an instant out of range");
  return {};
}

template <typename E>
E choice(StateReader& in, unsigned count, const char* what) {
  const std::uint8_t v = in.u8();
  if (v < count) return static_cast<E>(v);
  in.reject(what);
  return E{};
}

void saveConnection(StateWriter& out, const Connection& c) {
  out.u32(c.id.number());
  out.u32(c.user);
  out.u32(c.local.number());
  out.u32(c.foreign.number());
  out.u8(c.host.octet());
  out.u8(static_cast<std::uint8_t>(c.phase));
  out.u8(c.link);
  out.u8(c.byteSize);
  for (const bool b : {c.theirRfc, c.closing, c.clsCame, c.told, c.silent, c.reclaiming}) out.flag(b);
  out.u8(static_cast<std::uint8_t>(c.reason));
  c.data.save(out);
  out.u32(c.messageSpace);
  out.u64(c.bitSpace);
  out.u32(c.mostMessages);
  out.u32(c.mostBits);
  out.u64(c.bitsSent);
  out.u64(c.bitsReceived);
  out.instant(c.since);
  out.instant(c.limit);
}

void saveHost(StateWriter& out, const Host& h) {
  out.u8(h.id.octet());
  out.u8(static_cast<std::uint8_t>(h.contact));
  out.instant(h.since);
  out.u32(static_cast<std::uint32_t>(h.commands.size()));
  for (const BitString& c : h.commands) c.save(out);
  saveOctets(out, h.echoes);
  out.flag(h.echoing);
  out.u8(h.echo.data);
  out.u8(static_cast<std::uint8_t>(h.echo.answer));
  out.instant(h.echo.sent);
  out.instant(h.echo.answered);
  out.u8(h.echo.reply);
  out.u8(h.nextLink);
}

template <typename Counters, typename Each>
void eachCounter(Counters& c, Each each) {
  for (auto& n : c.commandsSent) each(n);
  for (auto& n : c.commandsReceived) each(n);
  each(c.messagesSent), each(c.messagesReceived), each(c.bitsSent), each(c.bitsReceived), each(c.rfnms);
  each(c.resent), each(c.dead), each(c.incomplete), each(c.rfnmMissing), each(c.strays);
  each(c.malformed), each(c.overruns), each(c.droppedBits), each(c.resets);
}

}  // namespace

void Ncp::State::save(StateWriter& out) const {
  out.beginSection(std::string{clock.name(workEvent)});
  out.flag(up);
  out.flag(leaving != kNever);
  if (leaving != kNever) out.instant(leaving);
  out.flag(flapped);
  out.u32(nextId);
  out.u32(nextSocket);
  out.u32(static_cast<std::uint32_t>(connections.size()));
  for (const auto& [id, c] : connections) saveConnection(out, c);
  out.u32(static_cast<std::uint32_t>(hosts.size()));
  for (const auto& [id, h] : hosts) saveHost(out, h);
  out.u32(static_cast<std::uint32_t>(flights.size()));
  for (const Flight& f : flights) {
    f.message.bits().save(out);
    out.u32(f.connection.number());
    out.u64(f.bits);
    out.u32(f.tries);
    out.flag(f.stale);
    out.instant(f.since);
  }
  out.u32(static_cast<std::uint32_t>(held.size()));
  for (const HeldRfc& r : held) {
    out.u8(r.host.octet());
    out.u32(r.local.number());
    out.u32(r.foreign.number());
    out.u8(r.parameter);
    out.instant(r.since);
  }
  out.u32(static_cast<std::uint32_t>(notices.size()));
  for (const Notice& n : notices) {
    out.u8(static_cast<std::uint8_t>(n.kind));
    out.u32(n.id.number());
  }
  eachCounter(counters, [&](std::uint64_t n) { out.u64(n); });
  log.save(out);
  out.endSection();
}

void Ncp::State::restore(StateReader& in) {
  in.beginSection(std::string{clock.name(workEvent)});
  connections.clear();
  hosts.clear();
  flights.clear();
  held.clear();
  notices.clear();
  up = in.flag();
  leaving = in.flag() ? instantOf(in) : kNever;
  flapped = in.flag();
  nextId = in.u32();
  nextSocket = in.u32();
  for (std::uint32_t n = countOf(in, 2 * kMostConnections, "more connections than an NCP can hold");
       n != 0 && in.good(); --n)
    restoreConnection(in);
  for (std::uint32_t n = countOf(in, 256, "more hosts than the network has"); n != 0 && in.good(); --n) restoreHost(in);
  restoreFlights(in);
  restoreRest(in);
  eachCounter(counters, [&](std::uint64_t& n) { n = in.u64(); });
  log.restore(in);
  in.endSection();
}

void Ncp::State::restoreConnection(StateReader& in) {
  const ConnectionId id{in.u32()};
  Connection& c = connections[id];
  c.id = id;
  c.user = in.u32();
  c.local = Socket{in.u32()};
  c.foreign = Socket{in.u32()};
  c.host = HostId{unsigned{in.u8()}};
  c.phase = choice<Phase>(in, kPhases, "a connection in an unknown state");
  c.link = in.u8();
  c.byteSize = in.u8();
  for (bool* b : {&c.theirRfc, &c.closing, &c.clsCame, &c.told, &c.silent, &c.reclaiming}) *b = in.flag();
  c.reason = choice<CloseReason>(in, 6, "a connection closed for an unknown reason");
  c.data.restore(in);
  c.messageSpace = in.u32();
  c.bitSpace = in.u64();
  c.mostMessages = static_cast<std::uint16_t>(in.u32());
  c.mostBits = in.u32();
  c.bitsSent = in.u64();
  c.bitsReceived = in.u64();
  c.since = instantOf(in);
  c.limit = in.instant();
  if (c.user >= users.size() && !c.silent) in.reject("a connection of a program that this host does not have");
  if (!id || id.number() >= nextId) in.reject("a connection whose number has not been assigned");
  const bool sized = c.phase == Phase::Open || c.phase == Phase::RfcSent || c.phase == Phase::Waiting;
  if (sized && c.sends() && c.byteSize == 0) in.reject("a connection with a byte size of zero");
  if (c.messageSpace > 0xFFFF || c.bitSpace > 0xFFFFFFFF) in.reject("an allocation that is too large");
}

void Ncp::State::restoreHost(StateReader& in) {
  Host& h = hostOf(HostId{unsigned{in.u8()}});
  h.contact = choice<Contact>(in, 3, "a host in an unknown state");
  h.since = instantOf(in);
  for (std::uint32_t n = countOf(in, kMostCommands, "too many commands"); n != 0 && in.good(); --n) {
    h.commands.emplace_back().restore(in);
    const std::size_t bits = h.commands.back().size();
    if (bits == 0 || bits > 96) in.reject("a command of impossible length");
  }
  for (std::uint32_t n = countOf(in, kMostEchoes, "too many echoes"); n != 0 && in.good(); --n)
    h.echoes.push_back(in.u8());
  h.echoing = in.flag();
  h.echo.data = in.u8();
  h.echo.answer = choice<EchoView::Answer>(in, 6, "an echo with an unknown answer");
  h.echo.sent = instantOf(in);
  h.echo.answered = in.instant();
  h.echo.reply = in.u8();
  h.nextLink = in.u8();
  if (h.nextLink < kFirstLink || h.nextLink > kLastLink) in.reject("a link out of range");
}

void Ncp::State::restoreFlights(StateReader& in) {
  for (std::uint32_t n = countOf(in, 256 * 256, "more messages in transit than links"); n != 0 && in.good(); --n) {
    Flight f;
    BitString bits;
    bits.restore(in);
    f.message = Message::of(bits);
    f.connection = ConnectionId{in.u32()};
    f.bits = in.u64();
    f.tries = in.u32();
    f.stale = in.flag();
    f.since = instantOf(in);
    if (bits.size() < Leader::kBits || bits.size() > Message::kMostBits) in.reject("a message of impossible length");
    flights.push_back(std::move(f));
  }
}

void Ncp::State::restoreRest(StateReader& in) {
  for (std::uint32_t n = countOf(in, kMostHeld, "too many requests"); n != 0 && in.good(); --n) {
    HeldRfc r;
    r.host = HostId{unsigned{in.u8()}};
    r.local = Socket{in.u32()};
    r.foreign = Socket{in.u32()};
    r.parameter = in.u8();
    r.since = instantOf(in);
    held.push_back(r);
  }
  for (std::uint32_t n = countOf(in, 1u << 20, "too many notices"); n != 0 && in.good(); --n) {
    Notice notice;
    notice.kind = choice<Notice::Kind>(in, 6, "a notice of an unknown kind");
    notice.id = ConnectionId{in.u32()};
    notices.push_back(notice);
  }
}

}  // namespace utah10
