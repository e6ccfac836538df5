#include "experiments/rfc392_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/report_numbers.hpp"

namespace utah10 {

std::optional<CostFit> costFit(const std::vector<CostPoint>& points) {
  constexpr double kLeast = 1000;
  double w = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const CostPoint& p : points) {
    if (p.bytes < kLeast || p.ms <= 0) continue;
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

CostMean meanOf(const std::vector<CostPoint>& points, double leastBytes) {
  CostMean m;
  std::vector<double> values;
  for (const CostPoint& p : points)
    if (p.bytes >= leastBytes) values.push_back(p.usPerBit());
  m.n = values.size();
  if (values.empty()) return m;
  for (const double v : values) m.mean += v / static_cast<double>(m.n);
  for (const double v : values) m.deviation += (v - m.mean) * (v - m.mean);
  m.deviation = m.n < 2 ? 0 : std::sqrt(m.deviation / static_cast<double>(m.n - 1));
  m.least = *std::ranges::min_element(values);
  m.most = *std::ranges::max_element(values);
  return m;
}

std::vector<CostPoint> pointsOf(const std::vector<TransferResult>& results) {
  std::vector<CostPoint> points;
  for (const TransferResult& r : results)
    if (r.done)
      points.push_back({r.condition.send, static_cast<double>(r.bytes), static_cast<double>(r.stretch.chargedMs)});
  return points;
}

std::vector<CostPoint> paperPoints(const Seal& seal) {
  const CsvTable t = publishedTable("rfc392_results", seal);
  const auto rows = rfc392Rows();
  std::vector<CostPoint> points;
  for (std::size_t n = 0; n < rows.size(); ++n)
    points.push_back({rows[n].send, static_cast<double>(rows[n].bytes), t.number(n, "d_cpu_ms").value_or(0)});
  return points;
}

std::vector<double> fixedParts(const std::vector<CostPoint>& points) {
  const double perByte = meanOf(only(points, true), kBig).mean * 8 / 1000;
  std::vector<double> fixedMs;
  for (const CostPoint& p : points)
    if (p.send && p.bytes < kSmall) fixedMs.push_back(p.ms - perByte * p.bytes);
  return fixedMs;
}

std::string paperCosts(const TransferCondition& c, const CsvTable& results) {
  std::vector<double> costs;
  const auto rows = rfc392Rows();
  for (std::size_t n = 0; n < rows.size(); ++n)
    if (c.send == rows[n].send && c.bytes == rows[n].bytes)
      costs.push_back(results.number(n, "us_per_bit").value_or(0));
  if (costs.empty()) return {};
  const auto [least, most] = std::ranges::minmax(costs);
  return least == most ? fixed(least, 2) : fmt::format("{:.2f}-{:.2f}", least, most);
}

}  // namespace utah10
