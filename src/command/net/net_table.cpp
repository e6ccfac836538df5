#include "command/net/net_table.hpp"

#include <algorithm>

#include "trace/report_text.hpp"

namespace utah10 {

namespace {
// A heading for text output.
std::string heading(std::string_view name) {
  std::string text{name};
  std::ranges::replace(text, '_', ' ');
  return text;
}

void endLine(std::string& text) {
  while (text.ends_with(' ')) text.pop_back();
  text += '\n';
}
}  // namespace

std::string NetTable::asText() const {
  std::string out;
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::size_t width = columns[c].name.size();
    for (const auto& row : rows) width = std::max(width, row[c].size());
    widths.push_back(width);
  }
  const auto put = [&](std::size_t c, std::string_view cell) {
    if (columns[c].machine) return;
    out += columns[c].number ? fmt::format("{:>{}}  ", cell, widths[c]) : fmt::format("{:<{}}  ", cell, widths[c]);
  };
  const bool headed = std::ranges::any_of(columns, [](const Column& c) { return !c.name.empty() && !c.text; });
  if (!rows.empty() && headed) {
    for (std::size_t c = 0; c < columns.size(); ++c) put(c, heading(columns[c].name));
    endLine(out);
  }
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < columns.size(); ++c) put(c, row[c]);
    endLine(out);
  }
  if (rows.empty() && !empty.empty()) out += empty + '\n';
  for (const std::string& note : notes) out += note + '\n';
  return out;
}

std::string NetTable::asCsv() const {
  std::string out;
  const auto line = [&](auto cell) {
    std::string text;
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (!columns[c].text) text += (text.empty() ? "" : ",") + csvCell(cell(c));
    out += text + '\n';
  };
  line([&](std::size_t c) { return columns[c].name; });
  for (const auto& row : rows) line([&](std::size_t c) { return row[c]; });
  return out;
}

std::string NetTable::asJson() const {
  std::string list;
  for (const auto& row : rows) {
    std::string object;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].text) continue;
      const std::string value = !columns[c].number ? jsonText(row[c]) : row[c].empty() ? "null" : row[c];
      object += fmt::format("{}{}: {}", object.empty() ? "" : ", ", jsonText(columns[c].name), value);
    }
    list += fmt::format("{}{{{}}}", list.empty() ? "" : ", ", object);
  }
  std::string said;
  for (const std::string& note : notes) said += (said.empty() ? "" : ", ") + jsonText(note);
  return fmt::format("{{\"rows\": [{}], \"notes\": [{}]}}\n", list, said);
}

std::string NetTable::as(ReportForm form) const {
  std::string text = form == ReportForm::Json ? asJson() : form == ReportForm::Csv ? asCsv() : asText();
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace utah10
