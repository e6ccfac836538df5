#include "toolchain/line_table.hpp"

#include "toolchain/line_fields.hpp"
#include "toolchain/octal.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kHeads[] = {"; utah10 line table 1", "; utah10 line table 2"};

bool takeWord(LineFields& in, std::string_view location, LineTable& table) {
  LineEntry e;
  e.relocatable = location.ends_with('\'');
  if (e.relocatable) location.remove_suffix(1);
  const auto at = parseOctal(location, 6);
  const auto file = in.decimal();
  const auto line = in.decimal();
  if (!at || !file || !line || !in.atEnd() || *file >= table.files.size()) return false;
  e.location = static_cast<std::uint32_t>(*at);
  e.file = *file;
  e.line = *line;
  e.program = table.programs.size() - 1;
  table.programs.back().lines.push_back(e);
  return true;
}

bool takeLine(LineFields& in, LineTable& table) {
  const std::string_view word = in.field();
  if (word.empty() || word.starts_with(';')) return true;
  if (word == "file") {
    const auto number = in.decimal();
    table.files.emplace_back(in.rest());
    return number == table.files.size() - 1 && !table.files.back().empty();
  }
  if (word == "program") {
    table.programs.push_back({std::string{in.rest()}, {}, {}});
    return true;
  }
  if (table.programs.empty()) table.programs.emplace_back();
  if (word != "label") return takeWord(in, word, table);
  table.programs.back().labels.emplace_back(in.rest());
  return !table.programs.back().labels.back().empty();
}

}  // namespace

LineTable lineTableOf(const AssemblyResult& result) {
  LineTable table;
  table.files = result.files;
  for (const std::string& name : result.programs) table.programs.push_back({name, {}, {}});
  for (const LineEntry& e : result.lines) table.programs[e.program].lines.push_back(e);
  for (const LabelEntry& e : result.labels) table.programs[e.program].labels.push_back(e.name);
  return table;
}

std::string writeLineTable(const LineTable& table) {
  std::string text = fmt::format("{}\n", kHeads[1]);
  for (std::size_t i = 0; i < table.files.size(); ++i) text += fmt::format("file {} {}\n", i, table.files[i]);
  for (const LineTable::Program& p : table.programs) {
    text += fmt::format("program {}\n", p.name);
    for (const LineEntry& e : p.lines)
      text += fmt::format("{:06o}{} {} {}\n", e.location, e.relocatable ? "'" : "", e.file, e.line);
    for (const std::string& label : p.labels) text += fmt::format("label {}\n", label);
  }
  return text;
}

Expected<LineTable> parseLineTable(std::string_view name, std::string_view text) {
  LineFields in{name, text};
  if (!in.nextLine() || (in.line() != kHeads[0] && in.line() != kHeads[1]))
    return in.damaged("not a line table of macro10", "it begins with \"; utah10 line table 2\"");
  LineTable table;
  while (in.nextLine())
    if (!takeLine(in, table)) return in.damaged("not a line of a line table");
  return table;
}

}  // namespace utah10
