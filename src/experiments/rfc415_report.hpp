// The report on RFC 415's samples: ours beside the paper's, the sending and the receiving half by themselves, what was
// charged, and where the two disagree.
#pragma once

#include <string>
#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc415.hpp"

namespace utah10 {

// The seal must be broken: all results are final. One result for each of rfc415Rows(), in their order.
Report rfc415Report(const Rfc415Settings& settings, const std::vector<StringResult>& results, const Seal& seal);

// A line on a sample that has just been made.
std::string progressText(const StringResult& result);

}  // namespace utah10
