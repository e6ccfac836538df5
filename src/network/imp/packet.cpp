#include "network/imp/packet.hpp"

#include <algorithm>

namespace utah10::subnet {

void Packet::state(Archive& a) {
  a.choice(kind, PacketKind::Abort, "a packet of an unknown kind");
  a.u8(source, destination, link);
  a.u8Masked(017, id);
  a.flag(priority, trace, octal, toFake);
  a.u32(life, number, oldest);
  a.u8(piece);
  a.flag(last);
  a.u8(count, subtype);
  text.state(a);
  a.check(piece < kPieces && text.size() <= kText, "a packet that is too long");
}

std::int64_t Frame::bits(const ImpParameters& p) const {
  if (kind == FrameKind::Routing) return p.framing + p.routing;
  std::int64_t n = p.framing + p.header;
  if (kind != FrameKind::Data) return n;
  constexpr std::uint8_t kDle = 0x10;
  n += static_cast<std::int64_t>((packet.text.size() + 15) / 16 * 16);
  // An empty text has no character; a doubled DLE takes eight more bits.
  return n + 8 * std::count(packet.text.octets().begin(), packet.text.octets().end(), kDle);
}

void Route::state(Archive& a) {
  a.u32(delay);
  a.u8(hops);
}

void Frame::state(Archive& a) {
  a.choice(kind, FrameKind::Routing, "a frame of an unknown kind");
  a.u8(channel);
  a.flag(odd);
  a.u8(acknowledged);
  a.flag(heardYou, damaged);
  a.check(channel < 8, "a frame on a channel that does not exist");
  if (a.reading()) packet = {};
  if (kind == FrameKind::Data) packet.state(a);
  if (a.reading()) routes.clear();
  if (kind != FrameKind::Routing) return;
  auto imps = static_cast<std::uint8_t>(routes.size());
  a.u8(imps);
  a.check(imps <= 64, "routes to too many IMPs");
  routes.resize(imps);
  for (Route& r : routes) r.state(a);
}

}  // namespace utah10::subnet
