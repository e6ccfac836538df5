// Draws plots with gnuplot, a program of the host. Private to the command layer.
#pragma once

#include <string>
#include <vector>

#include "experiments/report/gnuplot_script.hpp"
#include "experiments/report/plot_svg.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Whether there is a gnuplot to draw with. The error says which package brings it.
Expected<void> checkGnuplot();

// A drawing for each plot.
Expected<std::vector<PlotDrawing>> drawPlots(const std::vector<PlottedData>& plots);

}  // namespace utah10
