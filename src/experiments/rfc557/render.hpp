// The report on RFC 557's chain of improvements and on FTP, printed from the findings: ours next to the published
// numbers, the charged CPU time, and the disagreements.
#pragma once

#include "experiments/report/report.hpp"
#include "experiments/rfc557/findings.hpp"

namespace utah10 {

Report render(const Rfc557Findings& findings);

}  // namespace utah10
