// The report on page faults, printed from the findings.
#pragma once

#include "experiments/report/report.hpp"
#include "experiments/rfc392/page_fault_findings.hpp"

namespace utah10 {

Report opening(const PageFaultFindings& findings);
Report render(const PageFaultFindings& findings);

}  // namespace utah10
