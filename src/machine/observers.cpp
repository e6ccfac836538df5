#include <algorithm>
#include <utility>

#include "utah10/machine/probe.hpp"

namespace utah10 {

void Observers::connect(Probe& probe) {
  disconnect(probe);
  all_.push_back(&probe);
  if (probe.wantsPhases()) phases_.push_back(&probe);
  look();
}

void Observers::look() {
  everything_ = std::ranges::any_of(all_, [](const Probe* probe) { return probe->interests() == nullptr; });
  changed_ = true;
}

void Observers::connectForMessages(Probe& probe) {
  disconnect(probe);
  messages_.push_back(&probe);
}

void Observers::disconnect(Probe& probe) {
  std::erase(messages_, &probe);
  std::erase(all_, &probe);
  std::erase(phases_, &probe);
  std::erase(waiting_, &probe);
  look();
}

void Observers::pause() {
  waiting_.insert(waiting_.end(), all_.begin(), all_.end());
  all_.clear();
  phases_.clear();
  look();
  paused_ = true;
}

void Observers::resume() {
  paused_ = false;
  for (Probe* probe : std::exchange(waiting_, {})) connect(*probe);
}

}  // namespace utah10
