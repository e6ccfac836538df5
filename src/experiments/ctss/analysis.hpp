// Analyses the uses of the desk calculator: computes what the report prints.
#pragma once

#include <vector>

#include "experiments/ctss/findings.hpp"
#include "experiments/ctss/paper.hpp"
#include "experiments/ctss/range.hpp"
#include "experiments/ctss/uses.hpp"

namespace utah10 {

// What is known before the first measurement: the conditions.
CtssFindings ctssConditions(const CtssSettings& settings);
CtssRangeFindings ctssRangeConditions(const CtssCase& baseline);

// The results must be final, as the unsealed paper shows.
CtssFindings analyse(const CtssSettings& settings, const std::vector<CtssResult>& results, const MemoNumbers& paper);
// One result for each case.
CtssRangeFindings analyse(const std::vector<CtssCase>& cases, const std::vector<CtssResult>& results,
                          const MemoNumbers& paper);

}  // namespace utah10
