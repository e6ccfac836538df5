#include "command/sweep/sweep_summary.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace utah10 {

namespace {

constexpr const char* kSeed = "seed";
constexpr unsigned kMostDecimals = 4;

struct NumberWithUnit {
  double number;
  std::string digits, unit;  // "500", "ns"
};

std::optional<NumberWithUnit> numberWithUnit(const std::string& text) {
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (error != std::errc{} || !std::all_of(end, last, isLetter)) return std::nullopt;
  return NumberWithUnit{number, {text.data(), end}, {end, last}};
}

// Makes numbers of the values, if all are and have the same unit.
void findNumbers(SweptOption& o) {
  std::vector<NumberWithUnit> numbers;
  for (const std::string& value : o.values)
    if (auto n = numberWithUnit(value)) numbers.push_back(std::move(*n));
  const auto differs = [&](const NumberWithUnit& n) { return n.unit != numbers.front().unit; };
  if (numbers.size() != o.values.size() || std::ranges::any_of(numbers, differs)) return;
  o.unit = numbers.front().unit;
  o.values.clear();
  for (const NumberWithUnit& n : numbers) {
    o.values.push_back(n.digits);
    o.numbers.push_back(n.number);
  }
}

std::vector<SweptOption> optionsOf(const std::vector<StoredPoint>& points) {
  std::vector<SweptOption> all;
  for (const StoredPoint& p : points)
    for (const auto& [name, value] : p.settings) {
      auto at = std::ranges::find(all, name, &SweptOption::name);
      if (at == all.end()) at = all.insert(all.end(), SweptOption{name, {}});
      if (std::ranges::find(at->values, value) == at->values.end()) at->values.push_back(value);
    }
  std::ranges::for_each(all, findNumbers);
  return all;
}

// As SweptOption has it.
std::string valueOf(const StoredPoint& point, const SweptOption& option) {
  for (const auto& [name, value] : point.settings)
    if (name == option.name) return value.substr(0, value.size() - option.unit.size());
  return {};
}

unsigned decimalsOf(const std::string& text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return 0;
  return std::min(kMostDecimals, static_cast<unsigned>(text.size() - dot - 1));
}

// Puts the rows of one table together.
class TableSummary {
 public:
  TableSummary(std::string name, const std::vector<MeasuredColumn>& columns) {
    table_.name = std::move(name);
    for (const MeasuredColumn& c : columns) {
      if (c.table != table_.name) continue;
      // The first column of a report that does not say more names its rows.
      const bool names = c.origin == "given" || (c.origin.empty() && table_.names.empty());
      if (names)
        table_.names.push_back(c);
      else
        table_.numbers.push_back({c, 0});
    }
  }

  void add(const StoredRow& row, const std::vector<std::string>& options) {
    if (row.point != point_) seen_.clear();
    point_ = row.point;
    std::vector<std::string> names;
    for (const MeasuredColumn& c : table_.names) names.push_back(textOf(row, c.name));
    // Rows of a report may have the same names: then their order tells them apart.
    SweptRow& group = groupOf(options, names, seen_[names]++);
    for (std::size_t n = 0; n < table_.numbers.size(); ++n) take(row, n, group);
  }

  // Without columns that have no numbers.
  SweptTable finished() {
    for (std::size_t n = table_.numbers.size(); n-- > 0;) {
      if (std::ranges::any_of(table_.rows, [n](const SweptRow& r) { return !r.values[n].empty(); })) continue;
      const auto place = static_cast<std::ptrdiff_t>(n);
      table_.numbers.erase(table_.numbers.begin() + place);
      for (SweptRow& r : table_.rows) r.values.erase(r.values.begin() + place);
    }
    return std::move(table_);
  }

 private:
  using Names = std::vector<std::string>;
  struct Key {
    Names options, names;
    unsigned occurrence;
    auto operator<=>(const Key&) const = default;
  };

  static std::string textOf(const StoredRow& row, const std::string& column) {
    const auto at = std::ranges::find(row.cells, column, &Measurement::name);
    return at == row.cells.end() ? std::string{} : at->text;
  }

  SweptRow& groupOf(const Names& options, const Names& names, unsigned occurrence) {
    const auto [at, isNew] = places_.try_emplace(Key{options, names, occurrence}, table_.rows.size());
    if (isNew) table_.rows.push_back({options, names, std::vector<std::vector<double>>(table_.numbers.size())});
    return table_.rows[at->second];
  }

  void take(const StoredRow& row, std::size_t n, SweptRow& group) {
    SweptTable::Number& number = table_.numbers[n];
    const auto at = std::ranges::find(row.cells, number.column.name, &Measurement::name);
    if (at == row.cells.end() || !at->number) return;
    group.values[n].push_back(*at->number);
    number.decimals = std::max(number.decimals, decimalsOf(at->text));
  }

  SweptTable table_;
  std::map<Key, std::size_t> places_;
  std::map<Names, unsigned> seen_;  // in the report of point_
  unsigned point_ = 0;
};

std::vector<std::string> tableNames(const std::vector<MeasuredColumn>& columns) {
  std::vector<std::string> names;
  for (const MeasuredColumn& c : columns)
    if (names.empty() || names.back() != c.table) names.push_back(c.table);
  return names;
}

// The values of the varied options, by point.
std::map<unsigned, std::vector<std::string>> choicesOf(const std::vector<StoredPoint>& points,
                                                       const std::vector<SweptOption>& varied) {
  std::map<unsigned, std::vector<std::string>> choices;
  for (const StoredPoint& p : points)
    for (const SweptOption& o : varied) choices[p.number].push_back(valueOf(p, o));
  return choices;
}

}  // namespace

SweepSummary sweepSummary(const SweepDatabase& database) {
  SweepSummary s{.experiment = database.planValue("experiment"),
                 .program = database.planValue("program"),
                 .shard = database.planValue("shard"),
                 .counts = database.counts()};
  const std::vector<StoredPoint> points = database.points();
  for (SweptOption& o : optionsOf(points)) {
    if (o.name == kSeed) s.seeds = o.values.size();
    if (o.name != kSeed) (o.values.size() > 1 ? s.varied : s.fixed).push_back(std::move(o));
  }
  std::ranges::copy_if(points, std::back_inserter(s.failed), [](const StoredPoint& p) { return p.state == "failed"; });
  auto choices = choicesOf(points, s.varied);
  const std::vector<MeasuredColumn> columns = database.columns();
  for (const std::string& name : tableNames(columns)) {
    TableSummary table{name, columns};
    database.eachRow(name, [&](const StoredRow& row) { table.add(row, choices[row.point]); });
    SweptTable finished = table.finished();
    if (!finished.numbers.empty()) s.tables.push_back(std::move(finished));
  }
  return s;
}

}  // namespace utah10
