#include "trace/record_printer.hpp"
#include "trace/report_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace utah10 {

namespace {
constexpr std::string_view kTextColumns = "time,process,level,mode,pc,text,e,ac,data";
constexpr std::string_view kTextSymbolColumns = "time,process,level,mode,pc,symbol,text,e,ac,data";
constexpr std::string_view kDataColumns =
    "ns,kind,what,name,process,level,mode,pc,symbol,word,e,ac,data,datum,address,physical,waited,length,text";
}  // namespace

std::vector<std::size_t> usualColumns(ReportForm form, bool withSymbols) {
  const std::string_view list = form != ReportForm::Text ? kDataColumns
                                : withSymbols            ? kTextSymbolColumns
                                                         : kTextColumns;
  return *parseColumns(list);
}

RecordPrinter::RecordPrinter(const RecordNames& names, std::vector<std::size_t> columns, ReportForm form, Sink sink)
    : names_(names), columns_(std::move(columns)), form_(form), sink_(std::move(sink)) {
  if (form_ != ReportForm::Csv) return;
  std::string head;
  for (const std::size_t c : columns_) head += fmt::format("{}{}", head.empty() ? "" : ",", recordColumns()[c].name);
  sink_(head + "\n");
}

void RecordPrinter::record(const RecordView& view) {
  switch (form_) {
    case ReportForm::Text:
      return sink_(textLine(view));
    case ReportForm::Csv:
      return sink_(csvLine(view));
    case ReportForm::Json:
      return sink_(jsonLine(view));
  }
}

std::string RecordPrinter::textLine(const RecordView& view) const {
  std::string line;
  for (const std::size_t c : columns_) {
    const int width = recordColumns()[c].width;
    const std::string cell = recordCell(c, view, names_);
    if (!line.empty()) line += "  ";
    line += width < 0 ? fmt::format("{:<{}}", cell, -width) : fmt::format("{:>{}}", cell, width);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string RecordPrinter::csvLine(const RecordView& view) const {
  std::string line;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    line += (i == 0 ? "" : ",") + csvCell(recordCell(columns_[i], view, names_));
  return line + "\n";
}

std::string RecordPrinter::jsonLine(const RecordView& view) const {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const std::size_t c : columns_) {
    const std::string cell = recordCell(c, view, names_);
    if (cell.empty()) continue;
    if (recordColumns()[c].number)
      object[std::string{recordColumns()[c].name}] = std::stoll(cell);
    else
      object[std::string{recordColumns()[c].name}] = cell;
  }
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace utah10
