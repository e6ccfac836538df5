#include "network/imp/machine_member.hpp"

namespace utah10 {

void MachineMember::runUntil(Instant until) {
  if (stop_ == StopReason::None || stop_ == StopReason::TimeLimit)
    stop_ = machine_.cpu().run({~std::uint64_t{0}, until, nullptr});
  if (machine_.now() < until) machine_.clock().idleUntil(until);
}

}  // namespace utah10
