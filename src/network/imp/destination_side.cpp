#include "network/imp/destination_side.hpp"

#include <algorithm>

#include "network/imp/imp.hpp"

namespace utah10::subnet {

namespace {
constexpr unsigned kFakeDiscard = 3;     // the fake host that discards everything
constexpr std::uint32_t kFarAhead = 64;  // no source has this many messages outstanding
}  // namespace

std::uint16_t DestinationSide::key(const Packet& p) const {
  if (context_.parameters.numberByImps) return static_cast<std::uint16_t>(p.source.imp() << 8 | p.destination.imp());
  return static_cast<std::uint16_t>(p.source.octet() << 8 | p.destination.octet());
}

bool DestinationSide::room(unsigned more, bool single) const {
  return used_ + more <= context_.parameters.reassembly + (single ? context_.parameters.singles : 0);
}

void DestinationSide::receive(const Packet& packet) {
  Pair& p = pair(packet);
  if (packet.life < p.life) return;
  switch (packet.kind) {
    case PacketKind::Data:
      data(p, packet);
      break;
    case PacketKind::RequestAll:
      request(p, packet);
      break;
    case PacketKind::GiveBack:
      giveBack(p);
      break;
    case PacketKind::Ask:
      asked(p, packet);
      break;
    default:
      abort(p, packet);
      break;
  }
  serve();
}

// The state of the packet's pair: reset if the source IMP has restarted, and without the messages that the source
// knows to be answered.
DestinationSide::Pair& DestinationSide::pair(const Packet& packet) {
  const std::uint16_t k = key(packet);
  Pair& p = pairs_[k];
  if (packet.life > p.life) {
    for (auto& [n, m] : p.in) release(m);
    used_ -= std::min(used_, p.promised * Packet::kPieces);
    std::erase_if(requests_, [&](const Request& r) { return r.key == k; });
    p = {};
    p.life = packet.life;
    p.expected = packet.oldest;
  }
  if (packet.life == p.life) forgetBefore(p, packet.oldest);
  return p;
}

void DestinationSide::forgetBefore(Pair& pair, std::uint32_t oldest) {
  while (!pair.in.empty() && pair.in.begin()->first < oldest) {
    release(pair.in.begin()->second);
    pair.in.erase(pair.in.begin());
  }
  if (pair.expected >= oldest) return;
  pair.expected = oldest;
  deliver(pair);
}

void DestinationSide::release(Message& message) {
  used_ -= std::min<unsigned>(used_, message.buffers);
  message.buffers = 0;
  for (BitString& t : message.text) t.clear();
}

void DestinationSide::data(Pair& pair, const Packet& packet) {
  if (packet.number < packet.oldest || packet.number >= packet.oldest + kFarAhead) return;
  if (packet.number < pair.expected && !pair.in.contains(packet.number)) return;
  const auto [found, fresh] = pair.in.try_emplace(packet.number);
  Message& m = found->second;
  if (fresh) {
    m.about = packet;
    m.about.text.clear();
    m.progress = packet.single() ? Progress::Wanted : Progress::Partial;
  }
  if (m.progress == Progress::Answered) return answer(m.about, m.answer, m.subtype);
  if (m.progress == Progress::Complete || m.progress == Progress::Queued) return;
  if (!imp_.takes(packet)) return settle(pair, m, PacketKind::Dead, static_cast<std::uint8_t>(Dead::Host));
  m.latest = context_.agenda.now();
  if (packet.single())
    single(pair, m, packet);
  else
    piece(pair, m, packet);
}

void DestinationSide::single(Pair& pair, Message& message, const Packet& packet) {
  if (message.progress == Progress::Wanted) {
    if (packet.number != pair.expected || !room(1, true)) return;  // the source will ask for it again
    ++used_;
    message.buffers = 1;
  }
  message.text[0] = packet.text;
  message.have = 1;
  message.pieces = 1;
  message.progress = Progress::Complete;
  deliver(pair);
}

void DestinationSide::piece(Pair& pair, Message& message, const Packet& packet) {
  if (message.progress != Progress::Partial) return;
  if (message.buffers == 0) {
    if (pair.promised == 0) {
      context_.journal.add(NetEventKind::Dropped, imp_.number(), packet.source,
                           "packet for which no buffers were reserved");
      pair.in.erase(packet.number);
      return;
    }
    --pair.promised;
    message.buffers = Packet::kPieces;
  }
  message.have = static_cast<std::uint8_t>(message.have | 1u << packet.piece);
  message.text[packet.piece] = packet.text;
  if (packet.last) message.pieces = static_cast<std::uint8_t>(packet.piece + 1);
  if (message.pieces == 0 || message.have != (1u << message.pieces) - 1) return;
  used_ -= message.buffers - message.pieces;
  message.buffers = message.pieces;
  message.progress = Progress::Complete;
  deliver(pair);
}

void DestinationSide::request(Pair& pair, const Packet& packet) {
  if (!imp_.takes(packet)) {
    const auto [found, fresh] = pair.in.try_emplace(packet.number);
    if (fresh) found->second.about = packet;
    settle(pair, found->second, PacketKind::Dead, static_cast<std::uint8_t>(Dead::Host));
    return deliver(pair);
  }
  const bool there = std::any_of(requests_.begin(), requests_.end(), [&](const Request& r) {
    return r.key == key(packet) && r.about.number == packet.number;
  });
  if (!there) requests_.push_back({key(packet), packet});
}

void DestinationSide::giveBack(Pair& pair) {
  if (pair.promised == 0) return;
  --pair.promised;
  used_ -= std::min<unsigned>(used_, Packet::kPieces);
}

void DestinationSide::asked(Pair& pair, const Packet& packet) {
  const auto found = pair.in.find(packet.number);
  const Instant now = context_.agenda.now();
  // Inferred: half of the source's patience. With the full patience, the answer would be put off to the next question
  // whenever a packet took longer in transit than the question.
  const Duration quiet = context_.parameters.ask / 2;
  const auto lost = static_cast<std::uint8_t>(Lost::InSubnet);
  if (found == pair.in.end()) {
    Message& m = pair.in[packet.number];
    m.about = packet;
    settle(pair, m, PacketKind::Incomplete, lost);
  } else if (found->second.progress == Progress::Answered) {
    answer(found->second.about, found->second.answer, found->second.subtype);
  } else if (found->second.progress == Progress::Partial && found->second.latest + quiet <= now) {
    settle(pair, found->second, PacketKind::Incomplete, lost);
  } else if (found->second.progress == Progress::Granted && found->second.latest + quiet <= now) {
    answer(found->second.about, PacketKind::Allocate, 0, 1);  // the grant, or the data sent in reply to it, was lost
  }
  deliver(pair);
}

void DestinationSide::abort(Pair& pair, const Packet& packet) {
  std::erase_if(requests_, [&](const Request& r) { return r.key == key(packet) && r.about.number == packet.number; });
  Message& m = pair.in[packet.number];
  if (m.progress == Progress::Queued || m.progress == Progress::Answered) return;
  m.about = packet;
  release(m);
  m.progress = Progress::Answered;
  m.answer = PacketKind::Incomplete;
  m.subtype = static_cast<std::uint8_t>(Lost::InSubnet);
  deliver(pair);
}

// Hands complete messages over in order.
void DestinationSide::deliver(Pair& pair) {
  for (;;) {
    const auto next = pair.in.find(pair.expected);
    if (next == pair.in.end()) return;
    Message& m = next->second;
    if (m.progress != Progress::Complete && m.progress != Progress::Answered) return;
    ++pair.expected;
    if (m.progress == Progress::Complete) hand(m);
  }
}

void DestinationSide::hand(Message& message) {
  message.progress = Progress::Queued;
  HostOutput::Item item;
  item.regular = true;
  item.urgent = message.about.priority;
  item.about = message.about;
  item.about.last = message.pieces == 1;
  item.buffers = message.buffers;
  message.buffers = 0;
  Leader l;
  // Measured on the IMP program of 1973: link, id and octal are copied from the source's leader; priority and trace
  // are used only inside the subnet, and the subtype becomes zero.
  l.octal = message.about.octal;
  l.host = message.about.source;
  l.link = message.about.link;
  l.id = message.about.id;
  item.bits = l.bits();
  for (unsigned i = 0; i < message.pieces; ++i) item.bits.append(message.text[i]);
  release(message);
  const unsigned host = message.about.destination.host();
  if (message.about.toFake && host == kFakeDiscard) return taken(item.about, item.buffers, true);
  HostSide* side = message.about.toFake ? nullptr : imp_.host(host);
  if (side == nullptr || !side->alive())
    return lost(item.about, item.buffers, PacketKind::Dead, static_cast<std::uint8_t>(Dead::Host));
  side->output().push(std::move(item));
}

void DestinationSide::taken(const Packet& about, std::uint8_t buffers, bool first) {
  used_ -= std::min<unsigned>(used_, buffers);
  const auto p = pairs_.find(key(about));
  if (first && p != pairs_.end() && p->second.life == about.life) {
    const auto m = p->second.in.find(about.number);
    if (m != p->second.in.end() && m->second.progress == Progress::Queued) {
      const bool more = !about.last && requests_.empty() && room(Packet::kPieces, false);
      m->second.progress = Progress::Answered;
      m->second.answer = PacketKind::Rfnm;
      if (more) {
        used_ += Packet::kPieces;
        ++p->second.promised;
        p->second.promisedAt = context_.agenda.now();
      }
      answer(about, PacketKind::Rfnm, 0, more ? Packet::kPieces : 0);
    }
  }
  serve();
}

void DestinationSide::lost(const Packet& about, std::uint8_t buffers, PacketKind kind, std::uint8_t subtype) {
  used_ -= std::min<unsigned>(used_, buffers);
  const auto p = pairs_.find(key(about));
  if (p == pairs_.end() || p->second.life != about.life) return;
  const auto m = p->second.in.find(about.number);
  if (m != p->second.in.end() && m->second.progress == Progress::Queued) settle(p->second, m->second, kind, subtype);
}

void DestinationSide::settle(Pair& pair, Message& message, PacketKind kind, std::uint8_t subtype) {
  release(message);
  message.progress = Progress::Answered;
  message.answer = kind;
  message.subtype = subtype;
  message.about.life = pair.life;
  answer(message.about, kind, subtype);
  deliver(pair);
}

void DestinationSide::answer(const Packet& about, PacketKind kind, std::uint8_t subtype, std::uint8_t count) {
  Packet p;
  p.kind = kind;
  p.source = about.destination;
  p.destination = about.source;
  p.link = about.link;
  p.toFake = false;
  p.life = about.life;
  p.number = about.number;
  p.subtype = subtype;
  p.count = count;
  imp_.send(p);
}

void DestinationSide::serve() {
  if (!requests_.empty() && !room(Packet::kPieces, false)) lapse();
  while (!requests_.empty() && room(Packet::kPieces, false)) {
    const Request r = requests_.front();
    requests_.pop_front();
    Pair& p = pairs_[r.key];
    used_ += Packet::kPieces;
    ++p.promised;
    p.promisedAt = context_.agenda.now();
    answer(r.about, PacketKind::Allocate, 0, Packet::kPieces);
  }
  serveSingles();
}

bool DestinationSide::answeredBefore(const Pair& pair, std::uint32_t number) const {
  return std::all_of(pair.in.begin(), pair.in.lower_bound(number),
                     [](const auto& entry) { return entry.second.progress == Progress::Answered; });
}

void DestinationSide::serveSingles() {
  for (auto& [k, p] : pairs_) {
    const auto m = p.in.find(p.expected);
    if (m == p.in.end() || m->second.progress != Progress::Wanted || !room(1, true)) continue;
    if (!answeredBefore(p, p.expected)) continue;
    ++used_;
    m->second.buffers = 1;
    m->second.progress = Progress::Granted;
    answer(m->second.about, PacketKind::Allocate, 0, 1);
  }
}

// Releases promised buffers that were never used: the IMP they were promised to has lost the promise.
void DestinationSide::lapse() {
  for (auto& [k, p] : pairs_) {
    if (p.promised == 0 || p.promisedAt + context_.parameters.ask > context_.agenda.now()) continue;
    used_ -= std::min(used_, p.promised * Packet::kPieces);
    p.promised = 0;
  }
}

void DestinationSide::routesChanged() {
  for (auto& [k, p] : pairs_) {
    const unsigned source = context_.parameters.numberByImps ? k >> 8 : (k >> 8) & 077u;
    if (imp_.reachable(source)) continue;
    used_ -= std::min(used_, p.promised * Packet::kPieces);
    p.promised = 0;
    for (auto& [n, m] : p.in)
      if (m.progress == Progress::Partial) release(m);
    std::erase_if(p.in, [](const auto& entry) { return entry.second.progress == Progress::Partial; });
    std::erase_if(requests_, [key = k](const Request& r) { return r.key == key; });
  }
  serve();
}

void DestinationSide::restart() {
  pairs_.clear();
  requests_.clear();
  used_ = 0;
}

void DestinationSide::Message::state(Archive& a) {
  constexpr std::string_view kUnknown = "a message in an unknown state";
  about.state(a);
  for (BitString& t : text) t.state(a);
  a.choice(progress, Progress::Answered, kUnknown);
  a.u8(have, pieces, buffers);
  a.choice(answer, PacketKind::Abort, kUnknown);
  a.u8(subtype);
  a.instant(latest);
  a.check(pieces <= Packet::kPieces, kUnknown);
}

void DestinationSide::Pair::state(Archive& a) {
  a.u32(life, expected, promised);
  a.instant(promisedAt);
  a.table(
      in, [&](std::uint32_t& n) { a.u32(n); }, [&](Message& m) { m.state(a); });
}

void DestinationSide::state(Archive& a) {
  a.u32(used_);
  a.list(requests_, [&](Request& r) {
    a.u32(r.key);
    r.about.state(a);
  });
  a.table(
      pairs_, [&](std::uint16_t& key) { a.u32(key); }, [&](Pair& p) { p.state(a); });
}

}  // namespace utah10::subnet
