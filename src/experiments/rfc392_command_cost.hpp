// CPU time of the whole command outside the interval of the program's account. Private to the layer.
#pragma once

#include <vector>

#include "experiments/report.hpp"
#include "experiments/rfc392.hpp"
#include "experiments/rfc392_numbers.hpp"

namespace utah10 {

// Adds two tables, of the commands and of their time outside the interval; and a paragraph on short sends if the
// interval's fixed part is smaller than the paper's.
void addCommandCost(Report& report, const std::vector<TransferResult>& results, const std::vector<CostPoint>& paper);

}  // namespace utah10
