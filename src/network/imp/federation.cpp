#include "network/imp/federation.hpp"

#include <algorithm>

namespace utah10 {

void Federation::connect(TrunkEnd& a, TrunkEnd& b) { lines_.push_back({&a, &b}); }

Duration Federation::window() const {
  Duration shortest = Duration::max();
  for (const Line& l : lines_) shortest = std::min({shortest, l.a->lookahead(), l.b->lookahead()});
  return shortest;
}

void Federation::exchange() {
  for (const Line& l : lines_) {
    // Read both outboxes before either delivery: whatever a delivery causes belongs to the next window.
    const std::vector<TrunkFrame> fromA = l.a->sent();
    const std::vector<TrunkFrame> fromB = l.b->sent();
    for (const TrunkFrame& f : fromA) l.b->deliver(f);
    for (const TrunkFrame& f : fromB) l.a->deliver(f);
  }
}

void Federation::runUntil(Instant until) {
  if (members_.empty()) return;
  Instant at = (*std::min_element(members_.begin(), members_.end(), [](const auto* a, const auto* b) {
                 return a->now() < b->now();
               }))->now();
  const Duration step = window();
  while (at < until) {
    at = until - at <= step ? until : at + step;
    for (FederationMember* m : members_)
      if (m->now() < at) m->runUntil(at);
    exchange();
  }
}

}  // namespace utah10
