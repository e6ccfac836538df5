#include "experiments/report/plot_data.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace utah10 {

namespace {

// A column that says what a number is of: "5 ms", "processes 2", "--hops 3".
struct NamingColumn {
  std::size_t column = 0;
  std::string before, after;  // the number
};

// The columns that a plot names.
struct PlotColumns {
  std::vector<NamingColumn> at, by;
  struct Values {
    std::size_t from = 0, to = 0;
    std::optional<std::size_t> error;
    std::string name;
    Origin origin{};

    PlotPoint pointOf(const std::vector<Cell>& row, double value, double end) const;
  };
  std::vector<Values> values;
};

std::size_t columnOf(const ReportTable& t, const std::string& name) {
  const auto at = std::ranges::find(t.headings, name, &ReportHeading::name);
  if (at == t.headings.end()) throw std::logic_error("table " + t.name + " has no column " + name);
  return static_cast<std::size_t>(at - t.headings.begin());
}

std::vector<NamingColumn> columnsOf(const ReportTable& t, const std::vector<std::string>& names) {
  std::vector<NamingColumn> columns;
  for (const std::string& name : names) {
    const std::size_t column = columnOf(t, name);
    const std::string heading = t.headings[column].label(), unit = t.headings[column].facts.unit;
    columns.push_back(
        {column, unit.empty() || heading.starts_with("--") ? heading + " " : "", unit.empty() ? "" : " " + unit});
  }
  return columns;
}

PlotColumns columnsOf(const Plot& plot, const ReportTable& t) {
  PlotColumns c{columnsOf(t, plot.at), columnsOf(t, plot.by), {}};
  for (const PlotValues& v : plot.values) {
    const std::size_t from = columnOf(t, v.column);
    const ReportHeading& h = t.headings[from];
    c.values.push_back({from, v.to.empty() ? from : columnOf(t, v.to),
                        v.error.empty() ? std::nullopt : std::optional{columnOf(t, v.error)},
                        v.name.empty() ? h.label() : v.name, h.origin()});
  }
  return c;
}

PlotPoint PlotColumns::Values::pointOf(const std::vector<Cell>& row, double value, double end) const {
  PlotPoint p{0, value, end, value, row[from].printed()};
  if (value != end) p.printed += " to " + row[to].printed();
  const auto by = error ? row[*error].number() : std::nullopt;
  if (!by) return p;
  p.begin = value - *by;
  p.value = value + *by;
  p.printed += " \u00b1 " + row[*error].printed();
  return p;
}

bool isNumber(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

// "hops, 2, to RAND". `explained`: numbers with what they are, since no title of an axis tells.
std::string textOf(const std::vector<Cell>& row, const std::vector<NamingColumn>& columns, bool explained) {
  std::string text;
  for (const NamingColumn& c : columns) {
    std::string part = row[c.column].printed();
    if (part.empty()) continue;
    if (explained && isNumber(part)) part = c.before + part + c.after;
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

std::size_t placeOf(std::vector<std::string>& all, const std::string& text) {
  const auto at = std::ranges::find(all, text);
  if (at != all.end()) return static_cast<std::size_t>(at - all.begin());
  all.push_back(text);
  return all.size() - 1;
}

PlotSeries& seriesOf(std::vector<PlotSeries>& all, const std::string& name, Origin origin) {
  const auto at = std::ranges::find(all, name, &PlotSeries::name);
  return at == all.end() ? all.emplace_back(PlotSeries{name, origin}) : *at;
}

// The name of the series of a value: of the groups, of the column if there are several, or both.
std::string seriesName(const std::string& group, const std::string& column, std::size_t columns) {
  if (group.empty()) return column;
  return columns > 1 ? group + ": " + column : group;
}

void addRow(PlotData& d, const Plot& plot, const PlotColumns& c, const std::vector<Cell>& row) {
  const std::string group = textOf(row, c.by, plot.kind != PlotKind::HeatMap || c.by.size() > 1);
  const std::string place = textOf(row, c.at, c.at.size() > 1);
  for (const PlotColumns::Values& v : c.values) {
    const auto from = row[v.from].number(), to = row[v.to].number();
    if (!from || !to) continue;
    PlotPoint point = v.pointOf(row, *from, *to);
    if (plot.kind == PlotKind::HeatMap) {
      point = {static_cast<double>(placeOf(d.columns, group)), static_cast<double>(placeOf(d.rows, place)), *from,
               *from, point.printed};
    } else if (hasRows(plot.kind)) {
      point.x = static_cast<double>(placeOf(d.rows, place));
    } else {
      const auto x = row[c.at.front().column].number();
      if (!x) continue;
      point.x = *x;
    }
    const std::string name = plot.kind == PlotKind::HeatMap ? v.name : seriesName(group, v.name, c.values.size());
    seriesOf(d.series, name, v.origin).points.push_back(point);
  }
}

}  // namespace

PlotData plotData(const Plot& plot, const ReportTable& table) {
  PlotData d;
  const PlotColumns columns = columnsOf(plot, table);
  const auto only = plot.only.column.empty() ? std::nullopt : std::optional{columnOf(table, plot.only.column)};
  for (const auto& row : table.rows)
    if (!only || row[*only].printed() == plot.only.text) addRow(d, plot, columns, row);
  if (plot.kind == PlotKind::Lines)
    for (PlotSeries& s : d.series) std::ranges::stable_sort(s.points, {}, &PlotPoint::x);
  return d;
}

}  // namespace utah10
