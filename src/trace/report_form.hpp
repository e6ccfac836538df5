// The forms in which reports are printed.
#pragma once

#include <cstdint>

namespace utah10 {

enum class ReportForm : std::uint8_t { Text, Csv, Json };

}  // namespace utah10
