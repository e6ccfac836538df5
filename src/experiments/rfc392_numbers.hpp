// Numbers of RFC 392's report, computed from transfers: aggregates and fits. Private to the layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/published.hpp"
#include "experiments/rfc392.hpp"

namespace utah10 {

constexpr double kBig = 10'000;   // bytes; the fixed part of larger transfers is negligible
constexpr double kSmall = 1'000;  // bytes; smaller transfers are mostly fixed part

// A transfer, ours or the paper's, for aggregates and fits.
struct CostPoint {
  bool send = true;
  double bytes = 0;
  double ms = 0;
  double usPerBit() const { return bytes == 0 ? 0 : ms * 1000 / (8 * bytes); }
};

// fixed + perByte * bytes; points are weighted by 1/bytes^2, so that the fit minimises relative deviations.
struct CostFit {
  double fixedMs = 0;
  double msPerByte = 0;
};
// Fit over points of 1000 bytes or more; nothing if they do not have two different sizes.
std::optional<CostFit> costFit(const std::vector<CostPoint>& points);

std::vector<CostPoint> only(const std::vector<CostPoint>& points, bool send);
// Total time / total bits, us/bit.
double aggregate(const std::vector<CostPoint>& points);
struct CostMean {
  std::size_t n = 0;
  double mean = 0, deviation = 0, least = 0, most = 0;  // us per bit
};
CostMean meanOf(const std::vector<CostPoint>& points, double leastBytes);

// The fixed part of each short send, ms: its cost less the cost of its bytes at the rate of large sends.
std::vector<double> fixedParts(const std::vector<CostPoint>& points);

std::vector<CostPoint> pointsOf(const std::vector<TransferResult>& results);
// The paper's transfers, with CPU time from the printed ratios; includes rows that are inconsistent in the paper.
std::vector<CostPoint> paperPoints(const Seal& seal);
// us/bit of the paper's rows of the same size, "76.07-76.32"; empty if there are none. `results`: rfc392_results.
std::string paperCosts(const TransferCondition& condition, const CsvTable& results);

}  // namespace utah10
