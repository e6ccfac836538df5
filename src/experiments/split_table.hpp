// The table of what was charged and what was not, a row for each stretch. Private to the layer.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "utah10/experiments/charge_split.hpp"
#include "utah10/experiments/report.hpp"

namespace utah10 {

using NamedStretch = std::pair<std::string, const ChargedStretch*>;
ReportTable splitTable(const std::vector<NamedStretch>& stretches);

}  // namespace utah10
