// Numbers of reports: units, ranges, and how they are printed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

constexpr double usOf(Duration d) { return static_cast<double>(d.count()) / 1e3; }
constexpr double msOf(Duration d) { return static_cast<double>(d.count()) / 1e6; }
constexpr double secondsOf(Duration d) { return static_cast<double>(d.count()) / 1e9; }

// a / b, or 0 if b is 0.
constexpr double per(double a, double b) { return b == 0 ? 0 : a / b; }

struct NumberRange {
  double least = 0, most = 0;
};
// Nothing if there are no values.
std::optional<NumberRange> rangeOf(const std::vector<double>& values);

std::string fixed(double value, unsigned decimals);  // rounded
// As in RJS.ACCOUNT: truncated, not rounded.
std::string cutText(double value, unsigned decimals);  // 76.678, 2: "76.67"
std::string clockText(Duration d);                     // "02:56", "14"
// "76.07-76.32"; one number if both are printed alike.
std::string rangeText(const NumberRange& range, unsigned decimals, std::string_view between);

}  // namespace utah10
