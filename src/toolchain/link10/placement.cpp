#include "utah10/toolchain/linker.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kNegativeOffset = 0400;  // NEGOFF: this far below its origin still counts as the segment
}

// LOADER at CHECK: in a two-segment program the address itself determines its segment. The sum has 18 bits, so the last
// 400 addresses are negative ones of the low segment: the genuine image of TENEX 1.34 has 64777 for SCHED's SCDVE==.-1,
// with the program at 65000.
VirtualAddress Placement::moved(std::uint32_t address) const {
  if (!two) return VirtualAddress{address + (wholeHigh ? high : low)};
  if (((address + kNegativeOffset) & VirtualAddress::kMask) >= highBase)
    return VirtualAddress{address - highBase + high};
  return VirtualAddress{address + low};
}

}  // namespace utah10
