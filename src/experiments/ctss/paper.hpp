// The numbers of the memo.
#pragma once

#include "experiments/ctss/memo_numbers.hpp"
#include "experiments/published/published.hpp"

namespace utah10 {

// The seal must be broken: all results are final. Throws std::logic_error otherwise.
MemoNumbers ctssPaper(const Seal& seal);

}  // namespace utah10
