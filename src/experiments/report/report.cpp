#include "experiments/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "trace/report_text.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kTextWidth = 118;

// Folds text into lines of at most kTextWidth; `margin` precedes the first, `indent` the others.
std::string folded(std::string_view text, std::string_view margin = {}, std::string_view indent = {}) {
  std::string out, line{margin};
  const auto flush = [&] {
    if (!line.empty()) out += line + "\n";
    line = std::string{indent};
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (line.size() + 1 + word.size() > kTextWidth) flush();
    line += (line.find_first_not_of(' ') == std::string::npos ? "" : " ") + std::string{word};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  flush();
  return out;
}

// Numbers are aligned right, words left.
std::string tableText(const ReportTable& t) {
  const std::vector<std::size_t> columns = t.columnsFor(Readers::People);
  std::vector<std::size_t> widths;
  std::vector<bool> right;
  for (const std::size_t c : columns) {
    widths.push_back(t.headings[c].heading.size());
    for (const auto& row : t.rows) widths.back() = std::max(widths.back(), row[c].printed().size());
    right.push_back(t.alignsRight(c));
  }
  const auto lineOf = [&](auto cell) {
    std::string line;
    for (std::size_t n = 0; n < columns.size(); ++n)
      line += (n == 0 ? "" : "  ") + (right[n] ? fmt::format("{:>{}}", cell(columns[n]), widths[n])
                                               : fmt::format("{:<{}}", cell(columns[n]), widths[n]));
    return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  std::string out = t.title.empty() ? "" : folded(t.title);
  out += lineOf([&](std::size_t c) { return t.headings[c].heading; });
  for (const auto& row : t.rows) out += lineOf([&](std::size_t c) { return row[c].printed(); });
  return out;
}

std::string provenanceText(const std::vector<ReportSection>& sections) {
  std::string out = "Sources of the numbers\n";
  for (const ReportSection& s : sections)
    for (const ReportHeading& h : s.table.headings)
      if (s.table.isFor(Readers::People) && h.isFor(Readers::People) && !h.provenance.empty())
        out += folded(fmt::format("{}, {}: {}", s.table.name, h.heading, h.provenance), "  ", "      ");
  return out;
}

std::string csvText(const ReportTable& t) {
  const std::vector<std::size_t> columns = t.columnsFor(Readers::Programs);
  std::string out;
  const auto addLine = [&](auto cell) {
    for (std::size_t n = 0; n < columns.size(); ++n) out += (n == 0 ? "" : ",") + csvCell(cell(columns[n]));
    out += "\n";
  };
  addLine([&](std::size_t c) { return t.headings[c].name(); });
  for (const auto& row : t.rows) addLine([&](std::size_t c) { return row[c].data(); });
  return out;
}

// A row for each column of the files.
ReportTable columnsTable(const std::vector<ReportSection>& sections) {
  ReportTable t{"columns", {}, {}, {}};
  for (const char* heading : {"file", "column", "heading", "unit", "origin", "source"})
    t.headings.push_back({heading, {}});
  for (const ReportSection& s : sections) {
    if (!s.isTable() || !s.table.isFor(Readers::Programs)) continue;
    for (const std::size_t c : s.table.columnsFor(Readers::Programs)) {
      const ReportHeading& h = s.table.headings[c];
      t.rows.push_back({Cell::text(s.table.name + ".csv"), Cell::text(h.name()), Cell::text(h.heading),
                        Cell::text(h.facts.unit), Cell::text(std::string{nameOf(h.origin())}),
                        Cell::text(h.provenance)});
    }
  }
  return t;
}

nlohmann::ordered_json tableJson(const ReportTable& t) {
  nlohmann::ordered_json json;
  json["title"] = t.title;
  json["readers"] = t.readers == Readers::All ? "all" : t.readers == Readers::People ? "people" : "programs";
  for (const ReportHeading& h : t.headings) {
    json["sources"][h.heading] = h.provenance;
    json["columns"].push_back(
        {{"heading", h.heading}, {"name", h.name()}, {"unit", h.facts.unit}, {"origin", nameOf(h.origin())}});
  }
  json["rows"] = nlohmann::ordered_json::array();
  for (const auto& row : t.rows) {
    nlohmann::ordered_json line;
    for (std::size_t c = 0; c < t.headings.size(); ++c) {
      if (const auto number = row[c].number())
        line[t.headings[c].heading] = *number;
      else
        line[t.headings[c].heading] = row[c].printed();
    }
    json["rows"].push_back(std::move(line));
  }
  return json;
}

}  // namespace

std::string Report::text() const { return beginning() + "\n" + provenanceText(sections); }

std::string Report::beginning() const {
  std::string out = title + "\n" + std::string(title.size(), '=') + "\n";
  for (const ReportSection& s : sections) {
    if (s.isParagraph()) out += "\n" + folded(s.paragraph);
    if (s.isTable() && s.table.isFor(Readers::People)) out += "\n" + tableText(s.table);
  }
  return out;
}

std::vector<ReportFile> Report::csv() const {
  std::vector<ReportFile> files;
  for (const ReportSection& s : sections)
    if (s.isTable() && s.table.isFor(Readers::Programs)) files.push_back({s.table.name + ".csv", csvText(s.table)});
  const ReportTable columns = columnsTable(sections);
  files.push_back({columns.name + ".csv", csvText(columns)});
  return files;
}

std::string Report::json() const {
  nlohmann::ordered_json all;
  all["title"] = title;
  all["notes"] = nlohmann::ordered_json::array();
  all["tables"] = nlohmann::ordered_json::object();
  for (const ReportSection& s : sections) {
    if (s.isParagraph()) all["notes"].push_back(s.paragraph);
    if (s.isTable()) all["tables"][s.table.name] = tableJson(s.table);
  }
  return all.dump(2) + "\n";
}

const ReportTable& Report::tableOf(const std::string& name) const {
  const auto at =
      std::ranges::find_if(sections, [&](const ReportSection& s) { return s.isTable() && s.table.name == name; });
  if (at == sections.end()) throw std::logic_error("the report has no table " + name);
  return at->table;
}

}  // namespace utah10
