#include "experiments/report/spread.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace utah10 {

namespace {

// Which a value of Student's t does not exceed with a probability of 97.5 %, by degrees of freedom from 1 on.
constexpr std::array kStudent = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                 2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                 2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};

// Beyond the table: the first terms of its expansion by the normal distribution, right to three decimals.
double student(std::size_t freedom) {
  if (freedom <= kStudent.size()) return kStudent[freedom - 1];
  constexpr double kNormal = 1.95996, kFirst = 2.37227, kSecond = 2.8225;
  const auto n = static_cast<double>(freedom);
  return kNormal + kFirst / n + kSecond / (n * n);
}

}  // namespace

Spread spreadOf(const std::vector<double>& values) {
  Spread s;
  s.n = values.size();
  if (values.empty()) return s;
  const auto n = static_cast<double>(s.n);
  s.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (s.n < 2) return s;
  double squares = 0;
  for (const double v : values) squares += (v - s.mean) * (v - s.mean);
  s.deviation = std::sqrt(squares / (n - 1));
  s.interval = student(s.n - 1) * *s.deviation / std::sqrt(n);
  return s;
}

}  // namespace utah10
