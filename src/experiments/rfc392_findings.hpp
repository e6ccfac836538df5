// What follows from the transfers, beside what RFC 392 says follows from its own: aggregates, fixed cost, dollars,
// shares, the criteria, and where the two disagree. Private to the layer.
#pragma once

#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc392.hpp"

namespace utah10 {

void addFindings(Report& report, const std::vector<TransferResult>& results, const Seal& seal);

}  // namespace utah10
