// Tables of reports. A column is a heading, the provenance of its numbers, and a function that makes a cell of a row;
// text, CSV and JSON are printed from the same cells.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// A value, as it is printed: a number with its decimals, a text, or nothing.
class Cell {
 public:
  static Cell missing(std::string_view mark = {}) { return {CellType::Missing, std::string{mark}}; }
  static Cell text(std::string text) { return {CellType::Text, std::move(text)}; }
  static Cell whole(std::uint64_t number) { return {CellType::Number, std::to_string(number)}; }
  static Cell whole(const std::optional<std::uint64_t>& number, std::string_view mark) {
    return number ? whole(*number) : missing(mark);
  }
  static Cell rounded(double number, unsigned decimals);
  static Cell rounded(const std::optional<double>& number, unsigned decimals, std::string_view mark = {}) {
    return number ? rounded(*number, decimals) : missing(mark);
  }
  static Cell cut(double number, unsigned decimals);  // truncated, as in RJS.ACCOUNT
  static Cell cut(const std::optional<double>& number, unsigned decimals, std::string_view mark) {
    return number ? cut(*number, decimals) : missing(mark);
  }
  static Cell clock(Duration elapsed);  // "02:56", "14"

  // In text and CSV.
  const std::string& printed() const { return printed_; }
  // In JSON, where a text that reads as a number is one, too; but not "05".
  std::optional<double> number() const;
  // Whether a column of such cells is aligned to the right: numbers, and texts with numbers in them.
  bool alignsRight() const;

  bool operator==(const Cell&) const = default;

 private:
  enum class CellType : std::uint8_t { Missing, Text, Number };
  Cell(CellType type, std::string printed) : type_(type), printed_(std::move(printed)) {}

  CellType type_;
  std::string printed_;
};

// A column of a table of `Row`s.
template <class Row>
struct ReportColumn {
  std::string heading;
  std::string provenance;  // a counter of the emulator, "RUNTM of the fork, last less first", or a publication
  std::function<Cell(const Row&)> cell;
};

template <class Row>
void append(std::vector<ReportColumn<Row>>& columns, std::vector<ReportColumn<Row>> more) {
  for (ReportColumn<Row>& c : more) columns.push_back(std::move(c));
}

struct ReportHeading {
  std::string heading;
  std::string provenance;
};

struct ReportTable {
  std::string name;   // short, unique: "transfers"
  std::string title;  // in the text
  std::vector<ReportHeading> headings;
  std::vector<std::vector<Cell>> rows;  // one cell for each heading
};

template <class Row>
ReportTable table(std::string name, std::string title, const std::vector<Row>& rows,
                  const std::vector<ReportColumn<std::type_identity_t<Row>>>& columns) {
  ReportTable t{std::move(name), std::move(title), {}, {}};
  for (const ReportColumn<Row>& c : columns) t.headings.push_back({c.heading, c.provenance});
  for (const Row& row : rows) {
    std::vector<Cell>& cells = t.rows.emplace_back();
    for (const ReportColumn<Row>& c : columns) cells.push_back(c.cell(row));
  }
  return t;
}

}  // namespace utah10
