#include "experiments/report/report_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace utah10 {

std::optional<NumberRange> rangeOf(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(values);
  return NumberRange{least, most};
}

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

std::string rangeText(const NumberRange& range, unsigned decimals, std::string_view between) {
  const std::string least = fixed(range.least, decimals), most = fixed(range.most, decimals);
  return least == most ? least : fmt::format("{}{}{}", least, between, most);
}

}  // namespace utah10
