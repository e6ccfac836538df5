// Analyses page faults: computes what the report prints.
#pragma once

#include <vector>

#include "experiments/rfc392/page_fault_findings.hpp"
#include "experiments/rfc392/page_faults.hpp"

namespace utah10 {

// What is known before the first measurement.
PageFaultFindings pageFaultsKnown(const PageFaultSettings& settings);

PageFaultFindings analyse(const PageFaultSettings& settings, const std::vector<PageFaultResult>& results);

}  // namespace utah10
