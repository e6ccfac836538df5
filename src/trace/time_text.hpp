// Times and shares of time as the reports write them. CSV and JSON have whole nanoseconds instead.
#pragma once

#include <cstdint>
#include <string>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// "16666.666": microseconds, always to the nanosecond, so that columns align.
std::string microsecondsText(Duration d);
// Since power-on.
std::string microsecondsText(Instant at);
// "16666.666" for each of `parts` equal parts, rounded; of none, "0.000".
std::string microsecondsEach(Duration d, std::uint64_t parts);
// "0.016666666s": seconds to the nanosecond.
std::string timeText(Duration d);
// "12.5": per cent with so many decimals; "-" of no time at all.
std::string percentText(Duration part, Duration whole, int decimals);

}  // namespace utah10
