#include "experiments/report/gnuplot_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace utah10 {

namespace {

constexpr unsigned kSeriesColours = 8, kHeatColours = 5;  // as many as the page's style has
constexpr int kWidth = 440, kHeight = 330;                // of a plot with two axes of numbers
constexpr int kRowHeight = 23, kTwoLines = 39;            // of a plot with rows
constexpr int kTop = 8, kBottom = 56;                     // margins: what is above the axes, the numbers and the title
constexpr const char* kInk = "'#010101'";
constexpr const char* kGrid = "'#020202'";

// Points of gnuplot and their signs in the legend, filled for our numbers, hollow for published ones.
struct PointSign {
  int filled, hollow;
  std::string_view filledSign, hollowSign;
};
constexpr std::array<PointSign, 4> kPoints = {
    {{7, 6, "\u25cf", "\u25cb"}, {5, 4, "\u25a0", "\u25a1"}, {9, 8, "\u25b2", "\u25b3"}, {13, 12, "\u25c6", "\u25c7"}}};

// A series of our numbers and the published one of the same place share the sign and the colour.
std::size_t placeAmongItsOwn(const PlotData& d, std::size_t series) {
  const auto published = [&](std::size_t n) { return d.series[n].origin == Origin::Published; };
  std::size_t place = 0;
  for (std::size_t n = 0; n < series; ++n) place += published(n) == published(series) ? 1 : 0;
  return place;
}

std::size_t colourOf(const PlotData& d, std::size_t series, PlotKind kind) {
  return (kind == PlotKind::Bars ? series : placeAmongItsOwn(d, series)) % kSeriesColours;
}

const PointSign& signOf(const PlotData& d, std::size_t series) {
  return kPoints[placeAmongItsOwn(d, series) % kPoints.size()];
}

std::string seriesColour(std::size_t colour) { return fmt::format("'#0300{:02x}'", colour + 1); }

// In single quotes gnuplot substitutes nothing.
std::string inQuotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string{"''"} : std::string(1, c < ' ' && c >= 0 ? ' ' : c);
  return out + "'";
}

constexpr std::size_t kLine = 26;  // characters of a name in a line beside the axis

// A name in one line or two.
std::vector<std::string> linesOf(const std::string& name) {
  if (name.size() <= kLine) return {name};
  const std::size_t blank = name.rfind(' ', kLine), end = blank == std::string::npos ? kLine : blank;
  const std::string rest = name.substr(blank == std::string::npos ? end : end + 1);
  return {name.substr(0, end), rest.size() <= kLine ? rest : rest.substr(0, kLine - 3) + "..."};
}

// Two lines need double quotes, in which gnuplot would execute what is between back quotes.
std::string inDoubleQuotes(const std::vector<std::string>& lines) {
  std::string out = "\"";
  for (const std::string& line : lines) {
    if (out.size() > 1) out += "\\n";
    for (const char c : line) {
      if (c == '"' || c == '\\') out += '\\';
      out += c == '`' ? '\'' : c >= 0 && c < ' ' ? ' ' : c;
    }
  }
  return out + "\"";
}

// ('A' 0, 'B' 1): the name of each row or column at its number. gnuplot takes a name as a format.
std::string ticsOf(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n) {
    std::vector<std::string> lines = linesOf(names[n]);
    for (std::string& line : lines)
      for (std::size_t at = line.find('%'); at != std::string::npos; at = line.find('%', at + 2)) line.insert(at, "%");
    const std::string name = lines.size() == 1 ? inQuotes(lines.front()) : inDoubleQuotes(lines);
    text += fmt::format("{}{} {}", n == 0 ? "" : ", ", name, n);
  }
  return "(" + text + ")";
}

// Few digits: the plot is drawn in pixels, and sums such as 0.36 + 1 are not exact.
std::string num(double value) { return fmt::format("{:.8g}", value); }

struct Extent {
  double least = 0, most = 0;
};

template <class Value>
Extent extentOf(const PlotData& d, const Value& value) {
  std::optional<Extent> e;
  for (const PlotSeries& s : d.series)
    for (const PlotPoint& p : s.points)
      for (const double v : value(p)) e = e ? Extent{std::min(e->least, v), std::max(e->most, v)} : Extent{v, v};
  return e.value_or(Extent{});
}

Extent xExtent(const PlotData& d) {
  return extentOf(d, [](const PlotPoint& p) { return std::array{p.x}; });
}
Extent yExtent(const PlotData& d) {
  return extentOf(d, [](const PlotPoint& p) { return std::array{p.y, p.begin, p.value}; });
}

// A logarithmic axis takes positive numbers only.
bool logarithmic(const PlotAxis& axis, const Extent& e) { return axis.logarithmic && e.least > 0; }

std::string axisRange(const PlotAxis& axis, const Extent& e) {
  if (logarithmic(axis, e)) return fmt::format("[{}:{}]", num(e.least / 1.3), num(e.most * 1.3));
  const double most = e.most == 0 && e.least == 0 ? 1 : e.most * 1.08;
  return fmt::format("[{}:{}]", num(std::min(0.0, e.least * 1.08)), num(std::max(0.0, most)));
}

std::string axisText(const char* axis, const PlotAxis& a, const Extent& e) {
  const bool across = axis[0] == 'x';
  return fmt::format("set {0}label {1}{2} tc rgb {3}\n{4}\nset {0}range {5}\n", axis, inQuotes(a.title),
                     across ? " offset 0,0.4" : "", kInk,
                     logarithmic(a, e) ? fmt::format("set logscale {}", axis) : fmt::format("unset logscale {}", axis),
                     axisRange(a, e));
}

std::string dataText(std::size_t number, const PlotSeries& s) {
  std::string out = fmt::format("$s{} << EOD\n", number);
  for (const PlotPoint& p : s.points)
    out += fmt::format("{} {} {} {}\n", num(p.x), num(p.y), num(p.begin), num(p.value));
  return out + "EOD\n";
}

bool hasRanges(const PlotSeries& s) {
  return std::ranges::any_of(s.points, [](const PlotPoint& p) { return p.value != p.begin; });
}

// Marks become smaller from series to series, so that one that hides another shows it around itself.
double sizeOf(const PlotData& d, std::size_t series) {
  return std::max(0.7, 1.15 - 0.15 * static_cast<double>(placeAmongItsOwn(d, series)));
}

// The marks of one series of points, and its line or ranges.
std::string seriesText(const PlottedData& p, std::size_t n) {
  const PlotSeries& s = p.data.series[n];
  const bool published = s.origin == Origin::Published;
  const PointSign& sign = signOf(p.data, n);
  const std::string colour = seriesColour(colourOf(p.data, n, p.plot.kind));
  const int point = published ? sign.hollow : sign.filled;
  std::string text;
  if (hasRanges(s))
    text = fmt::format("$s{} using 1:3:(0):($4-$3) with vectors nohead lw 3 lc rgb {} title {}, ", n, colour,
                       inQuotes(s.name));
  const char* style = p.plot.kind == PlotKind::Lines ? "linespoints" : "points";
  return text + fmt::format("$s{} using 1:2 with {} pt {} ps {:.2f} lw 1.5{} lc rgb {} title {}", n, style, point,
                            sizeOf(p.data, n), p.plot.kind == PlotKind::Lines ? published ? " dt (6,4)" : " dt 1" : "",
                            colour, inQuotes(s.name));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& p : parts) all += (all.empty() ? "plot " : ", \\\n ") + p;
  return all + "\n";
}

std::string numbersText(const PlottedData& p) {
  Extent x = xExtent(p.data), y = yExtent(p.data);
  if (p.plot.kind == PlotKind::Scatter)  // the same range, so that equal numbers are on the diagonal
    x = y = {std::min(x.least, y.least), std::max(x.most, y.most)};
  std::string text = axisText("x", p.plot.x, x) + axisText("y", p.plot.y, y);
  std::vector<std::string> parts;
  if (p.plot.kind == PlotKind::Scatter)
    parts.push_back(fmt::format("x with lines lc rgb {} dt (5,4) title 'equal'", kInk));
  for (std::size_t n = 0; n < p.data.series.size(); ++n) parts.push_back(seriesText(p, n));
  return text + joined(parts);
}

// Characters of the longest line beside the axis.
std::size_t longestLine(const std::vector<std::string>& rows) {
  std::size_t longest = 0;
  for (const std::string& row : rows)
    for (const std::string& line : linesOf(row)) longest = std::max(longest, line.size());
  return longest;
}

// Rows from top to bottom. The title of their axis is drawn beside short names only.
std::string rowTics(const std::vector<std::string>& rows, const std::string& title) {
  constexpr double kCharacter = 6.7, kTicLength = 14;
  constexpr double kTitle = 36;  // gnuplot leaves a title out that has less
  constexpr std::size_t kShort = 8;
  const std::size_t longest = longestLine(rows);
  const bool titled = !title.empty() && longest <= kShort;
  const double margin = kTicLength + kCharacter * static_cast<double>(longest) + (titled ? kTitle : 0);
  return fmt::format(
      "set ytics {} font ',12'\nset lmargin at screen {}\nset rmargin at screen 0.97\nset yrange [{}:-0.5]\n"
      "unset logscale y\nset ylabel {} tc rgb {}\n",
      ticsOf(rows), num(margin / kWidth), static_cast<double>(rows.size()) - 0.5, inQuotes(titled ? title : ""), kInk);
}

// Numbers below the axis of plots with rows, whose names leave little room: seven at most.
std::string fewTics(double span) {
  constexpr double kMost = 6;
  const double decade = std::pow(10, std::floor(std::log10(span / kMost)));
  double step = 10 * decade;
  for (const double part : {5.0, 2.0, 1.0})
    if (span / (part * decade) <= kMost) step = part * decade;
  return fmt::format("set xtics {}\n", num(step));
}

// Of each row: where a bar of the series begins and ends.
std::string stackText(const PlotData& d) {
  std::vector<double> tops(d.rows.size());
  std::string text;
  for (std::size_t n = 0; n < d.series.size(); ++n) {
    text += fmt::format("$s{} << EOD\n", n);
    for (const PlotPoint& p : d.series[n].points) {
      double& top = tops[static_cast<std::size_t>(p.x)];
      text += fmt::format("{} {} {} {} {}\n", num(top), num(top + p.y), num(p.x), num(p.x - 0.36), num(p.x + 0.36));
      top += p.y;
    }
    text += "EOD\n";
  }
  const double most = tops.empty() ? 1 : std::ranges::max(tops);
  const double end = most == 0 ? 1 : most * 1.03;
  return text + fmt::format("set xrange [0:{}]\nunset logscale x\n", num(end)) + fewTics(end);
}

std::string barsText(const PlottedData& p) {
  std::string text =
      stackText(p.data) + fmt::format("set xlabel {} offset 0,0.4 tc rgb {}\n", inQuotes(p.plot.x.title), kInk);
  std::vector<std::string> parts;
  for (std::size_t n = 0; n < p.data.series.size(); ++n)
    parts.push_back(
        fmt::format("$s{} using 1:3:1:2:4:5 with boxxyerror fs solid 1 border rgb '#050505' lw 0.8 fc rgb {} title {}",
                    n, seriesColour(colourOf(p.data, n, p.plot.kind)), inQuotes(p.data.series[n].name)));
  return text + joined(parts);
}

std::string dotsText(const PlottedData& p) {
  const Extent e = extentOf(p.data, [](const PlotPoint& q) { return std::array{q.y, q.begin, q.value}; });
  std::vector<std::string> parts;
  for (std::size_t n = 0; n < p.data.series.size(); ++n) {
    const PlotSeries& s = p.data.series[n];
    const PointSign& sign = signOf(p.data, n);
    const std::string colour = seriesColour(colourOf(p.data, n, p.plot.kind));
    if (hasRanges(s))
      parts.push_back(fmt::format("$s{} using 3:1:($4-$3):(0) with vectors nohead lw 3 lc rgb {} title {}", n, colour,
                                  inQuotes(s.name)));
    parts.push_back(fmt::format("$s{} using 2:1 with points pt {} ps {:.2f} lw 1.5 lc rgb {} title {}", n,
                                s.origin == Origin::Published ? sign.hollow : sign.filled, sizeOf(p.data, n), colour,
                                inQuotes(s.name)));
  }
  const double span = std::max(e.most, 0.0) - std::min(e.least, 0.0);
  const bool few = span > 0 && !logarithmic(p.plot.x, e);
  return axisText("x", p.plot.x, e) + (few ? fewTics(span * 1.08) : "") + joined(parts);
}

// 0 for nothing, then deeper for larger values, by their logarithm if they differ much.
std::size_t heatOf(double value, const Extent& positive) {
  if (value <= 0) return 0;
  const bool wide = positive.most > 8 * positive.least;
  const auto scale = [&](double v) { return wide ? std::log(v) : v; };
  const double span = scale(positive.most) - scale(positive.least);
  const double part = span == 0 ? 1 : (scale(value) - scale(positive.least)) / span;
  return 1 + static_cast<std::size_t>(std::lround(part * (kHeatColours - 1)));
}

Extent positiveValues(const PlotSeries& s) {
  std::optional<Extent> e;
  for (const PlotPoint& p : s.points)
    if (p.value > 0) e = e ? Extent{std::min(e->least, p.value), std::max(e->most, p.value)} : Extent{p.value, p.value};
  return e.value_or(Extent{1, 1});
}

std::string columnTics(const std::vector<std::string>& columns) {
  return fmt::format("set xtics {}\nset xrange [-0.5:{}]\nunset logscale x\n", ticsOf(columns),
                     static_cast<double>(columns.size()) - 0.5);
}

std::string heatText(const PlottedData& p) {
  const PlotSeries& s = p.data.series.front();
  const Extent positive = positiveValues(s);
  std::array<std::string, kHeatColours + 1> cells;
  std::string labels;
  for (const PlotPoint& q : s.points) {
    cells[heatOf(q.value, positive)] += fmt::format("{} {} {} {} {} {}\n", num(q.x), num(q.y), num(q.x - 0.48),
                                                    num(q.x + 0.48), num(q.y - 0.47), num(q.y + 0.47));
    labels += fmt::format("{} {} {}\n", num(q.x), num(q.y), num(q.value));
  }
  std::string text = columnTics(p.data.columns) +
                     fmt::format("unset grid\nset xlabel {} offset 0,0.4 tc rgb {}\n", inQuotes(p.plot.x.title), kInk);
  std::vector<std::string> parts;
  for (std::size_t n = 0; n < cells.size(); ++n) {
    if (cells[n].empty()) continue;
    text += fmt::format("$h{} << EOD\n{}EOD\n", n, cells[n]);
    parts.push_back(
        fmt::format("$h{0} using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '#0400{0:02x}' title {1}", n,
                    inQuotes(s.name)));
  }
  text += fmt::format("$values << EOD\n{}EOD\n", labels);
  parts.push_back(fmt::format("$values using 1:2:(sprintf('%g',$3)) with labels font ',11' tc rgb {} title {}", kInk,
                              inQuotes(s.name)));
  return text + joined(parts);
}

int heightOf(const PlottedData& p) {
  if (!hasRows(p.plot.kind)) return kHeight;
  const bool two = std::ranges::any_of(p.data.rows, [](const std::string& row) { return linesOf(row).size() > 1; });
  return kTop + kBottom + (two ? kTwoLines : kRowHeight) * static_cast<int>(p.data.rows.size());
}

// Settings of one plot last until the next, which begins with `reset`.
std::string plotText(const PlottedData& p) {
  const int height = heightOf(p);
  std::string text = fmt::format(
      "reset\nset terminal svg size {},{} dynamic noenhanced font 'sans-serif,13' butt\nset output\n"
      "set tmargin at screen {:.4f}\nset bmargin at screen {:.4f}\nunset key\nset border 3 lc rgb {}\n"
      "set tics nomirror out scale 0.5 textcolor rgb {}\nset grid lt 1 lw 1 lc rgb {}\n",
      kWidth, height, 1 - static_cast<double>(kTop) / height, static_cast<double>(kBottom) / height, kInk, kInk, kGrid);
  if (hasRows(p.plot.kind)) text += rowTics(p.data.rows, p.plot.y.title) + "set grid noytics\n";
  if (p.plot.kind == PlotKind::Bars) return text + barsText(p);
  if (p.plot.kind == PlotKind::HeatMap) return text + heatText(p);
  for (std::size_t n = 0; n < p.data.series.size(); ++n) text += dataText(n, p.data.series[n]);
  return text + (p.plot.kind == PlotKind::Dots ? dotsText(p) : numbersText(p));
}

}  // namespace

std::string gnuplotScript(const std::vector<PlottedData>& plots) {
  std::string script = "set encoding utf8\n";
  for (const PlottedData& p : plots) script += plotText(p);
  return script;
}

SeriesMark markOf(const PlotData& data, std::size_t series, PlotKind kind) {
  const std::size_t colour = colourOf(data, series, kind);
  if (kind == PlotKind::Bars) return {"\u25a0", colour};
  const PointSign& sign = signOf(data, series);
  return {data.series[series].origin == Origin::Published ? sign.hollowSign : sign.filledSign, colour};
}

}  // namespace utah10
