// Analyses RFC 557's transfers: computes what the report prints.
#pragma once

#include <vector>

#include "experiments/rfc557/chain.hpp"
#include "experiments/rfc557/findings.hpp"
#include "experiments/rfc557/paper.hpp"

namespace utah10 {

// Results in the order of rfc557Pieces(); they must be final, as the unsealed paper shows.
Rfc557Findings analyse(const Rfc557Settings& settings, const std::vector<ChainResult>& results,
                       const Rfc557Paper& paper);

}  // namespace utah10
