#include "command/sweep/sweep_plots.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace utah10 {

namespace {

constexpr std::size_t kMostSeries = 8;  // signs and colours that are told apart
constexpr double kWide = 20;            // an option whose values differ by more has a logarithmic axis

// The columns of names that tell rows apart which the columns before them do not.
std::vector<std::string> tellingNames(const SweptTable& t) {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> told(t.rows.size());
  std::size_t different = 1;
  for (std::size_t n = 0; n < t.names.size(); ++n) {
    auto with = told;
    for (std::size_t r = 0; r < t.rows.size(); ++r) with[r].push_back(t.rows[r].names[n]);
    const std::size_t now = std::set(with.begin(), with.end()).size();
    if (now == different) continue;
    different = now;
    told = std::move(with);
    columns.push_back(t.names[n].name);
  }
  return columns;
}

std::size_t differentNames(const SweptTable& t) {
  std::set<std::vector<std::string>> all;
  for (const SweptRow& r : t.rows) all.insert(r.names);
  return all.size();
}

std::size_t differentChoices(const SweptTable& t) {
  std::set<std::vector<std::string>> all;
  for (const SweptRow& r : t.rows) all.insert(r.options);
  return all.size();
}

bool isGrid(const SweepSummary& s, const SweptTable& t) {
  std::size_t combinations = 1;
  for (const SweptOption& o : s.varied) combinations *= o.values.size();
  return differentChoices(t) == combinations;
}

const SweptOption* widestNumeric(const SweepSummary& s) {
  const SweptOption* widest = nullptr;
  for (const SweptOption& o : s.varied)
    if (o.numeric() && (widest == nullptr || o.values.size() > widest->values.size())) widest = &o;
  return widest;
}

bool isWide(const SweptOption& o) {
  const auto [least, most] = std::ranges::minmax(o.numbers);
  return least > 0 && most > kWide * least;
}

class Maker {
 public:
  Maker(const SweepSummary& s, const SweptTable& t, std::size_t number)
      : s_(s), t_(t), column_(t.numbers[number].column), names_(tellingNames(t)) {}

  std::vector<Plot> plots() const {
    if (s_.varied.empty() || t_.rows.empty()) return {};
    const SweptOption* x = widestNumeric(s_);
    if (x == nullptr) return byRow();
    return isGrid(s_, t_) ? byOption(*x) : bySample();
  }

 private:
  // What the plot has in common with the others.
  Plot plot(PlotKind kind, const std::string& by) const {
    Plot p{.kind = kind, .table = t_.name};
    p.name = fmt::format("{}-{}{}{}", t_.name, column_.name, by.empty() ? "" : "-by-", by);
    p.title = fmt::format("{} ({}){}{}", column_.heading, t_.name, by.empty() ? "" : " by --", by);
    p.says = fmt::format("{} in the table {} of the reports, of {} choices of options.", column_.heading, t_.name,
                         differentChoices(t_));
    p.values = {{.column = column_.name, .error = s_.seeds > 1 ? confidenceColumn(column_.name) : ""}};
    return p;
  }
  PlotAxis valueAxis() const {
    const bool unit = !column_.unit.empty() && column_.heading.find(column_.unit) == std::string::npos;
    return {unit ? fmt::format("{}, {}", column_.heading, column_.unit) : column_.heading};
  }
  static PlotAxis axisOf(const SweptOption& o) {
    return {o.unit.empty() ? "--" + o.name : fmt::format("--{}, {}", o.name, o.unit), isWide(o)};
  }
  std::vector<std::string> others(const SweptOption& x) const {
    std::vector<std::string> columns;
    for (const SweptOption& o : s_.varied)
      if (o.name != x.name) columns.push_back(optionColumn(o.name));
    columns.insert(columns.end(), names_.begin(), names_.end());
    return columns;
  }

  // A row for each choice of options and names.
  std::vector<Plot> byRow() const {
    if (t_.rows.size() > kMostPlotRows) return {};
    Plot p = plot(PlotKind::Dots, {});
    for (const SweptOption& o : s_.varied) p.at.push_back(optionColumn(o.name));
    p.at.insert(p.at.end(), names_.begin(), names_.end());
    p.x = valueAxis();
    return {p};
  }

  // A line for each name and choice of the other options, or a heat map of them.
  std::vector<Plot> byOption(const SweptOption& x) const {
    const std::size_t series = t_.rows.size() / x.values.size();
    if (series > kMostPlotRows) return {};
    const bool lines = series <= kMostSeries;
    Plot p = plot(lines ? PlotKind::Lines : PlotKind::HeatMap, x.name);
    (lines ? p.at : p.by) = {optionColumn(x.name)};
    (lines ? p.by : p.at) = others(x);
    p.x = axisOf(x);
    if (lines) p.y = valueAxis();
    return {p};
  }

  std::vector<Plot> bySample() const {
    if (differentNames(t_) > kMostSeries) return {};
    std::vector<Plot> all;
    for (const SweptOption& o : s_.varied) {
      if (!o.numeric()) continue;
      Plot p = plot(PlotKind::Points, o.name);
      p.at = {optionColumn(o.name)};
      p.by = names_;
      p.x = axisOf(o);
      p.y = valueAxis();
      all.push_back(std::move(p));
    }
    return all;
  }

  const SweepSummary& s_;
  const SweptTable& t_;
  const MeasuredColumn& column_;
  std::vector<std::string> names_;
};

}  // namespace

std::string optionColumn(const std::string& option) {
  std::string name = "option_" + option;
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string confidenceColumn(const std::string& column) { return column + "_confidence"; }

bool varies(const SweptTable& table, std::size_t number) {
  std::map<std::vector<std::string>, std::vector<double>> first;
  return std::ranges::any_of(table.rows, [&](const SweptRow& r) {
    std::vector<double> values = r.values[number];
    std::ranges::sort(values);  // the seeds may come in any order
    return first.try_emplace(r.names, values).first->second != values;
  });
}

std::vector<Plot> plotsOf(const SweepSummary& summary, const SweptTable& table, std::size_t number) {
  return Maker{summary, table, number}.plots();
}

}  // namespace utah10
