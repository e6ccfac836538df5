// Commands for gnuplot. They draw with made-up colours, each of which stands for a CSS variable (plot_svg.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/plot_data.hpp"

namespace utah10 {

struct PlottedData {
  Plot plot;
  PlotData data;
};

// Draws the plots one after another on standard output.
std::string gnuplotScript(const std::vector<PlottedData>& plots);

// How a series is drawn, for the legend. Published numbers have hollow marks, in the colours of ours.
struct SeriesMark {
  std::string_view sign;
  std::size_t colour = 0;  // from 0
};
SeriesMark markOf(const PlotData& data, std::size_t series, PlotKind kind);

}  // namespace utah10
