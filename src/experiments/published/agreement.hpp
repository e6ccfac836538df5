// Whether a result agrees with a published one.
#pragma once

#include <cmath>

namespace utah10 {

// Tolerance as a fraction of the published number; those numbers have two or three digits.
constexpr double kAgreement = 0.15;

inline bool agree(double ours, double published) { return std::abs(ours - published) <= kAgreement * published; }

}  // namespace utah10
