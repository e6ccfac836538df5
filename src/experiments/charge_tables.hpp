// Tables of what was charged, what was not and what was counted, a row for each stretch. Private to the layer.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/charge_split.hpp"
#include "experiments/report.hpp"

namespace utah10 {

using NamedStretch = std::pair<std::string, const ChargedStretch*>;
ReportTable splitTable(const std::vector<NamedStretch>& stretches);

// A column for each part of what is charged.
void addPartColumns(ReportTable& table);

// Columns of what was counted in a stretch, and its cells: page faults, calls that move bytes, messages.
enum class CountedCalls : std::uint8_t { Bytes, BytesAndStrings };
void addCountColumns(ReportTable& table, CountedCalls calls);
void addCounts(std::vector<std::string>& row, const ChargedStretch& stretch, CountedCalls calls);

}  // namespace utah10
