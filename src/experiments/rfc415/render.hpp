// The report on RFC 415's samples, printed from the findings: ours next to the paper's, the sending and receiving halves
// separately, the charged CPU time, and the disagreements.
#pragma once

#include "experiments/report/report.hpp"
#include "experiments/rfc415/findings.hpp"

namespace utah10 {

Report render(const Rfc415Findings& findings);

}  // namespace utah10
