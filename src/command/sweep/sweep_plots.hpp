// Plots of a sweep. Private to the command layer.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "command/sweep/sweep_summary.hpp"
#include "experiments/report/plot.hpp"

namespace utah10 {

// Columns of the report of a sweep, as plots name them.
std::string optionColumn(const std::string& option);      // "option_drum_turns"
std::string confidenceColumn(const std::string& column);  // of the mean of repetitions

inline constexpr std::size_t kMostPlotRows = 60;  // lines of a heat map, rows of a plot with rows

// Whether points with other options have other values in the column of the table, in the same row of their reports.
bool varies(const SweptTable& table, std::size_t number);

// Plots of a column of the table: by the option with most values if the points are a grid, by each option if they are a
// sample. Empty: no option has numbers and there are too many rows, or too many series to be told apart.
std::vector<Plot> plotsOf(const SweepSummary& summary, const SweptTable& table, std::size_t number);

}  // namespace utah10
