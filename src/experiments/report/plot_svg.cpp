#include "experiments/report/plot_svg.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <functional>
#include <optional>

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

// Puts what `made` makes of what is between `begin` and `end` in the place of all three, wherever they are.
using Making = std::function<std::string(std::string_view inside)>;
std::string replaced(std::string_view text, std::string_view begin, std::string_view end, const Making& made) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t last = 0;; last = at) {
    const auto inside = between(text, begin, end, at);
    if (!inside) return out + std::string{text.substr(last)};
    const auto from = static_cast<std::size_t>(inside->data() - text.data()) - begin.size();
    out += text.substr(last, from - last);
    out += made(*inside);
  }
}

// "  3,   0,   2"
std::array<int, 3> numbersOf(std::string_view text) {
  std::array<int, 3> numbers{};
  for (int& n : numbers) {
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    text.remove_prefix(
        static_cast<std::size_t>(std::from_chars(text.data(), text.data() + text.size(), n).ptr - text.data()));
  }
  return numbers;
}

// The script's colours: see gnuplot_script.cpp.
std::string variableOf(std::string_view rgb) {
  const auto [red, green, blue] = numbersOf(rgb);
  if (red == 1 && green == 1 && blue == 1) return "currentColor";
  if (red == 2) return "var(--plot-grid)";
  if (red == 3 && green == 0) return fmt::format("var(--series-{})", blue);
  if (red == 4 && green == 0) return fmt::format("var(--heat-{})", blue);
  return "var(--plot-paper)";
}

// Black and white are gnuplot's own.
std::string withVariables(std::string svg) {
  svg = replaced(svg, "rgb(", ")", variableOf);
  for (const char* quote : {"\"", "'"})
    for (const auto& [name, variable] : {std::pair{"white", "var(--plot-paper)"}, std::pair{"black", "currentColor"}})
      svg = replaced(svg, fmt::format("={}{}", quote, name), quote,
                     [&](std::string_view) { return fmt::format("={0}{1}{0}", quote, variable); });
  return svg;
}

std::string withOwnIds(std::string svg, const std::string& name) {
  const auto own = [&](const std::string& begin, const char* end, const std::string& newBegin) {
    svg = replaced(svg, begin, end,
                   [&](std::string_view id) { return fmt::format("{}plot-{}-{}{}", newBegin, name, id, end); });
  };
  for (const char* quote : {"\"", "'"}) {
    own(fmt::format(" id={}", quote), quote, fmt::format(" id={}", quote));
    own(fmt::format(" xlink:href={}#", quote), quote, fmt::format(" href={}#", quote));
  }
  own("url(#", ")", "url(#");
  return svg;
}

constexpr std::string_view kBlanks = " \t\n";

// Each line without blanks at its ends; no empty lines.
std::string withoutBlanks(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first != std::string_view::npos)
      out += std::string{line.substr(first, line.find_last_not_of(kBlanks) + 1 - first)} + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// Groups of nothing, of which gnuplot writes many: <g ...>, then </g>.
std::string withoutEmptyGroups(std::string_view text) {
  constexpr std::string_view kBegin = "<g ", kEnd = "</g>";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find(kBegin, at), text.size());
    out += text.substr(at, begin - at);
    const std::size_t close = text.find('>', begin);
    if (close == std::string_view::npos) return out + std::string{text.substr(begin)};
    const std::size_t inside = text.find_first_not_of(kBlanks, close + 1);
    const bool empty = inside != std::string_view::npos && text.substr(inside).starts_with(kEnd);
    if (!empty) out += text.substr(begin, close + 1 - begin);
    at = empty ? inside + kEnd.size() : close + 1;
  }
  return out;
}

// Without gnuplot's own title, description and filters.
std::string withoutRest(std::string_view svg) {
  std::size_t at = 0;
  if (between(svg, "<title>", "</desc>", at)) svg.remove_prefix(at);
  const std::string out = replaced(svg, "<filter", "</filter>", [](std::string_view) { return std::string{}; });
  return withoutBlanks(withoutEmptyGroups(out));
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
    drawings.push_back({std::string{*viewBox}, withOwnIds(withVariables(withoutRest(svg->substr(begin + 1))), name)});
  }
  return drawings;
}

}  // namespace utah10
