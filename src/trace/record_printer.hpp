// Records as lines, in columns of the user's choice. Works on a live machine and on a trace file alike.
//
// Text: columns side by side, blanks at the end of a line left out. CSV: a head line, then a line a record; a cell with
// a comma, a quote or a line's end stands in quotes. JSON: an object a line (JSON Lines), without what is empty.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/record_columns.hpp"
#include "trace/record_names.hpp"
#include "trace/record_view.hpp"

namespace utah10 {

enum class ReportForm : std::uint8_t { Text, Csv, Json };

// What one looks at if nobody chose: text has a few that read well, CSV and JSON have what programs want.
std::vector<std::size_t> usualColumns(ReportForm form, bool withSymbols);

class RecordPrinter final : public ViewProbe {
 public:
  using Sink = std::function<void(std::string_view line)>;  // with its line end
  // `names` must outlive this. A CSV printer writes its head at once.
  RecordPrinter(const RecordNames& names, std::vector<std::size_t> columns, ReportForm form, Sink sink);

  void record(const RecordView& view) override;

 private:
  std::string textLine(const RecordView& view) const;
  std::string csvLine(const RecordView& view) const;
  std::string jsonLine(const RecordView& view) const;

  const RecordNames& names_;
  std::vector<std::size_t> columns_;
  ReportForm form_;
  Sink sink_;
};

}  // namespace utah10
