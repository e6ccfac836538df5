#include "command/sweep/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace utah10 {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 16> kUnits = {"ns",      "us",   "ms",     "s",    "%",      "bits",
                                                     "bytes",   "K",    "bits/s", "kb/s", "kb/cpu", "us/bit",
                                                     "us/byte", "s/Mb", "b/s",    "Mb"};

std::string textOf(const Json& cell) {
  return cell.is_string() ? cell.get<std::string>() : fmt::format("{}", cell.get<double>());
}

// The first cell names a row.
std::string labelOf(const Json& row) {
  const auto first = row.begin();
  if (first == row.end()) return {};
  return textOf(*first);
}

// A report describes its columns; what it does not say of the unit, the heading may.
MeasuredColumn columnOf(const std::string& name, const Json& table, const std::string& heading) {
  MeasuredColumn column{name, heading, heading, std::string{unitOf(heading)}, {}, {}};
  if (const auto sources = table.find("sources"); sources != table.end())
    column.source = sources->value(heading, std::string{});
  if (const auto columns = table.find("columns"); columns != table.end())
    for (const Json& c : *columns)
      if (c.value("heading", std::string{}) == heading) {
        const std::string unit = c.value("unit", std::string{});
        column.name = c.value("name", heading);
        column.origin = c.value("origin", std::string{});
        if (!unit.empty()) column.unit = unit;
      }
  return column;
}

// The columns of the rows, in their order.
std::vector<MeasuredColumn> columnsOf(const std::string& name, const Json& table) {
  std::vector<MeasuredColumn> all;
  for (const Json& row : table["rows"])
    for (const auto& [heading, cell] : row.items())
      if (std::ranges::find(all, heading, &MeasuredColumn::heading) == all.end())
        all.push_back(columnOf(name, table, heading));
  return all;
}

void addRow(MeasuredReport& report, const std::vector<MeasuredColumn>& columns, unsigned number, const Json& row) {
  const std::string label = labelOf(row);
  for (const auto& [heading, cell] : row.items()) {
    if (cell.is_string() && cell.get_ref<const std::string&>().empty()) continue;
    const MeasuredColumn& column = *std::ranges::find(columns, heading, &MeasuredColumn::heading);
    report.measurements.push_back({column.table, number, label, column.name, column.unit,
                                   cell.is_number() ? std::optional{cell.get<double>()} : std::nullopt, textOf(cell)});
  }
}

}  // namespace

std::string_view unitOf(std::string_view heading) {
  if (heading.ends_with("kb/cpu s")) return "kb/s";
  const std::size_t blank = heading.rfind(' ');
  std::string_view last = blank == std::string_view::npos ? heading : heading.substr(blank + 1);
  if (last.starts_with('|')) last.remove_prefix(1);  // a published value
  // A single letter alone is a name.
  if (last.size() == 1 && blank == std::string_view::npos && last != "%") return {};
  const auto* const at = std::ranges::find(kUnits, last);
  return at == kUnits.end() ? std::string_view{} : *at;
}

Expected<MeasuredReport> measuredReport(std::string_view jsonReport) {
  const Json report = Json::parse(jsonReport, nullptr, false);
  if (report.is_discarded() || !report.is_object() || !report.contains("tables"))
    return fail("report", "is not the JSON of a report");
  MeasuredReport all;
  for (const auto& [name, table] : report["tables"].items()) {
    if (table.value("readers", "all") == "people") continue;  // another table has the same for programs
    const std::vector<MeasuredColumn> columns = columnsOf(name, table);
    all.columns.insert(all.columns.end(), columns.begin(), columns.end());
    unsigned number = 0;
    for (const Json& row : table["rows"]) addRow(all, columns, ++number, row);
  }
  return all;
}

}  // namespace utah10
