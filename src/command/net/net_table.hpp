// A report as a table that can be written as text, CSV or JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trace/report_form.hpp"

namespace utah10 {

struct NetTable {
  struct Column {
    std::string name;      // field name in CSV and JSON: "since_ns"
    bool number = false;   // a number in JSON; an empty cell is null
    bool machine = false;  // only in CSV and JSON: nanoseconds that accompany a text
    bool text = false;     // only in text
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // one cell per column
  std::vector<std::string> notes;              // lines below the table in text; "notes" in JSON
  std::string empty;                           // text for a table without rows

  std::string asText() const;
  std::string asCsv() const;
  std::string asJson() const;
  std::string as(ReportForm form) const;  // without the last newline
};

}  // namespace utah10
