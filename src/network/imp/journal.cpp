#include "network/imp/journal.hpp"

namespace utah10::subnet {

void Journal::add(NetEventKind kind, unsigned imp, HostId host, std::string text) {
  events_.push_back({clock_.now(), kind, imp, host, std::move(text)});
  if (events_.size() <= kRemembered) return;
  events_.pop_front();
  ++forgotten_;
}

void Journal::state(Archive& a) {
  a.u64(forgotten_);
  a.list(events_, kRemembered, "a network journal that is too long", [&](NetEvent& e) {
    a.instant(e.at);
    a.choice(e.kind, NetEventKind::Incomplete, "a journal entry of an unknown kind");
    a.u32(e.imp);
    a.u8(e.host);
    a.text(e.text);
  });
}

}  // namespace utah10::subnet
