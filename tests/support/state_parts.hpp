// The state of parts of a machine, one after another, as bytes; and those bytes back into them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "utah10/machine/archive.hpp"

namespace utah10::test {

template <class... Parts>
std::vector<std::byte> stateOf(Parts&... parts) {
  Archive out = Archive::writer();
  (parts.state(out), ...);
  return out.take();
}

// The first error in `bytes`, or "".
template <class... Parts>
std::string restoreState(std::span<const std::byte> bytes, Parts&... parts) {
  Archive in = Archive::reader(bytes);
  (parts.state(in), ...);
  return in.error();
}

}  // namespace utah10::test
