#include "experiments/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "trace/report_text.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kWidth = 118;

// A number has no leading zero: "05" is a text.
std::optional<double> numberOf(std::string_view cell) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  if (cell.size() > 1 && cell[0] == '0' && cell[1] != '.') return std::nullopt;
  return value;
}

// Folds text into lines of at most kWidth; `margin` precedes the first, `indent` the others.
std::string folded(std::string_view text, std::string_view margin = {}, std::string_view indent = {}) {
  std::string out, line{margin};
  const auto flush = [&] {
    if (!line.empty()) out += line + "\n";
    line = std::string{indent};
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (line.size() + 1 + word.size() > kWidth) flush();
    line += (line.find_first_not_of(' ') == std::string::npos ? "" : " ") + std::string{word};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  flush();
  return out;
}

// Numbers are aligned right, words left.
std::string tableText(const ReportTable& t) {
  std::vector<std::size_t> widths;
  std::vector<bool> right;
  for (std::size_t c = 0; c < t.columns.size(); ++c) {
    widths.push_back(t.columns[c].name.size());
    right.push_back(true);
    for (const auto& row : t.rows) {
      widths[c] = std::max(widths[c], row[c].size());
      if (!row[c].empty() && row[c] != "-" && row[c].find_first_of("0123456789") == std::string::npos) right[c] = false;
    }
  }
  const auto lineOf = [&](auto cell) {
    std::string line;
    for (std::size_t c = 0; c < t.columns.size(); ++c)
      line += (c == 0 ? "" : "  ") +
              (right[c] ? fmt::format("{:>{}}", cell(c), widths[c]) : fmt::format("{:<{}}", cell(c), widths[c]));
    return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  std::string out = t.title.empty() ? "" : folded(t.title);
  out += lineOf([&](std::size_t c) { return t.columns[c].name; });
  for (const auto& row : t.rows) out += lineOf([&](std::size_t c) { return row[c]; });
  return out;
}

std::string sourcesText(const std::vector<Report::Part>& parts) {
  std::string out = "Sources of the numbers\n";
  for (const Report::Part& p : parts)
    for (const ReportColumn& c : p.table.columns)
      if (!c.source.empty()) out += folded(fmt::format("{}, {}: {}", p.table.name, c.name, c.source), "  ", "      ");
  return out;
}

}  // namespace

std::string Report::text() const {
  std::string out = title + "\n" + std::string(title.size(), '=') + "\n";
  for (const Part& p : parts) out += "\n" + (p.table.columns.empty() ? folded(p.paragraph) : tableText(p.table));
  return out + "\n" + sourcesText(parts);
}

std::string Report::csv() const {
  std::string out;
  for (const Part& p : parts) {
    const ReportTable& t = p.table;
    if (t.columns.empty()) continue;
    out += "table";
    for (const ReportColumn& c : t.columns) out += "," + csvCell(c.name);
    out += "\n";
    for (const auto& row : t.rows) {
      out += csvCell(t.name);
      for (const std::string& cell : row) out += "," + csvCell(cell);
      out += "\n";
    }
  }
  return out;
}

std::string Report::json() const {
  using Json = nlohmann::ordered_json;
  Json all;
  all["title"] = title;
  all["notes"] = Json::array();
  all["tables"] = Json::object();
  for (const Part& p : parts) {
    const ReportTable& t = p.table;
    if (t.columns.empty()) {
      all["notes"].push_back(p.paragraph);
      continue;
    }
    Json table;
    table["title"] = t.title;
    for (const ReportColumn& c : t.columns) table["sources"][c.name] = c.source;
    table["rows"] = Json::array();
    for (const auto& row : t.rows) {
      Json line;
      for (std::size_t c = 0; c < t.columns.size(); ++c) {
        const auto number = numberOf(row[c]);
        if (number)
          line[t.columns[c].name] = *number;
        else
          line[t.columns[c].name] = row[c];
      }
      table["rows"].push_back(std::move(line));
    }
    all["tables"][t.name] = std::move(table);
  }
  return all.dump(2) + "\n";
}

}  // namespace utah10
