// The reports on RFC 392's transfers, printed from the findings: our results in the paper's columns next to the
// paper's, the CPU time by part, and the disagreements; the range of variants; and the
// hypotheses on receiving.
#pragma once

#include "experiments/report/report.hpp"
#include "experiments/rfc392/findings.hpp"
#include "experiments/rfc392/proposal_findings.hpp"

namespace utah10 {

// The title and the conditions, with which the report begins.
Report opening(const Rfc392Findings& findings);
Report opening(const RangeFindings& findings);
Report opening(const ReceivingFindings& findings);
Report opening(const ProposalsFindings& findings);

Report render(const Rfc392Findings& findings);
Report render(const RangeFindings& findings);
Report render(const ReceivingFindings& findings);
Report render(const ProposalsFindings& findings);

}  // namespace utah10
