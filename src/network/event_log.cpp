#include "network/event_log.hpp"

namespace utah10 {

void EventLog::add(Instant at, HostId host, std::string what) {
  if (what.size() > kLongest) what.resize(kLongest);
  events_.push_back({at, host, std::move(what)});
  if (events_.size() > kRemembered) events_.pop_front();
  ++total_;
}

void EventLog::save(StateWriter& out) const {
  out.u64(total_);
  out.u32(static_cast<std::uint32_t>(events_.size()));
  for (const NetworkEvent& e : events_) {
    out.instant(e.at);
    out.u8(e.host.octet());
    out.text(e.what);
  }
}

void EventLog::restore(StateReader& in) {
  events_.clear();
  total_ = in.u64();
  const std::uint32_t count = in.u32();
  if (count > kRemembered) return in.reject("an event log that is too long");
  for (std::uint32_t i = 0; i < count && in.good(); ++i) {
    NetworkEvent e;
    e.at = in.instant();
    e.host = HostId{unsigned{in.u8()}};
    e.what = in.text();
    events_.push_back(std::move(e));
  }
}

}  // namespace utah10
