// The report on the tables of all transfers.
#pragma once

#include "experiments/report/report.hpp"
#include "experiments/rfc392/table_findings.hpp"

namespace utah10 {

Report opening(const TablesFindings& findings);
Report render(const TablesFindings& findings);

}  // namespace utah10
