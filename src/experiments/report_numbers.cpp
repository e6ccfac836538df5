#include "experiments/report_numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace utah10 {

std::string clockText(Duration d) {
  const std::int64_t s = d / seconds(1);
  return s < 60 ? fmt::format("{:02}", s) : fmt::format("{:02}:{:02}", s / 60, s % 60);
}

std::string cutText(double value, unsigned decimals) {
  double unit = 1;
  for (unsigned n = 0; n < decimals; ++n) unit *= 10;
  return fmt::format("{:.{}f}", std::floor(value * unit + 1e-6) / unit, decimals);
}

std::string fixed(double value, unsigned decimals) { return fmt::format("{:.{}f}", value, decimals); }

}  // namespace utah10
