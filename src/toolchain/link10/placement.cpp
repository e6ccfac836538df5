#include "utah10/toolchain/linker.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kNegativeOffset = 0400;  // NEGOFF: so far below its origin an address still means the segment
}

// LOADER at CHECK: in a program of two segments the address itself says which it belongs to.
VirtualAddress Placement::moved(std::uint32_t address) const {
  if (!two) return VirtualAddress{address + (wholeHigh ? high : low)};
  if (address + kNegativeOffset >= highBase) return VirtualAddress{address - highBase + high};
  return VirtualAddress{address + low};
}

}  // namespace utah10
