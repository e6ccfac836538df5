// Octets in wire order: records, cards and lines of print at CCN.
#pragma once

#include <cstdint>
#include <vector>

namespace utah10 {

using Octets = std::vector<std::uint8_t>;

}  // namespace utah10
