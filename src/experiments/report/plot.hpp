// Plots of a report: which numbers of which table are drawn, and how. Nothing is computed here; the numbers are those
// of the table's cells. Columns are named as for programs (ReportHeading::name()).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace utah10 {

enum class PlotKind : std::uint8_t {
  Scatter,  // points; with a line where x and y are equal
  Points,   // points
  Lines,    // points, connected from left to right
  Bars,     // a bar for each row, stacked of the values
  Dots,     // a line for each row, with a dot for each value
  HeatMap,  // a cell for each row, deeper in colour for larger values
};

// The values of a series: those of a column, the ranges from one column to another, or the values of a column with what
// another one says of their error, to both sides.
struct PlotValues {
  std::string column;
  std::string to{};
  std::string name{};   // in the legend; empty: the heading of the column
  std::string error{};  // a column; empty: none
};

struct PlotAxis {
  std::string title{};  // with the unit
  bool logarithmic = false;
};

struct Plot {
  PlotKind kind = PlotKind::Scatter;
  std::string name{};   // unique in the report: "cost-by-size"
  std::string title{};  // "Cost by size"
  std::string says{};   // a sentence for those who do not see the plot: what is drawn
  std::string table{};  // whose numbers are drawn
  // Only the rows whose cell in the column has this text; empty: all.
  struct Choice {
    std::string column, text;
  } only{};
  // Scatter, Points, Lines: the column of x. Otherwise the columns that name a row.
  std::vector<std::string> at{};
  std::vector<PlotValues> values{};
  // A series for each different text of these columns; in a heat map, the column of a cell.
  std::vector<std::string> by{};
  PlotAxis x{}, y{};
};

}  // namespace utah10
