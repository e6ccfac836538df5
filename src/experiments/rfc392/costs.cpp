#include "experiments/rfc392/costs.hpp"

#include <algorithm>
#include <iterator>

#include "experiments/rjs/transfer.hpp"

namespace utah10 {

namespace {

std::vector<CostPoint> only(const std::vector<CostPoint>& points, bool send) {
  std::vector<CostPoint> some;
  std::ranges::copy_if(points, std::back_inserter(some), [send](const CostPoint& p) { return p.send == send; });
  return some;
}

double aggregate(const std::vector<CostPoint>& points) {
  CostPoint all;
  for (const CostPoint& p : points) {
    all.bytes += p.bytes;
    all.ms += p.ms;
  }
  return all.usPerBit();
}

Spread largeOnes(const std::vector<CostPoint>& points) {
  std::vector<double> usPerBit;
  for (const CostPoint& p : points)
    if (p.bytes >= kBig) usPerBit.push_back(p.usPerBit());
  return spreadOf(usPerBit).value_or(Spread{});
}

DirectionCosts directionCosts(const std::vector<CostPoint>& points) {
  return {.n = points.size(), .aggregate = aggregate(points), .large = largeOnes(points), .fit = costFit(points)};
}

}  // namespace

double CostPoint::usPerBit() const { return per(ms * 1000, kNetworkByteBits * bytes); }

std::optional<CostFit> costFit(const std::vector<CostPoint>& points) {
  double w = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const CostPoint& p : points) {
    if (p.bytes < kSmall || p.ms <= 0) continue;
    const double weight = 1 / (p.bytes * p.bytes);
    w += weight;
    x += weight * p.bytes;
    y += weight * p.ms;
    xx += weight * p.bytes * p.bytes;
    xy += weight * p.bytes * p.ms;
  }
  const double determinant = w * xx - x * x;
  if (w == 0 || determinant <= 1e-9 * w * xx) return std::nullopt;
  const double slope = (w * xy - x * y) / determinant;
  return CostFit{(y - slope * x) / w, slope};
}

CostSummary costSummary(const std::vector<CostPoint>& points) {
  CostSummary s;
  s.sends = directionCosts(only(points, true));
  s.receives = directionCosts(only(points, false));
  s.receiveOverSend = per(s.receives.large.mean, s.sends.large.mean);
  const double perByte = s.sends.large.mean * kNetworkByteBits / 1000;
  std::vector<double> fixedMs;
  for (const CostPoint& p : points)
    if (p.send && p.bytes < kSmall && perByte > 0) fixedMs.push_back(p.ms - perByte * p.bytes);
  s.shortSendsFixedMs = rangeOf(fixedMs);
  return s;
}

}  // namespace utah10
