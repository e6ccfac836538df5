// Numbers of RFC 392's report, computed from transfers: aggregates and fits. Private to the layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/published.hpp"
#include "experiments/rfc392.hpp"

namespace utah10 {

constexpr double kBig = 10'000;   // bytes: transfers whose fixed part does not count
constexpr double kSmall = 1'000;  // bytes: transfers that are mostly fixed part

// A transfer as an aggregate sees it, ours or the paper's.
struct CostPoint {
  bool send = true;
  double bytes = 0;
  double ms = 0;
  double usPerBit() const { return bytes == 0 ? 0 : ms * 1000 / (8 * bytes); }
};

// fixed + perByte * bytes; a point weighs 1/bytes^2, so that what counts is about its relative deviation.
struct CostFit {
  double fixedMs = 0;
  double msPerByte = 0;
};
// Over points of 1000 bytes and more; nothing if there are not two sizes of them.
std::optional<CostFit> costFit(const std::vector<CostPoint>& points);

std::vector<CostPoint> only(const std::vector<CostPoint>& points, bool send);
// All time over all bits.
double aggregate(const std::vector<CostPoint>& points);
struct CostMean {
  std::size_t n = 0;
  double mean = 0, deviation = 0, least = 0, most = 0;  // us a bit
};
CostMean meanOf(const std::vector<CostPoint>& points, double leastBytes);

// The fixed part of short sends, directly, ms: what they cost above the large ones' cost of their bytes.
std::vector<double> fixedParts(const std::vector<CostPoint>& points);

std::vector<CostPoint> pointsOf(const std::vector<TransferResult>& results);
// The paper's transfers, with the CPU time that its printed ratios give; rows that contradict themselves too.
std::vector<CostPoint> paperPoints(const Seal& seal);
// us/bit of the paper's rows of as many bytes, "76.07-76.32"; nothing if there are none. `results`: rfc392_results.
std::string paperCosts(const TransferCondition& condition, const CsvTable& results);

}  // namespace utah10
