#include "experiments/report/spread.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace utah10 {

std::optional<double> Spread::confidence() const {
  if (!deviation) return std::nullopt;
  constexpr double kBoth = 0.975;  // 2.5 % on either side
  const auto n = static_cast<double>(count);
  return boost::math::quantile(boost::math::students_t{n - 1}, kBoth) * *deviation / std::sqrt(n);
}

std::optional<Spread> spreadOf(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  Spread s;
  s.count = values.size();
  const auto n = static_cast<double>(s.count);
  for (const double v : values) s.mean += v / n;
  double squares = 0;
  for (const double v : values) squares += (v - s.mean) * (v - s.mean);
  if (s.count > 1) s.deviation = std::sqrt(squares / (n - 1));
  const auto [least, most] = std::ranges::minmax(values);
  s.least = least;
  s.most = most;
  return s;
}

}  // namespace utah10
