// The report on RFC 557's chain and on FTP: ours beside the published numbers, what was charged, and where the two
// disagree.
#pragma once

#include <string>
#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc557.hpp"

namespace utah10 {

// The seal must be broken: all results are final.
Report rfc557Report(const Rfc557Settings& settings, const std::vector<ChainResult>& results, const Seal& seal);

// A line on a transfer that has just been made.
std::string progressText(const ChainResult& result);

}  // namespace utah10
