// Formats times and percentages for reports. CSV and JSON use whole nanoseconds instead.
#pragma once

#include <cstdint>
#include <string>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// "16666.666": microseconds, always with nanosecond digits, so that columns align.
std::string microsecondsText(Duration d);
// Since power-on.
std::string microsecondsText(Instant at);
// "16666.666": a `parts`-th of the time, rounded; "0.000" if `parts` is 0.
std::string microsecondsEach(Duration d, std::uint64_t parts);
// "0.016666666s": seconds with nanosecond digits.
std::string timeText(Duration d);
// "12.5": per cent with the given number of decimals; "-" if `whole` is zero.
std::string percentText(Duration part, Duration whole, int decimals);

}  // namespace utah10
