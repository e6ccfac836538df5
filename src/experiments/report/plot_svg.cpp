#include "experiments/report/plot_svg.hpp"

#include <fmt/format.h>

#include <optional>
#include <regex>

namespace utah10 {

namespace {

// Between `begin` and `end`, from `at`; nothing if one of them is missing. `at` is then behind `end`.
std::optional<std::string_view> between(std::string_view text, std::string_view begin, std::string_view end,
                                        std::size_t& at) {
  const std::size_t from = text.find(begin, at);
  if (from == std::string_view::npos) return std::nullopt;
  const std::size_t first = from + begin.size(), last = text.find(end, first);
  if (last == std::string_view::npos) return std::nullopt;
  at = last + end.size();
  return text.substr(first, last - first);
}

// The script's colours: see gnuplot_script.cpp. Others are gnuplot's own black and white.
std::string colourText(int red, int green, int blue) {
  if (red == 1 && green == 1 && blue == 1) return "currentColor";
  if (red == 2) return "var(--plot-grid)";
  if (red == 3 && green == 0) return fmt::format("var(--series-{})", blue);
  if (red == 4 && green == 0) return fmt::format("var(--heat-{})", blue);
  return "var(--plot-paper)";
}

std::string withVariables(const std::string& svg) {
  static const std::regex colour("rgb\\(\\s*([0-9]+),\\s*([0-9]+),\\s*([0-9]+)\\)");
  std::string out;
  auto last = svg.cbegin();
  for (std::sregex_iterator m{svg.begin(), svg.end(), colour}, none; m != none; ++m) {
    out.append(last, (*m)[0].first);
    out += colourText(std::stoi((*m)[1]), std::stoi((*m)[2]), std::stoi((*m)[3]));
    last = (*m)[0].second;
  }
  out.append(last, svg.cend());
  static const std::regex white("(color|fill|stroke)=([\"'])white\\2"), black("(color|fill|stroke)=([\"'])black\\2");
  out = std::regex_replace(out, white, "$1=$2var(--plot-paper)$2");
  return std::regex_replace(out, black, "$1=$2currentColor$2");
}

std::string withOwnIds(const std::string& svg, const std::string& name) {
  static const std::regex id("\\bid=([\"'])([^\"']*)\\1"), link("(?:xlink:)?href=([\"'])#([^\"']*)\\1"),
      url("url\\(#([^)]*)\\)");
  std::string out = std::regex_replace(svg, id, "id=$1plot-" + name + "-$2$1");
  out = std::regex_replace(out, link, "href=$1#plot-" + name + "-$2$1");
  return std::regex_replace(out, url, "url(#plot-" + name + "-$1)");
}

// Without gnuplot's title, description and filters, groups of nothing, and blanks at the beginnings of lines.
std::string withoutRest(const std::string& svg) {
  static const std::regex first("^\\s*<title>[^<]*</title>\\s*<desc>[^<]*</desc>"),
      filters("<filter[^>]*>[\\s\\S]*?</filter>"), nothing("<g [^>]*>\\s*</g>"), blanks("[ \\t]*\\n\\s*");
  std::string out = std::regex_replace(svg, first, "");
  out = std::regex_replace(out, filters, "");
  out = std::regex_replace(out, nothing, "");
  return std::regex_replace(out, blanks, "\n");
}

}  // namespace

std::vector<PlotDrawing> drawingsOf(std::string_view output, const std::vector<std::string>& names) {
  std::vector<PlotDrawing> drawings;
  std::size_t at = 0;
  for (const std::string& name : names) {
    std::size_t inside = 0;
    const auto svg = between(output, "<svg", "</svg>", at);
    const auto viewBox = svg ? between(*svg, "viewBox=\"", "\"", inside) : std::nullopt;
    const std::size_t begin = svg ? svg->find('>', inside) : std::string_view::npos;
    if (!viewBox || begin == std::string_view::npos) return {};
    const std::string content{svg->substr(begin + 1)};
    drawings.push_back({std::string{*viewBox}, withOwnIds(withVariables(withoutRest(content)), name)});
  }
  return drawings;
}

}  // namespace utah10
