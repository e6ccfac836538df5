// The SVG that gnuplot draws, made part of an HTML page: its colours become CSS variables, so that the page chooses light
// or dark ones, and its ids become unique.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

// What is between <svg ...> and </svg> in each of gnuplot's drawings, in order, with its viewBox.
struct PlotDrawing {
  std::string viewBox;
  std::string content;
};

// `names`: of the plots, which their ids begin with. Empty if there is not a whole drawing for each name.
std::vector<PlotDrawing> drawingsOf(std::string_view output, const std::vector<std::string>& names);

}  // namespace utah10
