// Results derived from RFC 557's transfers, compared with the published numbers. Private to the layer.
#pragma once

#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc557.hpp"

namespace utah10 {

void addChainFindings(Report& report, const std::vector<ChainResult>& results, const Seal& seal);

}  // namespace utah10
