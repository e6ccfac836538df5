// The state of a link and its clock, as in a snapshot.
#pragma once

#include <string>
#include <vector>

#include "devices/host_link.hpp"

namespace utah10 {

inline std::vector<std::byte> saveLink(const Scheduler& clock, const HostLink& link) {
  StateWriter out;
  clock.save(out);
  out.beginSection("link");
  link.save(out);
  out.endSection();
  return out.take();
}

// The first error found in the state, or "".
inline std::string restoreLink(const std::vector<std::byte>& state, Scheduler& clock, HostLink& link) {
  StateReader in{state};
  clock.restore(in);
  in.beginSection("link");
  link.restore(in);
  in.endSection();
  return in.error();
}

}  // namespace utah10
