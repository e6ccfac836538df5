// What several measurements of the same have in common: mean, deviation, confidence.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace utah10 {

struct Spread {
  std::size_t count = 0;
  double mean = 0;
  std::optional<double> deviation{};  // standard deviation of a sample; nothing for a single value
  double least = 0, most = 0;

  // Half of the interval that contains the mean of the population with a probability of 95 %, by Student's distribution,
  // as if the values were independent and normal. Nothing for a single value.
  std::optional<double> confidence() const;
};

// Nothing if there are no values.
std::optional<Spread> spreadOf(const std::vector<double>& values);

}  // namespace utah10
