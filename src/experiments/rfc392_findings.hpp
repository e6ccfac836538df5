// Results derived from the transfers, compared with those in RFC 392: aggregates, fixed cost, dollars, shares, the
// criteria, and disagreements. Private to the layer.
#pragma once

#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc392.hpp"

namespace utah10 {

void addFindings(Report& report, const std::vector<TransferResult>& results, const Seal& seal);

}  // namespace utah10
