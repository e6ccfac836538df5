#include "command/sweep/sweep_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "command/sweep/sweep_plots.hpp"
#include "experiments/report/spread.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kMostTableRows = 5000;  // of a table; a browser sorts that many at once
constexpr std::size_t kMostPlots = 6;         // if none is named; those of one measurement are drawn together

Origin originOf(const MeasuredColumn& c) {
  for (const Origin o : {Origin::Given, Origin::Computed, Origin::Published})
    if (c.origin == nameOf(o)) return o;
  return Origin::Measured;
}

ReportHeading headingOf(const MeasuredColumn& c) {
  return {c.heading, c.source, {.unit = c.unit, .origin = originOf(c), .name = c.name}};
}

std::string listOf(const SweptOption& o) {
  constexpr std::size_t kFew = 12;
  const std::string unit = o.unit.empty() ? "" : " " + o.unit;
  if (o.values.size() <= kFew) return fmt::format("{}{}", fmt::join(o.values, ", "), unit);
  if (!o.numeric()) return fmt::format("{} values", o.values.size());
  const auto [least, most] = std::ranges::minmax(o.numbers);
  return fmt::format("{} values, {} to {}{}", o.values.size(), least, most, unit);
}

ReportTable optionsTable(const SweepSummary& s) {
  ReportTable t{"sweep-options", {}, {{"option", ""}, {"values", ""}, {"in the plan", ""}}, {}};
  for (ReportHeading& h : t.headings) h.facts = given();
  const auto add = [&](const SweptOption& o, const char* how) {
    t.rows.push_back({Cell::text("--" + o.name), Cell::text(listOf(o)), Cell::text(how)});
  };
  for (const SweptOption& o : s.varied) add(o, "varied");
  for (const SweptOption& o : s.fixed) add(o, "fixed");
  return t;
}

ReportTable failedTable(const SweepSummary& s) {
  ReportTable t{"failed-points", {}, {{"point", "", given()}, {"options", "", given()}, {"message", ""}}, {}};
  t.headings.back().provenance = "what the run printed last";
  for (const StoredPoint& p : s.failed) {
    std::string options;
    for (const auto& [name, value] : p.settings)
      options += fmt::format("{}{}={}", options.empty() ? "" : " ", name, value);
    t.rows.push_back({Cell::whole(p.number), Cell::text(options), Cell::text(p.message)});
  }
  return t;
}

bool isMean(const SweepSummary& s, const MeasuredColumn& c) { return s.seeds > 1 && originOf(c) != Origin::Published; }

void addHeadings(ReportTable& t, const SweepSummary& s, const SweptTable& table) {
  for (const SweptOption& o : s.varied)
    t.headings.push_back({"--" + o.name, "the plan", given(o.unit, optionColumn(o.name))});
  for (const MeasuredColumn& c : table.names) t.headings.push_back(headingOf(c));
  if (s.seeds > 1) t.headings.push_back({"runs", "with other seeds", computed({}, "runs")});
  for (const auto& [c, decimals] : table.numbers) {
    ReportHeading h = headingOf(c);
    if (isMean(s, c)) h.provenance = "mean of the runs; " + h.provenance;
    t.headings.push_back(h);
    if (!isMean(s, c)) continue;
    t.headings.push_back({"\u00b1 95 %",
                          "half of the interval that has the mean with a probability of 95 %, by Student",
                          computed(c.unit, confidenceColumn(c.name))});
    t.headings.push_back({"deviation", "standard deviation of the runs", computed(c.unit, c.name + "_deviation")});
    t.headings.back().facts.readers = Readers::Programs;
  }
}

// The mean of repetitions that differ has a digit more.
unsigned digitsOf(const SweptTable& t, std::size_t number, bool mean) {
  const auto differs = [&](const SweptRow& r) {
    return std::ranges::adjacent_find(r.values[number], std::not_equal_to{}) != r.values[number].end();
  };
  return t.numbers[number].decimals + (mean && std::ranges::any_of(t.rows, differs) ? 1 : 0);
}

void addValues(std::vector<Cell>& cells, const std::optional<Spread>& spread, unsigned digits, bool mean) {
  cells.push_back(spread ? Cell::rounded(spread->mean, digits) : Cell::missing());
  if (!mean) return;
  cells.push_back(spread ? Cell::rounded(spread->confidence(), digits) : Cell::missing());
  cells.push_back(spread ? Cell::rounded(spread->deviation, digits) : Cell::missing());
}

// `digits`: of each number.
std::vector<Cell> cellsOf(const SweepSummary& s, const SweptTable& table, const SweptRow& row,
                          const std::vector<unsigned>& digits) {
  std::vector<Cell> cells;
  for (const std::string& value : row.options) cells.push_back(Cell::text(value));
  for (const std::string& name : row.names) cells.push_back(Cell::text(name));
  std::size_t runs = 0;
  for (const auto& values : row.values) runs = std::max(runs, values.size());
  if (s.seeds > 1) cells.push_back(Cell::whole(runs));
  for (std::size_t n = 0; n < table.numbers.size(); ++n)
    addValues(cells, spreadOf(row.values[n]), digits[n], isMean(s, table.numbers[n].column));
  return cells;
}

ReportTable tableOf(const SweepSummary& s, const SweptTable& table) {
  ReportTable t{table.name, {}, {}, {}};
  addHeadings(t, s, table);
  std::vector<unsigned> digits;
  for (std::size_t n = 0; n < table.numbers.size(); ++n)
    digits.push_back(digitsOf(table, n, isMean(s, table.numbers[n].column)));
  const std::size_t shown = std::min(table.rows.size(), kMostTableRows);
  for (std::size_t n = 0; n < shown; ++n) t.rows.push_back(cellsOf(s, table, table.rows[n], digits));
  if (shown < table.rows.size())
    t.title = fmt::format("The first {} of {} rows; the database has all.", shown, table.rows.size());
  return t;
}

// Whether a measurement may be drawn unasked: points differ, and all rows have the same unit.
bool isComparable(const SweptTable& t, std::size_t number) {
  const MeasuredColumn& c = t.numbers[number].column;
  return originOf(c) != Origin::Published && !c.unit.empty() && varies(t, number);
}

// The plots of the measurements that are drawn. A measurement is named as in "transfers.us_per_bit".
class Drawn {
 public:
  Drawn(const SweepSummary& s, const std::vector<std::string>& named) : named_(named) {
    for (const SweptTable& t : s.tables)
      for (std::size_t n = 0; n < t.numbers.size(); ++n) {
        const std::string name = nameOf(t.numbers[n].column);
        all_.insert(name);
        if (named.empty())
          addUnasked(name, s, t, n);
        else if (std::ranges::find(named, name) != named.end())
          plots_[name] = plotsOf(s, t, n);
      }
  }

  std::vector<Plot> of(const MeasuredColumn& c) const {
    const auto at = plots_.find(nameOf(c));
    return at == plots_.end() ? std::vector<Plot>{} : at->second;
  }
  std::optional<std::string> unknown() const {
    const auto at = std::ranges::find_if(named_, [&](const std::string& n) { return !all_.contains(n); });
    return at == named_.end() ? std::nullopt : std::optional{*at};
  }
  const std::set<std::string>& all() const { return all_; }
  // What is said of measurements that are not drawn; empty if there are none.
  std::string note() const {
    std::vector<std::string> without;
    for (const auto& [name, plots] : plots_)
      if (plots.empty()) without.push_back(name);
    if (!without.empty())
      return fmt::format(
          "Not drawn: {}. A plot needs an option that is varied and shows at most {} lines or rows; the table has all.",
          fmt::join(without, ", "), kMostPlotRows);
    if (varying_ <= plots_.size()) return {};
    return fmt::format(
        "Of {} measurements that vary with the options, the first {} are drawn. --plot TABLE.COLUMN draws others, as in "
        "--plot {}.",
        varying_, plots_.size(), plots_.begin()->first);
  }

 private:
  static std::string nameOf(const MeasuredColumn& c) { return c.table + "." + c.name; }
  // Until there are enough plots; only those with few series.
  void addUnasked(const std::string& name, const SweepSummary& s, const SweptTable& t, std::size_t number) {
    if (!isComparable(t, number)) return;
    std::vector<Plot> plots = plotsOf(s, t, number);
    if (plots.empty() || plots.front().kind == PlotKind::HeatMap) return;
    ++varying_;
    if (count_ >= kMostPlots) return;
    count_ += plots.size();
    plots_[name] = std::move(plots);
  }

  const std::vector<std::string>& named_;
  std::set<std::string> all_;
  std::map<std::string, std::vector<Plot>> plots_;
  std::size_t varying_ = 0, count_ = 0;  // measurements that may be drawn unasked; plots of those that are
};

std::string openingOf(const SweepSummary& s) {
  std::string text = fmt::format("{} of {} points of {} are done", s.counts.done,
                                 s.counts.done + s.counts.failed + s.counts.waiting, s.experiment);
  if (s.shard != "1/1") text += fmt::format(" (shard {})", s.shard);
  if (s.counts.failed != 0) text += fmt::format(", {} failed", s.counts.failed);
  if (s.counts.waiting != 0) text += fmt::format(", {} were not run", s.counts.waiting);
  text += fmt::format(", by utah10 {}.", s.program);
  if (s.seeds > 1) text += fmt::format(" Each choice of options ran with {} seeds: numbers are means.", s.seeds);
  return text;
}

}  // namespace

Expected<Report> sweepReport(const SweepSummary& s, const std::vector<std::string>& named) {
  const Drawn drawn{s, named};
  if (const auto name = drawn.unknown())
    return fail(
        "--plot", fmt::format("there is no measurement {}", *name),
        drawn.all().empty() ? "nothing was measured" : fmt::format("measured: {}", fmt::join(drawn.all(), ", ")));
  Report report{fmt::format("Sweep of {}", s.experiment), {}};
  report.say(openingOf(s));
  if (const std::string note = drawn.note(); !note.empty()) report.say(note);
  report.show(optionsTable(s));
  if (!s.failed.empty()) report.show(failedTable(s));
  for (const SweptTable& t : s.tables) {
    report.show(tableOf(s, t));
    for (std::size_t n = 0; n < t.numbers.size(); ++n)
      for (Plot& p : drawn.of(t.numbers[n].column)) report.draw(std::move(p));
  }
  return report;
}

}  // namespace utah10
