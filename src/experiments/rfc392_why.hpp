// The criteria for RFC 392's transfers, and explanations of disagreements by the measured parts. Private to the
// layer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc392_numbers.hpp"

namespace utah10 {

// Charged CPU time by part, of all sends or receives, us per network byte.
struct PartCosts {
  std::array<double, kChargeParts> usPerByte{};
  double all = 0;
  double fastCalls = 0, slowCalls = 0;  // BIN and BOUT per byte
};
PartCosts partCosts(const std::vector<TransferResult>& results, bool send);

// The criteria, the measured values, and whether each criterion is met.
ReportTable criteria(const std::vector<TransferResult>& results, const Seal& seal);

// A paragraph for each disagreement, which names a mechanism that would account for it, or says that none is known.
std::vector<std::string> disagreements(const std::vector<TransferResult>& results, const std::vector<CostPoint>& paper);

}  // namespace utah10
