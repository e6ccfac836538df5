#include "network/leader.hpp"

namespace utah10 {

BitString Leader::bits() const {
  BitString out;
  out.append(priority, 1);
  out.append(imp, 1);
  out.append(trace, 1);
  out.append(octal, 1);
  out.append(type, 4);
  out.append(host.octet(), 8);
  out.append(link, 8);
  out.append(id, 4);
  out.append(subtype, 4);
  return out;
}

Leader Leader::of(const BitString& message) {
  Leader l;
  l.priority = message.field(0, 1) != 0;
  l.imp = message.field(1, 1) != 0;
  l.trace = message.field(2, 1) != 0;
  l.octal = message.field(3, 1) != 0;
  l.type = static_cast<std::uint8_t>(message.field(4, 4));
  l.host = HostId{static_cast<unsigned>(message.field(8, 8))};
  l.link = static_cast<std::uint8_t>(message.field(16, 8));
  l.id = static_cast<std::uint8_t>(message.field(24, 4));
  l.subtype = static_cast<std::uint8_t>(message.field(28, 4));
  return l;
}

BitString Message::bits() const {
  BitString out = leader.bits();
  out.append(text);
  return out;
}

void Leader::state(Archive& a) {
  BitString all = bits();
  all.state(a);
  if (a.reading()) *this = of(all);
}

void Message::state(Archive& a) {
  BitString all = bits();
  all.state(a);
  if (a.reading()) *this = of(all);
}

}  // namespace utah10
