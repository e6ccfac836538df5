#include "network/imp/source_side.hpp"

#include <algorithm>

#include "network/imp/imp.hpp"

namespace utah10::subnet {

SubnetEvent SourceSide::event() const {
  return {SubnetEventKind::MessageTimer, static_cast<std::uint8_t>(imp_.number()), 0};
}

std::uint16_t SourceSide::key(HostId source, HostId destination) const {
  if (context_.parameters.numberByImps) return static_cast<std::uint16_t>(source.imp() << 8 | destination.imp());
  return static_cast<std::uint16_t>(source.octet() << 8 | destination.octet());
}

std::optional<std::uint32_t> SourceSide::number(const Packet& first) {
  Pair& pair = pairs_[key(first.source, first.destination)];
  if (pair.out.size() >= context_.parameters.window) return {};
  Message m;
  m.about = first;
  m.about.number = pair.next++;
  m.single = first.single();
  m.about.text.clear();
  m.since = context_.agenda.now();
  m.ask = m.since + context_.parameters.ask;
  pair.out.push_back(std::move(m));
  watch();
  return pair.out.back().about.number;
}

Packet SourceSide::control(PacketKind kind, const Packet& about) const {
  Packet p;
  p.kind = kind;
  p.source = about.source;
  p.destination = about.destination;
  p.link = about.link;
  p.priority = about.priority;
  p.toFake = about.toFake;
  p.number = about.number;
  p.life = imp_.life();
  const auto pair = pairs_.find(key(about.source, about.destination));
  p.oldest = pair == pairs_.end()       ? 0
             : pair->second.out.empty() ? pair->second.next
                                        : pair->second.out.front().about.number;
  return p;
}

bool SourceSide::buffers(const Packet& first) {
  Pair& pair = pairs_[key(first.source, first.destination)];
  if (pair.held != 0) {
    --pair.held;
    return true;
  }
  for (Message& m : pair.out)
    if (m.about.number == first.number) m.wantsBuffers = true;
  imp_.send(control(PacketKind::RequestAll, first));
  return false;
}

void SourceSide::sent(Packet& packet) {
  const Packet with = control(PacketKind::Data, packet);
  packet.life = with.life;
  packet.oldest = with.oldest;
  Pair& pair = pairs_[key(packet.source, packet.destination)];
  for (Message& m : pair.out) {
    if (m.about.number != packet.number) continue;
    m.wantsBuffers = false;
    m.ask = context_.agenda.now() + context_.parameters.ask;
    if (m.single) m.about = packet;
  }
  watch();
}

void SourceSide::abort(HostId source, HostId destination, std::uint32_t number) {
  Pair& pair = pairs_[key(source, destination)];
  const auto m =
      std::find_if(pair.out.begin(), pair.out.end(), [&](const Message& x) { return x.about.number == number; });
  if (m == pair.out.end()) return;
  const Packet about = m->about;
  imp_.send(control(PacketKind::Abort, about));
  pair.out.erase(m);
  imp_.retryHosts();
}

void SourceSide::receive(const Packet& answer) {
  // The answer's source is the message's destination.
  const auto found = pairs_.find(key(answer.destination, answer.source));
  if (found == pairs_.end() || answer.life != imp_.life()) return;
  Pair& pair = found->second;
  switch (answer.kind) {
    case PacketKind::Allocate:
      return allocated(pair, answer);
    case PacketKind::Rfnm:
      return rfnm(pair, answer);
    case PacketKind::Dead:
      finish(pair, answer, ToHost::DestinationDead);
      return;
    default:
      if (finish(pair, answer, ToHost::Incomplete))
        context_.journal.add(NetEventKind::Incomplete, imp_.number(), answer.destination,
                             "message answered incomplete by the destination");
      return;
  }
}

void SourceSide::allocated(Pair& pair, const Packet& answer) {
  const auto m =
      std::find_if(pair.out.begin(), pair.out.end(), [&](const Message& x) { return x.about.number == answer.number; });
  if (answer.count == 1) {  // for a single packet that arrived out of turn
    if (m != pair.out.end() && m->single) {
      m->about.oldest = pair.out.front().about.number;
      imp_.send(m->about);
    }
    return;
  }
  if (m != pair.out.end()) m->wantsBuffers = false;
  if (m == pair.out.end() || !imp_.allocated(answer)) hold(pair);
}

void SourceSide::rfnm(Pair& pair, const Packet& answer) {
  if (answer.count != 0) hold(pair);
  finish(pair, answer, ToHost::Rfnm);
}

void SourceSide::hold(Pair& pair) {
  ++pair.held;
  pair.until = context_.agenda.now() + context_.parameters.allocationKept;
  watch();
}

bool SourceSide::finish(Pair& pair, const Packet& answer, ToHost type) {
  const auto m = std::find_if(pair.out.begin(), pair.out.end(), [&](const Message& x) {
    return x.about.number == answer.number && x.about.source == answer.destination;
  });
  if (m == pair.out.end()) return false;
  Leader l;
  l.type = code(type);
  l.imp = m->about.toFake;
  l.host = m->about.destination;
  l.link = m->about.link;
  l.id = m->about.id;  // RFC 533: identifies the message to its host
  // Of the other bits, the IMPs of 1973 return octal and trace in the RFNM (measured on their program).
  l.octal = type == ToHost::Rfnm && m->about.octal;
  l.trace = type == ToHost::Rfnm && m->about.trace;
  l.subtype = answer.subtype;
  const HostId host = m->about.source;
  pair.out.erase(m);
  imp_.tell(host, l);
  if (type != ToHost::Rfnm) imp_.cancelled(answer);
  imp_.retryHosts();
  return true;
}

void SourceSide::lose(Pair& pair) {
  pair.held = 0;
  while (!pair.out.empty()) {
    Packet answer = pair.out.front().about;
    std::swap(answer.source, answer.destination);
    answer.subtype = static_cast<std::uint8_t>(Lost::InSubnet);
    context_.journal.add(NetEventKind::Incomplete, imp_.number(), answer.destination,
                         "message answered incomplete: its destination is no longer reachable");
    finish(pair, answer, ToHost::Incomplete);
  }
}

void SourceSide::routesChanged() {
  for (auto& [k, pair] : pairs_)
    if (!imp_.reachable(k & 077u)) lose(pair);
}

void SourceSide::restart() {
  pairs_.clear();
  deadline_.clear();
}

void SourceSide::watch() {
  Instant first = kNever;
  for (const auto& [k, pair] : pairs_) {
    if (pair.held != 0) first = std::min(first, pair.until);
    for (const Message& m : pair.out) first = std::min(first, m.ask);
  }
  deadline_.set(context_.agenda, first, event());
}

void SourceSide::giveBack(HostId source, HostId destination) {
  Packet about;
  about.source = source;
  about.destination = destination;
  Packet p = control(PacketKind::GiveBack, about);
  p.count = Packet::kPieces;
  imp_.send(p);
}

void SourceSide::timer() {
  if (!deadline_.passed(context_.agenda, event())) return;
  const Instant now = context_.agenda.now();
  for (auto& [k, pair] : pairs_) {
    while (pair.held != 0 && pair.until <= now) {
      --pair.held;
      const bool imps = context_.parameters.numberByImps;
      giveBack(imps ? HostId{static_cast<unsigned>(k >> 8), 0} : HostId{static_cast<unsigned>(k >> 8)},
               imps ? HostId{static_cast<unsigned>(k & 077), 0} : HostId{static_cast<unsigned>(k & 0377)});
    }
    for (Message& m : pair.out) {
      if (m.ask > now) continue;
      m.ask = now + context_.parameters.ask / 2;  // the question or its answer may also be lost
      if (!m.wantsBuffers) imp_.send(control(PacketKind::Ask, m.about));
    }
  }
  watch();
}

void SourceSide::view(std::vector<OutstandingView>& out) const {
  for (const auto& [k, pair] : pairs_)
    for (const Message& m : pair.out) {
      const char* waits = m.wantsBuffers ? "buffers at the destination" : "RFNM";
      out.push_back({m.about.source, m.about.destination, m.about.link, m.about.number, m.since, waits});
    }
}

void SourceSide::Message::state(Archive& a) {
  about.state(a);
  a.flag(single, wantsBuffers);
  a.instant(since, ask);
}

void SourceSide::state(Archive& a) {
  const auto pairState = [&](Pair& pair) {
    a.u32(pair.next, pair.held);
    a.instant(pair.until);
    a.list(pair.out, context_.parameters.window, "more outstanding messages than the window allows",
           [&](Message& m) { m.state(a); });
  };
  a.table(
      pairs_, [&](std::uint16_t& key) { a.u32(key); }, pairState);
  deadline_.state(a);
}

}  // namespace utah10::subnet
