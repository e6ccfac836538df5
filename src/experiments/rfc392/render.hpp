// The reports on RFC 392's transfers, printed from the findings: our results in the paper's columns next to the
// paper's, the CPU time by part, and the disagreements; and the range of variants.
#pragma once

#include "experiments/report/report.hpp"
#include "experiments/rfc392/findings.hpp"

namespace utah10 {

Report render(const Rfc392Findings& findings);
Report render(const RangeFindings& findings);

}  // namespace utah10
