#include "experiments/published/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "word/whole_number.hpp"

namespace utah10 {

namespace {

// The cells of a line; nothing if a quote is unclosed.
std::optional<std::vector<std::string>> cellsOf(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t n = 0; n < line.size(); ++n) {
    const char c = line[n];
    if (c == '"' && quoted && line.substr(n + 1).starts_with('"'))
      cells.back() += line[++n];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  if (quoted) return std::nullopt;
  return cells;
}

}  // namespace

Expected<CsvTable> CsvTable::parse(std::string_view name, std::string_view text) {
  CsvTable table;
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string where = fmt::format("{}({})", name, number);
    auto cells = cellsOf(line);
    if (!cells) return fail(where, "a quote is not closed");
    if (table.columns_.empty()) {
      table.columns_ = std::move(*cells);
      continue;
    }
    if (cells->size() != table.columns_.size())
      return fail(where, fmt::format("has {} cells for {} columns", cells->size(), table.columns_.size()));
    table.rows_.push_back(std::move(*cells));
  }
  if (table.columns_.empty()) return fail(std::string{name}, "has no line of column names");
  return table;
}

std::string_view CsvTable::text(std::size_t row, std::string_view column) const {
  const auto at = std::ranges::find(columns_, column);
  if (at == columns_.end() || row >= rows_.size()) return {};
  return rows_[row][static_cast<std::size_t>(at - columns_.begin())];
}

std::optional<double> CsvTable::number(std::size_t row, std::string_view column) const {
  const std::string_view cell = text(row, column);
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> CsvTable::whole(std::size_t row, std::string_view column) const {
  return wholeNumber<std::uint64_t>(text(row, column));
}

std::optional<std::size_t> CsvTable::find(std::string_view column, std::string_view value) const {
  for (std::size_t n = 0; n < rows_.size(); ++n)
    if (text(n, column) == value) return n;
  return std::nullopt;
}

}  // namespace utah10
