// The report on RFC 392's transfers: our results in the paper's columns next to the paper's, the CPU time by part, and
// the disagreements.
#pragma once

#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc392.hpp"

namespace utah10 {

// The seal must be broken: all results are final.
Report rfc392Report(const Rfc392Settings& settings, const std::vector<TransferResult>& results, const Seal& seal);

// A progress line on a finished transfer.
std::string progressText(const TransferResult& result);

}  // namespace utah10
