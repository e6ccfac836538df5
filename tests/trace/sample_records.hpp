// Sample records shared by several tests.
#pragma once

#include "utah10/machine/probe.hpp"

namespace utah10::test {

// A user's read of 1234, which is at 561234 and holds 17, after .3 us of waiting.
inline MemoryRecord waitingRead(Instant at) {
  return {at,
          CycleKind::Read,
          true,
          VirtualAddress{01234},
          PhysicalAddress{0561234},
          Word36{017},
          Space::User,
          nanoseconds(300),
          nanoseconds(1000)};
}

}  // namespace utah10::test
