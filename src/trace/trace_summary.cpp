#include "trace/trace_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "trace/message_names.hpp"
#include "trace/record_text.hpp"
#include "trace/report_text.hpp"
#include "utah10/machine/ka10.hpp"
#include "utah10/word/isa.hpp"
#include "word/format.hpp"

namespace utah10 {

namespace {

std::string opcodeName(unsigned opcode) {
  const std::string_view name = kInsnTable[opcode].mnemonic.view();
  return kInsnTable[opcode].group == Group::Io ? "in-out"
         : name.empty()                        ? fmt::format("{:03o}", opcode)
                                               : std::string{name};
}

void add(TraceSummary::Count& count, Duration time = {}) {
  ++count.number;
  count.time += time;
}

std::string messageKind(const MessageRecord& r) {
  const char* direction = r.fromHost ? "to IMP" : "to host";
  if (r.octets.size() < 4) return fmt::format("{} without a leader", direction);
  const std::string_view name = leaderTypeName(r.octets[0] & 017U, r.fromHost);
  return fmt::format("{} {}", direction, name.empty() ? "of unknown type" : name);
}

}  // namespace

void TraceSummary::countInstruction(const InstructionRecord& r) {
  const Duration time = r.ended - r.entry.began;
  const bool user = r.entry.pcWord.user();
  add(opcodes_[user ? 1 : 0][r.entry.instruction.opcode()], time);
  add(processes_[r.process], time);
  add(levels_[r.level & 7], time);
}

void TraceSummary::record(const RecordView& view) {
  ++records_;
  ++kinds_[view.index()];
  const Instant at = timeOf(view);
  first_ = std::min(first_, at);
  last_ = std::max(last_, at);
  if (const auto* r = std::get_if<const InstructionRecord*>(&view)) {
    last_ = std::max(last_, (*r)->ended);
    countInstruction(**r);
  } else if (const auto* m = std::get_if<const MemoryRecord*>(&view)) {
    add(cycles_[recordWhat(view)], (*m)->waited);
  } else if (std::holds_alternative<const IoRecord*>(view)) {
    add(transfers_[fmt::format("{} {}", recordWhat(view), recordName(view, names_))]);
  } else if (const auto* p = std::get_if<const PagerRecord*>(&view)) {
    if ((*p)->kind == PagerAction::Trap)
      add(faults_[recordWhat(view)], (*p)->length);
    else if ((*p)->kind == PagerAction::Reload)
      add(reloads_[fmt::format("{} space, {}. table words", (*p)->space == Space::Exec ? "monitor" : "user",
                               (*p)->chain)],
          (*p)->length);
  } else if (const auto* e = std::get_if<const EventRecord*>(&view)) {
    if ((*e)->kind == EventChange::Fired) add(events_[std::string{(*e)->name}]);
  } else if (const auto* n = std::get_if<const MessageRecord*>(&view)) {
    add(messages_[messageKind(**n)], (*n)->length);
  }
}

void TraceSummary::addRows(std::vector<Row>& rows, std::string_view section, const Counts& counts, bool timed) const {
  const std::size_t begin = rows.size();
  for (const auto& [name, count] : counts)
    if (count.number != 0) rows.push_back({section, name, count, timed});
  std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(),
                   [](const Row& a, const Row& b) { return a.count.number > b.count.number; });
}

std::vector<TraceSummary::Row> TraceSummary::rows() const {
  std::vector<Row> rows;
  for (std::size_t kind = 0; kind < kRecordKinds; ++kind)
    if (kinds_[kind] != 0) rows.push_back({"records", std::string{recordKindName(kind)}, {kinds_[kind], {}}, false});
  for (const std::size_t mode : {0, 1}) {
    Counts named;
    for (unsigned op = 0; op < 512; ++op) {
      Count& to = named[opcodeName(op)];
      to.number += opcodes_[mode][op].number;
      to.time += opcodes_[mode][op].time;
    }
    addRows(rows, mode == 0 ? "instructions, exec mode" : "instructions, user mode", named, true);
  }
  for (const auto& [process, count] : processes_)
    rows.push_back({"process", fmt::format("{:o}", process), count, true});
  for (std::size_t level = 0; level < levels_.size(); ++level)
    if (levels_[level].number != 0)
      rows.push_back({"PI level", level == 0 ? "none" : fmt::format("{}", level), levels_[level], true});
  addRows(rows, "memory cycles (time: waited)", cycles_, true);
  addRows(rows, "in-out", transfers_, false);
  addRows(rows, "pager reloads", reloads_, true);
  addRows(rows, "page faults", faults_, true);
  addRows(rows, "events fired", events_, false);
  addRows(rows, "messages", messages_, true);
  return rows;
}

std::string TraceSummary::text(std::string_view ending) const {
  std::string out = fmt::format("{}\n", ending);
  if (records_ == 0) return out + "no records\n";
  out += fmt::format("from {} to {}: {}\n", first_, last_, last_ - first_);
  std::string_view section;
  for (const Row& row : rows()) {
    if (row.section != section) out += fmt::format("{}\n", section = row.section);
    out += fmt::format("  {:<34} {:>12}.", row.name, row.count.number);
    out += row.timed ? fmt::format(" {:>20}\n", row.count.time) : "\n";
  }
  return out;
}

std::string TraceSummary::json(std::string_view ending) const {
  nlohmann::ordered_json all = {{"ending", ending}, {"records", records_}};
  if (records_ != 0) {
    all["first_ns"] = (first_ - kPowerOn).count();
    all["last_ns"] = (last_ - kPowerOn).count();
  }
  auto sections = nlohmann::ordered_json::object();
  for (const Row& row : rows()) {
    auto& entry = sections[std::string{row.section}][row.name];
    entry["count"] = row.count.number;
    if (row.timed) entry["ns"] = row.count.time.count();
  }
  all["sections"] = std::move(sections);
  return all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string TraceSummary::report(ReportForm form, std::string_view ending) const {
  if (form == ReportForm::Text) return text(ending);
  if (form == ReportForm::Json) return json(ending);
  std::string out = "section,name,count,ns\n";
  for (const Row& row : rows())
    out += fmt::format("{},{},{},{}\n", csvCell(row.section), csvCell(row.name), row.count.number,
                       row.timed ? fmt::format("{}", row.count.time.count()) : "");
  return out;
}

}  // namespace utah10
