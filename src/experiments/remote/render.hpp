// The report on paging to remote memory.
#pragma once

#include "experiments/remote/findings.hpp"
#include "experiments/report/report.hpp"

namespace utah10 {

// What is shown before the first measurement.
Report opening(const RemoteFindings& findings);
Report render(const RemoteFindings& findings);

}  // namespace utah10
