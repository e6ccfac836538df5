#include "network/event_log.hpp"

namespace utah10 {

void EventLog::add(Instant at, HostId host, std::string what) {
  if (what.size() > kLongest) what.resize(kLongest);
  events_.push_back({at, host, std::move(what)});
  if (events_.size() > kRemembered) events_.pop_front();
  ++total_;
}

void EventLog::state(Archive& a) {
  a.u64(total_);
  a.list(events_, kRemembered, "an event log that is too long", [&](NetworkEvent& e) {
    a.instant(e.at);
    a.u8(e.host);
    a.text(e.what);
  });
}

}  // namespace utah10
