// Tables of reports. A column is a heading, the provenance of its numbers, and a function that makes a cell of a row;
// text, CSV, JSON, HTML and plots are made of the same cells.
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
  static Cell clock(Duration elapsed);              // "02:56", "14"; for programs seconds with three decimals
  static Cell clock(const std::string& published);  // as printed in a paper; for programs seconds

  // In text and HTML.
  const std::string& printed() const { return printed_; }
  // In CSV: without the mark of what is missing.
  const std::string& data() const { return data_; }
  // In JSON and plots. A text that reads as a number is one, too; but not "05".
  std::optional<double> number() const;
  // Whether a column of such cells is aligned to the right: numbers, and texts with numbers in them.
  bool alignsRight() const;

  bool operator==(const Cell&) const = default;

 private:
  enum class CellType : std::uint8_t { Missing, Text, Number };
  Cell(CellType type, std::string printed)
      : type_(type), printed_(std::move(printed)), data_(type == CellType::Missing ? std::string{} : printed_) {}
  Cell(CellType type, std::string printed, std::string data)
      : type_(type), printed_(std::move(printed)), data_(std::move(data)) {}

  CellType type_;
  std::string printed_, data_;
};

// Where the cells of a column come from: names and conditions; the emulated machine; other numbers; a publication.
enum class Origin : std::uint8_t { Given, Measured, Computed, Published };
std::string_view nameOf(Origin origin);

// Whom a column or a table is for. People like several numbers in a cell and a grid of cells; programs need one number
// in a cell and one observation in a row.
enum class Readers : std::uint8_t { All, People, Programs };

struct ColumnFacts {
  std::string unit{};
  std::optional<Origin> origin{};  // not given: published if the heading begins with a bar, otherwise measured
  Readers readers = Readers::All;
  std::string name{};  // for programs; empty: made of the heading and the unit
};

// The facts of a column, by its origin.
inline ColumnFacts given(std::string unit = {}, std::string name = {}) {
  return {.unit = std::move(unit), .origin = Origin::Given, .name = std::move(name)};
}
inline ColumnFacts measured(std::string unit, std::string name = {}) {
  return {.unit = std::move(unit), .name = std::move(name)};
}
inline ColumnFacts computed(std::string unit = {}, std::string name = {}) {
  return {.unit = std::move(unit), .origin = Origin::Computed, .name = std::move(name)};
}

// A column of a table of `Row`s.
template <class Row>
struct ReportColumn {
  std::string heading;
  std::string provenance;  // a counter of the emulator, "RUNTM of the fork, last less first", or a publication
  std::function<Cell(const Row&)> cell;
  ColumnFacts facts{};
};

template <class Row>
void append(std::vector<ReportColumn<Row>>& columns, std::vector<ReportColumn<Row>> more) {
  for (ReportColumn<Row>& c : more) columns.push_back(std::move(c));
}

struct ReportHeading {
  std::string heading;
  std::string provenance;
  ColumnFacts facts{};

  Origin origin() const;
  std::string label() const;  // the heading without the bar of published numbers
  // For programs: letters, digits and underscores, with the unit: "|us/byte" is "paper_us_per_byte".
  std::string name() const;
  bool isFor(Readers readers) const { return facts.readers == Readers::All || facts.readers == readers; }
};

struct ReportTable {
  std::string name;   // short, unique: "transfers"
  std::string title;  // in the text
  std::vector<ReportHeading> headings;
  std::vector<std::vector<Cell>> rows;  // one cell for each heading
  Readers readers = Readers::All;

  bool isFor(Readers some) const { return readers == Readers::All || readers == some; }
  // The places of the columns for these readers.
  std::vector<std::size_t> columnsFor(Readers some) const;
  bool alignsRight(std::size_t column) const;
};

template <class Row>
ReportTable table(std::string name, std::string title, const std::vector<Row>& rows,
                  const std::vector<ReportColumn<std::type_identity_t<Row>>>& columns) {
  ReportTable t{std::move(name), std::move(title), {}, {}};
  for (const ReportColumn<Row>& c : columns) t.headings.push_back({c.heading, c.provenance, c.facts});
  for (const Row& row : rows) {
    std::vector<Cell>& cells = t.rows.emplace_back();
    for (const ReportColumn<Row>& c : columns) cells.push_back(c.cell(row));
  }
  return t;
}

inline ReportTable onlyFor(Readers readers, ReportTable t) {
  t.readers = readers;
  return t;
}

}  // namespace utah10
