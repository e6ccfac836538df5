// What transfers cost, in RFC 392's terms: aggregates, means and fits, computed alike from our transfers and the
// paper's.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/report/report_numbers.hpp"
#include "experiments/report/spread.hpp"

namespace utah10 {

constexpr double kBig = 10'000;   // bytes; the fixed part of larger transfers is negligible
constexpr double kSmall = 1'000;  // bytes; smaller transfers are mostly fixed part

// A transfer, ours or the paper's.
struct CostPoint {
  bool send = true;
  double bytes = 0;
  double ms = 0;
  double usPerBit() const;
};

// fixed + perByte * bytes; points are weighted by 1/bytes^2, so that the fit minimises relative deviations.
struct CostFit {
  double fixedMs = 0;
  double msPerByte = 0;
};
// Fit over points of kSmall bytes or more; nothing if they do not have two different sizes.
std::optional<CostFit> costFit(const std::vector<CostPoint>& points);

// All transfers of one direction.
struct DirectionCosts {
  std::size_t n = 0;
  double aggregate = 0;  // total time / total bits, us/bit
  Spread large;          // us/bit of those of kBig bytes or more
  std::optional<CostFit> fit;
};

struct CostSummary {
  DirectionCosts sends, receives;
  double receiveOverSend = 0;  // ratio of the means of large transfers; 0: there are none
  // The fixed part of short sends, ms: their cost less the cost of their bytes at the rate of large sends.
  std::optional<NumberRange> shortSendsFixedMs;

  const DirectionCosts& of(bool send) const { return send ? sends : receives; }
};
CostSummary costSummary(const std::vector<CostPoint>& points);

}  // namespace utah10
