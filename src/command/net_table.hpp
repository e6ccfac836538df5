// A report as a table: text, CSV or JSON of the same cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command/machine_file.hpp"

namespace utah10 {

struct NetTable {
  struct Column {
    std::string name;      // as in CSV and JSON: "since_ns"
    bool number = false;   // bare in JSON; an empty cell is null
    bool machine = false;  // in CSV and JSON only: nanoseconds beside a text
    bool text = false;     // in text only
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // a cell a column
  std::vector<std::string> notes;              // lines below it, in text; "notes" in JSON
  std::string empty;                           // the text of a table without rows

  std::string asText() const;
  std::string asCsv() const;
  std::string asJson() const;
  std::string as(ReportForm form) const;  // without the last newline
};

}  // namespace utah10
