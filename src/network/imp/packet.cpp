#include "network/imp/packet.hpp"

#include <algorithm>

namespace utah10::subnet {

void Packet::save(StateWriter& out) const {
  out.u8(static_cast<std::uint8_t>(kind));
  out.u8(source.octet());
  out.u8(destination.octet());
  out.u8(link);
  out.u8(id);
  out.flag(priority);
  out.flag(trace);
  out.flag(octal);
  out.flag(toFake);
  out.u32(life);
  out.u32(number);
  out.u32(oldest);
  out.u8(piece);
  out.flag(last);
  out.u8(count);
  out.u8(subtype);
  text.save(out);
}

void Packet::restore(StateReader& in) {
  const std::uint8_t k = in.u8();
  if (k >= kKinds) in.reject("a packet of an unknown kind");
  kind = static_cast<Kind>(k);
  source = HostId{in.u8()};
  destination = HostId{in.u8()};
  link = in.u8();
  id = in.u8() & 017;
  priority = in.flag();
  trace = in.flag();
  octal = in.flag();
  toFake = in.flag();
  life = in.u32();
  number = in.u32();
  oldest = in.u32();
  piece = in.u8();
  last = in.flag();
  count = in.u8();
  subtype = in.u8();
  text.restore(in);
  if (piece >= kPieces || text.size() > kText) in.reject("a packet that is too long");
}

std::int64_t Frame::bits(const ImpParameters& p) const {
  if (kind == Kind::Routing) return p.framing + p.routing;
  std::int64_t n = p.framing + p.header;
  if (kind != Kind::Data) return n;
  constexpr std::uint8_t kDle = 0x10;
  n += static_cast<std::int64_t>((packet.text.size() + 15) / 16 * 16);
  // An empty text has no character; a doubled DLE takes eight more bits.
  return n + 8 * std::count(packet.text.octets().begin(), packet.text.octets().end(), kDle);
}

void Frame::save(StateWriter& out) const {
  out.u8(static_cast<std::uint8_t>(kind));
  out.u8(channel);
  out.flag(odd);
  out.u8(acknowledged);
  out.flag(heardYou);
  out.flag(damaged);
  if (kind == Kind::Data) packet.save(out);
  if (kind != Kind::Routing) return;
  out.u8(static_cast<std::uint8_t>(routes.size()));
  for (const Route& r : routes) {
    out.u32(r.delay);
    out.u8(r.hops);
  }
}

void Frame::restore(StateReader& in) {
  const std::uint8_t k = in.u8();
  if (k > 2) in.reject("a frame of an unknown kind");
  kind = static_cast<Kind>(k);
  channel = in.u8();
  odd = in.flag();
  acknowledged = in.u8();
  heardYou = in.flag();
  damaged = in.flag();
  if (channel >= 8) in.reject("a frame on a channel that does not exist");
  packet = {};
  if (kind == Kind::Data) packet.restore(in);
  routes.clear();
  if (kind != Kind::Routing) return;
  routes.resize(in.u8());
  if (routes.size() > 64) in.reject("routes to too many IMPs");
  for (Route& r : routes) {
    r.delay = static_cast<std::uint16_t>(in.u32());
    r.hops = in.u8();
  }
}

}  // namespace utah10::subnet
