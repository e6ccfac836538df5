// Columns of charged time and of counts, for the tables of all experiments.
#pragma once

#include <string>
#include <vector>

#include "experiments/charges/charge_findings.hpp"
#include "experiments/report/report.hpp"
#include "experiments/report/table.hpp"

namespace utah10 {

// A row for each stretch; without any, which is so when the monitor's symbols are not known, a sentence.
void showSplit(Report& report, const std::vector<ChargeTimes>& stretches);

// A column for each part of the charged time; `value` gives the number of a row, in `unit`.
template <class Row>
std::vector<ReportColumn<Row>> partColumns(double (*value)(const Row&, std::size_t part), const char* unit) {
  std::vector<ReportColumn<Row>> columns;
  for (std::size_t n = 0; n < kChargeParts; ++n) {
    const auto part = static_cast<ChargePart>(n);
    columns.push_back({std::string{nameOf(part)},
                       "charge meter: " + std::string{sourceOf(part)},
                       [value, n](const Row& row) { return Cell::rounded(value(row, n), 1); },
                       {.unit = unit}});
  }
  return columns;
}

// The values of a stacked bar: a series for each part, of the columns in `unit`.
std::vector<PlotValues> partValues(std::string_view unit);

// The columns of counts: page faults, calls that move bytes, messages.
enum class CountedCalls : std::uint8_t { Bytes, BytesAndStrings };
std::vector<ReportColumn<ChargeCounts>> chargeCountColumns(CountedCalls calls);

// The same, of a row that has them as `counts`.
template <class Row>
std::vector<ReportColumn<Row>> countColumns(CountedCalls calls) {
  std::vector<ReportColumn<Row>> columns;
  for (ReportColumn<ChargeCounts>& c : chargeCountColumns(calls))
    columns.push_back({std::move(c.heading), std::move(c.provenance),
                       [cell = std::move(c.cell)](const Row& row) { return cell(row.counts); }, std::move(c.facts)});
  return columns;
}

}  // namespace utah10
