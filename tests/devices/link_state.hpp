// The state of a link and its clock, as in a snapshot.
#pragma once

#include <string>
#include <vector>

#include "devices/host_link.hpp"
#include "support/state_parts.hpp"

namespace utah10 {

struct LinkState {
  Scheduler& clock;
  HostLink& link;

  void state(Archive& a) {
    clock.state(a);
    a.section("link", [&] { link.state(a); });
  }
};

inline std::vector<std::byte> saveLink(Scheduler& clock, HostLink& link) {
  LinkState both{clock, link};
  return test::stateOf(both);
}

// The first error found in the state, or "".
inline std::string restoreLink(const std::vector<std::byte>& state, Scheduler& clock, HostLink& link) {
  LinkState both{clock, link};
  return test::restoreState(state, both);
}

}  // namespace utah10
