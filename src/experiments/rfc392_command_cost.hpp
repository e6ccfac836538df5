// What the whole command costs beside the interval of the program's account. Private to the layer.
#pragma once

#include <vector>

#include "experiments/report.hpp"
#include "experiments/rfc392.hpp"
#include "experiments/rfc392_numbers.hpp"

namespace utah10 {

// Two tables, of the commands and of what is beside the interval in them; and a paragraph on short sends if the
// interval's fixed part is less than the paper's.
void addCommandCost(Report& report, const std::vector<TransferResult>& results, const std::vector<CostPoint>& paper);

}  // namespace utah10
