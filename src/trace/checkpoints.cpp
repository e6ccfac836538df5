#include "trace/checkpoints.hpp"

#include <algorithm>

namespace utah10 {

std::size_t Checkpoints::before(std::uint64_t position) const {
  const auto after = std::ranges::upper_bound(all_, position, {}, &Checkpoint::position);
  return after == all_.begin() ? 0 : static_cast<std::size_t>(after - all_.begin()) - 1;
}

const StatePages::State* Checkpoints::like(std::uint64_t position) const {
  return all_.empty() ? nullptr : &all_[before(position)].state;
}

void Checkpoints::put(Checkpoint c) {
  const auto there = std::ranges::find_if(all_, [&](const Checkpoint& o) {
    return o.position > c.position || (o.position == c.position && o.event >= c.event);
  });
  if (there != all_.end() && there->position == c.position && there->event == c.event)
    *there = std::move(c);
  else
    all_.insert(there, std::move(c));
}

void Checkpoints::dropAhead(std::uint64_t position, std::size_t event) {
  std::erase_if(all_, [=](const Checkpoint& c) { return c.position > position || c.event > event; });
}

void Checkpoints::dropEventsAfter(std::size_t event) {
  std::erase_if(all_, [=](const Checkpoint& c) { return c.event > event; });
}

void Checkpoints::thinOne(std::uint64_t end) {
  std::size_t best = 1;
  double smallest = 1e300;
  for (std::size_t n = 1; n + 1 < all_.size(); ++n) {
    const double gap = static_cast<double>(all_[n + 1].position - all_[n - 1].position);
    const double age = static_cast<double>(end - std::min(end, all_[n].position)) + 1;
    if (gap / age >= smallest) continue;
    smallest = gap / age;
    best = n;
  }
  all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(best));
}

std::size_t Checkpoints::dropFirst() {
  all_.pop_front();
  const std::size_t gone = all_.front().event;
  for (Checkpoint& c : all_) c.event -= gone;
  return gone;
}

}  // namespace utah10
