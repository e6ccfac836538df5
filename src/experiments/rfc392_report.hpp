// The report on RFC 392's transfers: ours in the paper's columns beside the paper's, what the time was spent on, and
// where the two disagree.
#pragma once

#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc392.hpp"

namespace utah10 {

// The seal must be broken: all results are final.
Report rfc392Report(const Rfc392Settings& settings, const std::vector<TransferResult>& results, const Seal& seal);

// A line on a transfer that has just been made, for whoever waits.
std::string progressText(const TransferResult& result);

}  // namespace utah10
