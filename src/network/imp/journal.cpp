#include "network/imp/journal.hpp"

namespace utah10::subnet {

void Journal::add(NetEvent::Kind kind, unsigned imp, HostId host, std::string text) {
  events_.push_back({clock_.now(), kind, imp, host, std::move(text)});
  if (events_.size() <= kRemembered) return;
  events_.pop_front();
  ++forgotten_;
}

void Journal::save(StateWriter& out) const {
  out.u64(forgotten_);
  out.u32(static_cast<std::uint32_t>(events_.size()));
  for (const NetEvent& e : events_) {
    out.instant(e.at);
    out.u8(static_cast<std::uint8_t>(e.kind));
    out.u32(e.imp);
    out.u8(e.host.octet());
    out.text(e.text);
  }
}

void Journal::restore(StateReader& in) {
  events_.clear();
  forgotten_ = in.u64();
  const std::uint32_t n = in.u32();
  if (n > kRemembered) return in.reject("a network journal that is too long");
  for (std::uint32_t i = 0; i < n && in.good(); ++i) {
    NetEvent e;
    e.at = in.instant();
    const std::uint8_t kind = in.u8();
    if (kind >= NetEvent::kKinds) in.reject("a journal entry of an unknown kind");
    e.kind = static_cast<NetEvent::Kind>(kind);
    e.imp = in.u32();
    e.host = HostId{in.u8()};
    e.text = in.text();
    events_.push_back(std::move(e));
  }
}

}  // namespace utah10::subnet
