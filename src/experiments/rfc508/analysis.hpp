// Analyses RFC 508's streams: computes what the report prints.
#pragma once

#include <vector>

#include "experiments/rfc508/edges.hpp"
#include "experiments/rfc508/findings.hpp"
#include "experiments/rfc508/paper.hpp"
#include "experiments/rfc508/streams.hpp"

namespace utah10 {

// What is known before the first measurement: the conditions.
Rfc508Findings rfc508Conditions(const Rfc508Settings& settings);
EdgeFindings edgeConditionsOf(const Rfc508Settings& settings);

// The results of rfc508Pieces(), piece by piece, and of edgeConditions(), in their order.
Rfc508Findings analyse(const Rfc508Settings& settings, const std::vector<StreamResult>& results,
                       const Rfc508Paper& paper);
EdgeFindings analyse(const Rfc508Settings& settings, const std::vector<EdgeResult>& results, const Rfc508Paper& paper);

}  // namespace utah10
