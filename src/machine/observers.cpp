#include "utah10/machine/probe.hpp"

namespace utah10 {

void Observers::connect(Probe& probe) {
  disconnect(probe);
  all_.push_back(&probe);
  if (probe.wantsPhases()) phases_.push_back(&probe);
}

void Observers::disconnect(Probe& probe) {
  std::erase(all_, &probe);
  std::erase(phases_, &probe);
}

}  // namespace utah10
