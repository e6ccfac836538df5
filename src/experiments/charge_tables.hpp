// Tables of charged time, waiting time and counts, one row per stretch. Private to the layer.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/charge_split.hpp"
#include "experiments/report.hpp"

namespace utah10 {

using NamedStretch = std::pair<std::string, const ChargedStretch*>;
ReportTable splitTable(const std::vector<NamedStretch>& stretches);

// Adds a column for each part of the charged time.
void addPartColumns(ReportTable& table);

// Columns and cells for the counts of a stretch: page faults, calls that move bytes, messages.
enum class CountedCalls : std::uint8_t { Bytes, BytesAndStrings };
void addCountColumns(ReportTable& table, CountedCalls calls);
void addCounts(std::vector<std::string>& row, const ChargedStretch& stretch, CountedCalls calls);

}  // namespace utah10
