// Analyses RFC 415's samples: computes what the report prints.
#pragma once

#include <vector>

#include "experiments/rfc415/findings.hpp"
#include "experiments/rfc415/paper.hpp"
#include "experiments/rfc415/samples.hpp"

namespace utah10 {

// What is known before the first measurement: the conditions.
Rfc415Findings rfc415Conditions(const Rfc415Settings& settings);

// One result for each of rfc415Rows() and, after these, for each of those with one process, in their order; they must
// be final, as the unsealed paper shows.
Rfc415Findings analyse(const Rfc415Settings& settings, const std::vector<StringResult>& results,
                       const std::vector<Rfc415PaperRow>& paper);

}  // namespace utah10
