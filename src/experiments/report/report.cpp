#include "experiments/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "trace/report_text.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kWidth = 118;

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
  for (std::size_t c = 0; c < t.headings.size(); ++c) {
    widths.push_back(t.headings[c].heading.size());
    for (const auto& row : t.rows) widths[c] = std::max(widths[c], row[c].printed().size());
    right.push_back(std::ranges::all_of(t.rows, [c](const auto& row) { return row[c].alignsRight(); }));
  }
  const auto lineOf = [&](auto cell) {
    std::string line;
    for (std::size_t c = 0; c < t.headings.size(); ++c)
      line += (c == 0 ? "" : "  ") +
              (right[c] ? fmt::format("{:>{}}", cell(c), widths[c]) : fmt::format("{:<{}}", cell(c), widths[c]));
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
      if (!h.provenance.empty())
        out += folded(fmt::format("{}, {}: {}", s.table.name, h.heading, h.provenance), "  ", "      ");
  return out;
}

}  // namespace

std::string Report::text() const {
  std::string out = title + "\n" + std::string(title.size(), '=') + "\n";
  for (const ReportSection& s : sections)
    out += "\n" + (s.table.headings.empty() ? folded(s.paragraph) : tableText(s.table));
  return out + "\n" + provenanceText(sections);
}

std::string Report::csv() const {
  std::string out;
  for (const ReportSection& s : sections) {
    const ReportTable& t = s.table;
    if (t.headings.empty()) continue;
    out += "table";
    for (const ReportHeading& h : t.headings) out += "," + csvCell(h.heading);
    out += "\n";
    for (const auto& row : t.rows) {
      out += csvCell(t.name);
      for (const Cell& cell : row) out += "," + csvCell(cell.printed());
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
  for (const ReportSection& s : sections) {
    const ReportTable& t = s.table;
    if (t.headings.empty()) {
      all["notes"].push_back(s.paragraph);
      continue;
    }
    Json json;
    json["title"] = t.title;
    for (const ReportHeading& h : t.headings) json["sources"][h.heading] = h.provenance;
    json["rows"] = Json::array();
    for (const auto& row : t.rows) {
      Json line;
      for (std::size_t c = 0; c < t.headings.size(); ++c) {
        if (const auto number = row[c].number())
          line[t.headings[c].heading] = *number;
        else
          line[t.headings[c].heading] = row[c].printed();
      }
      json["rows"].push_back(std::move(line));
    }
    all["tables"][t.name] = std::move(json);
  }
  return all.dump(2) + "\n";
}

}  // namespace utah10
