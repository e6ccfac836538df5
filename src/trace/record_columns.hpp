// The columns in which records are shown: one table for text, CSV, JSON and the comparison of traces.
//
// A cell is empty if the kind of record lacks the field. Times: `time` and lengths in text are microseconds, `ns` exact
// integers of nanoseconds since power-on; words and addresses are octal.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trace/record_names.hpp"
#include "trace/record_view.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct RecordColumn {
  std::string_view name{};
  int width = 0;        // in text; negative: left-justified
  bool number = false;  // a number in JSON
  std::string_view help{};
};

// All columns. The index of a column is its handle.
std::span<const RecordColumn> recordColumns();
std::string recordCell(std::size_t column, const RecordView& view, const RecordNames& names);

// Parses "time,pc,insn". Error: an unknown name, with the list of columns.
Expected<std::vector<std::size_t>> parseColumns(std::string_view list);
// One line per column: name and help.
std::string columnHelp();

}  // namespace utah10
