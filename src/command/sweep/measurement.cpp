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

struct Column {
  std::string name, unit;
};

// A report describes its columns; what it does not say of the unit, the heading may.
Column columnOf(const Json& table, const std::string& heading) {
  if (const auto columns = table.find("columns"); columns != table.end())
    for (const Json& c : *columns)
      if (c.value("heading", std::string{}) == heading) {
        const std::string unit = c.value("unit", std::string{});
        return {c.value("name", heading), unit.empty() ? std::string{unitOf(heading)} : unit};
      }
  return {heading, std::string{unitOf(heading)}};
}

void addRow(std::vector<Measurement>& all, const std::string& name, const Json& table, unsigned number,
            const Json& row) {
  const std::string label = labelOf(row);
  for (const auto& [heading, cell] : row.items()) {
    if (cell.is_string() && cell.get_ref<const std::string&>().empty()) continue;
    Column column = columnOf(table, heading);
    all.push_back({name, number, label, std::move(column.name), std::move(column.unit),
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

Expected<std::vector<Measurement>> measurementsOf(std::string_view jsonReport) {
  const Json report = Json::parse(jsonReport, nullptr, false);
  if (report.is_discarded() || !report.is_object() || !report.contains("tables"))
    return fail("report", "is not the JSON of a report");
  std::vector<Measurement> all;
  for (const auto& [name, table] : report["tables"].items()) {
    if (table.value("readers", "all") == "people") continue;  // another table has the same for programs
    unsigned number = 0;
    for (const Json& row : table["rows"]) addRow(all, name, table, ++number, row);
  }
  return all;
}

}  // namespace utah10
