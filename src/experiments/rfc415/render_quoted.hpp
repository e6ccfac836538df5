// The report on the costs that RFC 392 quotes, printed from the findings.
#pragma once

#include "experiments/report/report.hpp"
#include "experiments/rfc415/quoted_findings.hpp"

namespace utah10 {

Report opening(const QuotedFindings& findings);
Report render(const QuotedFindings& findings);

}  // namespace utah10
