#include "utah10/toolchain/linker.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kNegativeOffset = 0400;  // NEGOFF: this far below its origin still counts as the segment
}

// LOADER at CHECK: in a two-segment program the address itself determines its segment.
VirtualAddress Placement::moved(std::uint32_t address) const {
  if (!two) return VirtualAddress{address + (wholeHigh ? high : low)};
  if (address + kNegativeOffset >= highBase) return VirtualAddress{address - highBase + high};
  return VirtualAddress{address + low};
}

}  // namespace utah10
