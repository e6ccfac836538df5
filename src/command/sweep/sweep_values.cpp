#include "command/sweep/sweep_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <utility>

namespace utah10 {

namespace {

double uniform(Chance& chance) {
  constexpr int kBits = 53;
  return std::ldexp(static_cast<double>(chance.below(std::uint64_t{1} << kBits)), -kBits);
}

std::vector<std::size_t> shuffled(std::size_t n, Chance& chance) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = n; left > 1; --left) std::swap(order[left - 1], order[chance.below(left)]);
  return order;
}

}  // namespace

std::string SweepRange::text(double number) const {
  return whole ? fmt::format("{:.0f}{}", number, unit) : fmt::format("{:g}{}", number, unit);
}

double SweepRange::place(double fraction) const {
  return logarithmic ? from * std::pow(to / from, fraction) : from + (to - from) * fraction;
}

// The last step reaches the end in spite of rounding.
std::vector<std::string> SweepRange::values() const {
  constexpr double kRounding = 1e-9;
  std::vector<std::string> all;
  const std::uint64_t n =
      step != 0 ? static_cast<std::uint64_t>(std::floor((to - from) / step + kRounding)) + 1 : count;
  for (std::uint64_t k = 0; k < n; ++k) {
    const auto index = static_cast<double>(k);
    std::string value = text(step != 0 ? from + step * index : place(n == 1 ? 0 : index / static_cast<double>(n - 1)));
    if (all.empty() || all.back() != value) all.push_back(std::move(value));
  }
  return all;
}

// Whole numbers are equally likely, the ends as well.
std::string SweepRange::at(double fraction) const {
  if (!whole) return text(place(fraction));
  SweepRange parts = *this;
  parts.to = to + 1;
  return text(std::min(to, std::floor(parts.place(fraction))));
}

std::string SweepVariable::at(double fraction) const {
  if (values.empty()) return range.at(fraction);
  return values[static_cast<std::size_t>(fraction * static_cast<double>(values.size()))];
}

std::vector<SweepValues> gridOf(const std::vector<SweepVariable>& variables) {
  std::vector<SweepValues> points{{}};
  for (const SweepVariable& v : variables) {
    std::vector<SweepValues> longer;
    for (const SweepValues& point : points)
      for (const std::string& value : v.values) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    points = std::move(longer);
  }
  return points;
}

std::vector<SweepValues> randomSample(const std::vector<SweepVariable>& variables, std::size_t points, Chance chance) {
  std::vector<SweepValues> sample(points);
  for (SweepValues& point : sample)
    for (const SweepVariable& v : variables) point.push_back(v.at(uniform(chance)));
  return sample;
}

std::vector<SweepValues> latinHypercube(const std::vector<SweepVariable>& variables, std::size_t points,
                                        Chance chance) {
  std::vector<SweepValues> sample(points);
  for (const SweepVariable& v : variables) {
    const std::vector<std::size_t> parts = shuffled(points, chance);
    for (std::size_t n = 0; n < points; ++n)
      sample[n].push_back(v.at((static_cast<double>(parts[n]) + uniform(chance)) / static_cast<double>(points)));
  }
  return sample;
}

}  // namespace utah10
