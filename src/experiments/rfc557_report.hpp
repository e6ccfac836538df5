// The report on RFC 557's chain of improvements and on FTP: ours next to the published numbers, the charged CPU time,
// and the disagreements.
#pragma once

#include <string>
#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc557.hpp"

namespace utah10 {

// The seal must be broken: all results are final.
Report rfc557Report(const Rfc557Settings& settings, const std::vector<ChainResult>& results, const Seal& seal);

// A progress line on a finished transfer.
std::string progressText(const ChainResult& result);

}  // namespace utah10
