// A table of comma-separated values with a line of column names: published numbers, conditions of experiments.
//
// Cells may be quoted; `#` begins a comment line. Errors: `name(line): what`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

class CsvTable {
 public:
  static Expected<CsvTable> parse(std::string_view name, std::string_view text);

  const std::vector<std::string>& columns() const { return columns_; }
  std::size_t rows() const { return rows_.size(); }
  // Empty if there is no such column.
  std::string_view text(std::size_t row, std::string_view column) const;
  std::optional<double> number(std::size_t row, std::string_view column) const;
  std::optional<std::uint64_t> whole(std::size_t row, std::string_view column) const;
  // The first row whose `column` is `value`.
  std::optional<std::size_t> find(std::string_view column, std::string_view value) const;

 private:
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace utah10
