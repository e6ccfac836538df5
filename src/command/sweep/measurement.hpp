// The measurements of a run, one a row, from the report in JSON. Private to the command layer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

struct Measurement {
  std::string table;  // of the report
  unsigned row = 0;   // in the table, from 1
  std::string label;  // of the row: its first cell, as in "QS02"
  std::string name;   // of the column: its heading, or the name that the report gives it for programs
  std::string unit;   // "us/bit"; empty: none, or not known
  std::optional<double> number;
  std::string text;  // the number, or what is there in its place

  bool operator==(const Measurement&) const = default;
};

// What the report says of a column.
struct MeasuredColumn {
  std::string table, name, heading, unit;
  std::string origin;  // "measured", "published" ...; empty: the report does not say
  std::string source;  // "RUNTM of the fork, last less first"

  bool operator==(const MeasuredColumn&) const = default;
};

struct MeasuredReport {
  std::vector<MeasuredColumn> columns;
  std::vector<Measurement> measurements;
};

// Nothing is measured where a cell is empty.
Expected<MeasuredReport> measuredReport(std::string_view jsonReport);

// The unit that a heading ends with: "delay ms" has ms.
std::string_view unitOf(std::string_view heading);

}  // namespace utah10
