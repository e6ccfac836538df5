// The reports on the desk calculator, from findings only: nothing is computed here.
#pragma once

#include "experiments/ctss/findings.hpp"
#include "experiments/report/report.hpp"

namespace utah10 {

// The beginning of a report, known before the first measurement.
Report opening(const CtssFindings& findings);
Report opening(const CtssRangeFindings& findings);

Report render(const CtssFindings& findings);
Report render(const CtssRangeFindings& findings);

}  // namespace utah10
