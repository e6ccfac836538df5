// Saves parts of a machine one after another, and restores them.
#pragma once

#include <string>
#include <vector>

#include "utah10/machine/state_stream.hpp"

namespace utah10::test {

template <class... Parts>
std::vector<std::byte> stateOf(const Parts&... parts) {
  StateWriter out;
  (parts.save(out), ...);
  return out.take();
}

// The first error in `state`, or nothing.
template <class... Parts>
std::string restoreState(const std::vector<std::byte>& state, Parts&... parts) {
  StateReader in{state};
  (parts.restore(in), ...);
  return in.error();
}

}  // namespace utah10::test
