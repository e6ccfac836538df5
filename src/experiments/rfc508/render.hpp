// The report on RFC 508's streams, printed from the findings: the paper's table, ours in its layout, what differs, the
// path, a busy host, the same stream from a program on TENEX; and the map of where gaps begin.
#pragma once

#include "experiments/report/report.hpp"
#include "experiments/rfc508/findings.hpp"

namespace utah10 {

// The title and the conditions, with which the report begins.
Report opening(const Rfc508Findings& findings);
Report opening(const EdgeFindings& findings);

Report render(const Rfc508Findings& findings);
Report render(const EdgeFindings& findings);

}  // namespace utah10
