// The columns a record can be shown in: one table for text, CSV, JSON and the comparison of traces.
//
// A cell that a kind of record does not have is empty. Times: `time` and lengths in text are microseconds, `ns` exact
// integers of nanoseconds since power-on; everything that is a word or an address is octal.
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
  int width = 0;        // in text; negative: left justified
  bool number = false;  // in JSON
  std::string_view help{};
};

// All there are. The index of one is its handle.
std::span<const RecordColumn> recordColumns();
std::string recordCell(std::size_t column, const RecordView& view, const RecordNames& names);

// "time,pc,insn". Error: a name that is none, with all that are.
Expected<std::vector<std::size_t>> parseColumns(std::string_view list);
// A line for each: name and help.
std::string columnHelp();

}  // namespace utah10
