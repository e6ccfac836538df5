#include "trace/trace_diff.hpp"

#include <fmt/format.h>

#include "trace/record_columns.hpp"
#include "trace/record_printer.hpp"

namespace utah10 {

namespace {

class Keep final : public ViewProbe {
 public:
  void record(const RecordView& view) override { last.emplace(view); }
  std::optional<StoredRecord> last;
};

// The next record of a stream; empty at its end.
Expected<std::optional<StoredRecord>> pull(const RecordSource& source) {
  Keep keep;
  const auto more = source(keep);
  if (!more) return tl::unexpected(more.error());
  return std::move(keep.last);
}

bool alike(const StoredRecord& a, const StoredRecord& b, bool ignoreTimes) {
  if (!ignoreTimes) return a == b;
  StoredRecord first = a, second = b;
  first.forgetTimes();
  second.forgetTimes();
  return first == second;
}

std::string line(const StoredRecord& record, const RecordNames& names) {
  std::string text;
  RecordPrinter printer{names, usualColumns(ReportForm::Text, names.symbolic()), ReportForm::Text,
                        [&](std::string_view l) { text = l; }};
  record.view([&](const RecordView& view) { printer.record(view); });
  return text;
}

std::string cell(std::size_t column, const StoredRecord& record, const RecordNames& names) {
  return record.view([&](const RecordView& view) { return recordCell(column, view, names); });
}

std::string side(const std::string& name, const std::optional<StoredRecord>& record, const RecordNames& names) {
  return record ? fmt::format("{}:\n  {}", name, line(*record, names)) : fmt::format("{}: ends here\n", name);
}

std::string columnsText(const TraceDifference& d, const DiffNames& names) {
  StoredRecord first = *d.first, second = *d.second;
  if (d.timesIgnored) {
    first.forgetTimes();
    second.forgetTimes();
  }
  std::string text;
  for (std::size_t c = 0; c < recordColumns().size(); ++c) {
    const std::string a = cell(c, first, names.firstNames), b = cell(c, second, names.secondNames);
    if (a == b) continue;
    text += fmt::format("  {:<9} {:<24} {}\n", recordColumns()[c].name, a.empty() ? "-" : a, b.empty() ? "-" : b);
  }
  return text;
}

}  // namespace

Expected<TraceDifference> compareTraces(const RecordSource& first, const RecordSource& second,
                                        const DiffOptions& options) {
  TraceDifference d;
  d.timesIgnored = options.ignoreTimes;
  for (;;) {
    auto a = pull(first);
    if (!a) return tl::unexpected(a.error());
    auto b = pull(second);
    if (!b) return tl::unexpected(b.error());
    if (!*a && !*b) return d;
    if (!*a || !*b || !alike(**a, **b, options.ignoreTimes)) {
      d.first = std::move(*a);
      d.second = std::move(*b);
      return d;
    }
    ++d.common;
    d.before.push_back(std::move(**a));
    if (d.before.size() > options.before) d.before.pop_front();
  }
}

std::string differenceText(const TraceDifference& d, const DiffNames& names) {
  if (!d.any()) return fmt::format("no difference in {}. records\n", d.common);
  std::string text = fmt::format("{}. records are equal", d.common);
  text += d.before.empty() ? "\n" : fmt::format("; the last {}.:\n", d.before.size());
  for (const StoredRecord& r : d.before) text += "  " + line(r, names.firstNames);
  text += side(names.first, d.first, names.firstNames) + side(names.second, d.second, names.secondNames);
  if (!d.first || !d.second) return text;
  return text + "they differ in\n" + columnsText(d, names);
}

}  // namespace utah10
