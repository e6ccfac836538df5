// A report as one HTML file that needs nothing else: its style and script are within, and its plots are SVG.
//
// Tables can be sorted, by mouse and keys; each column says where its numbers come from. Each plot has its numbers as a
// table below it.
#pragma once

#include <string>
#include <vector>

#include "experiments/report/gnuplot_script.hpp"
#include "experiments/report/plot_svg.hpp"
#include "experiments/report/report.hpp"

namespace utah10 {

struct HtmlFacts {
  std::string version;  // of the program: "utah10 0.1.0 (commit 805e58f)"
  std::string command;  // with the options that shape the numbers: "utah10 rfc415 --quick"
  std::string undrawn;  // why there are no drawings; empty if there are
};

// The plots of a report that have something to draw, in order.
std::vector<PlottedData> plotsOf(const Report& report);

// `drawings`: of plotsOf(report), or none.
std::string htmlReport(const Report& report, const HtmlFacts& facts, const std::vector<PlotDrawing>& drawings);

}  // namespace utah10
