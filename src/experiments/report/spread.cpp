#include "experiments/report/spread.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace utah10 {

std::optional<double> Spread::confidence() const {
  if (count < 2) return std::nullopt;
  constexpr double kBoth = 0.975;  // 2.5 % on either side
  const auto n = static_cast<double>(count);
  return boost::math::quantile(boost::math::students_t{n - 1}, kBoth) * deviation / std::sqrt(n);
}

std::optional<Spread> spreadOf(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  Spread s;
  s.count = values.size();
  const auto n = static_cast<double>(s.count);
  for (const double v : values) s.mean += v / n;
  for (const double v : values) s.deviation += (v - s.mean) * (v - s.mean);
  s.deviation = s.count < 2 ? 0 : std::sqrt(s.deviation / (n - 1));
  const auto [least, most] = std::ranges::minmax(values);
  s.least = least;
  s.most = most;
  return s;
}

}  // namespace utah10
