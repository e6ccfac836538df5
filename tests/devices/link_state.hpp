// The state of a link and its clock, as a snapshot has it.
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

// Gives what is wrong with the state, or nothing.
inline std::string restoreLink(const std::vector<std::byte>& state, Scheduler& clock, HostLink& link) {
  StateReader in{state};
  clock.restore(in);
  in.beginSection("link");
  link.restore(in);
  in.endSection();
  return in.error();
}

}  // namespace utah10
