// Formatting of numbers in reports. Private to the layer.
#pragma once

#include <string>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

constexpr double usOf(Duration d) { return static_cast<double>(d.count()) / 1e3; }
constexpr double msOf(Duration d) { return static_cast<double>(d.count()) / 1e6; }
constexpr double secondsOf(Duration d) { return static_cast<double>(d.count()) / 1e9; }

// a / b, or 0 if b is 0.
constexpr double per(double a, double b) { return b == 0 ? 0 : a / b; }

std::string fixed(double value, unsigned decimals);  // rounded
// As in RJS.ACCOUNT: truncated, not rounded.
std::string cutText(double value, unsigned decimals);  // 76.678, 2: "76.67"
std::string clockText(Duration d);                     // "02:56", "14"

}  // namespace utah10
