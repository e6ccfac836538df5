// Analyses the runs with remote memory: computes what the report prints.
#pragma once

#include <vector>

#include "experiments/remote/findings.hpp"
#include "experiments/remote/paging.hpp"
#include "experiments/remote/paper.hpp"

namespace utah10 {

// What is known before the first measurement: the conditions.
RemoteFindings remoteConditions(const RemoteSettings& settings);

// One result for each of pagingConditions(), in their order; they must be final, as the unsealed paper shows.
RemoteFindings analyse(const RemoteSettings& settings, const std::vector<PagingResult>& results,
                       const RemotePaper& paper);

}  // namespace utah10
