// What a plot draws: its numbers, taken from the table, and the names of its series and rows.
#pragma once

#include <string>
#include <vector>

#include "experiments/report/plot.hpp"
#include "experiments/report/table.hpp"

namespace utah10 {

struct PlotPoint {
  double x = 0;           // or the number of the row (bars, dots) or of the column (heat maps)
  double y = 0;           // in a heat map, the number of the row
  double value = 0;       // in a heat map, the value; otherwise the end of the range, or y
  double begin = 0;       // of the range, or y
  std::string printed{};  // y or the value, as in the table
};

struct PlotSeries {
  std::string name;
  Origin origin = Origin::Measured;
  std::vector<PlotPoint> points{};
};

struct PlotData {
  std::vector<std::string> rows;     // of bars, dots and heat maps
  std::vector<std::string> columns;  // of heat maps
  std::vector<PlotSeries> series;    // a heat map has one

  bool empty() const { return series.empty(); }
};

constexpr bool hasRows(PlotKind kind) {
  return kind == PlotKind::Bars || kind == PlotKind::Dots || kind == PlotKind::HeatMap;
}

// The table must be the plot's. Cells without a number are left out, and series and rows without any.
// Throws std::logic_error if the table has no column of a name.
PlotData plotData(const Plot& plot, const ReportTable& table);

}  // namespace utah10
