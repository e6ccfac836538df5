// The named bits of a device.
#pragma once

#include <gtest/gtest.h>

#include <span>

#include "utah10/machine/io_device.hpp"

namespace utah10::test {

// All of them; no bit may have two names.
inline std::uint64_t namedBits(std::span<const BitName> names) {
  std::uint64_t mask = 0;
  for (const BitName& b : names) {
    EXPECT_EQ(mask & b.mask, 0u) << b.name;
    mask |= b.mask;
  }
  return mask;
}

}  // namespace utah10::test
