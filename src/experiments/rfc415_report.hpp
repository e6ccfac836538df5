// The report on RFC 415's samples: ours next to the paper's, the sending and receiving halves separately, the charged
// CPU time, and the disagreements.
#pragma once

#include <string>
#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc415.hpp"

namespace utah10 {

// The seal must be broken: all results are final. One result for each of rfc415Rows(), in their order.
Report rfc415Report(const Rfc415Settings& settings, const std::vector<StringResult>& results, const Seal& seal);

// A progress line on a finished sample.
std::string progressText(const StringResult& result);

}  // namespace utah10
