// Mean and spread of a few measurements of the same quantity.
#pragma once

#include <optional>
#include <vector>

namespace utah10 {

struct Spread {
  std::size_t n = 0;
  double mean = 0;
  // Nothing if there are fewer than two values.
  std::optional<double> deviation;  // standard deviation of the values, with n-1
  std::optional<double> interval;   // half the 95 % confidence interval of the mean, by Student's t
};

Spread spreadOf(const std::vector<double>& values);

}  // namespace utah10
