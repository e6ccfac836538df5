// Prints records as lines, in columns chosen by the user. Works on a live machine and on a trace file alike.
//
// Text: aligned columns, without trailing blanks. CSV: a header line, then one line per record; a cell that contains a
// comma, a quote or a line end is quoted. JSON: one object per line (JSON Lines), empty fields omitted.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/record_columns.hpp"
#include "trace/record_names.hpp"
#include "trace/record_view.hpp"
#include "trace/report_form.hpp"

namespace utah10 {

// The default columns: a few that read well for text, those useful to programs for CSV and JSON.
std::vector<std::size_t> usualColumns(ReportForm form, bool withSymbols);

class RecordPrinter final : public ViewProbe {
 public:
  using Sink = std::function<void(std::string_view line)>;  // includes its line end
  // `names` must outlive the printer. A CSV printer writes its header at once.
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
