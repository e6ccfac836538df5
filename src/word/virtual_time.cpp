#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// The clock rates the machine uses must give whole seconds exactly.
static_assert(tickInstant(60, 60) == kPowerOn + seconds(1));
static_assert(tickInstant(1, 60) == kPowerOn + nanoseconds(16'666'666));

}  // namespace utah10
