#include "trace/ledger_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "trace/ledger_lines.hpp"
#include "trace/report_text.hpp"
#include "trace/time_text.hpp"

namespace utah10 {

namespace {

using namespace ledger;

constexpr std::string_view kModes[] = {"monitor", "user", "stopped"};

void addCalls(LedgerReport& r, const Ledger& ledger, const LedgerNames& names) {
  r.columns = {"calls", "inclusive_ns", "elapsed_ns", "+1", "+2", "+3", "+4", "left", "open"};
  for (unsigned n = 0; n < 512; ++n) {
    const JsysTotals& t = ledger.jsys(n);
    const std::uint64_t open = ledger.openJsys(n);
    if (t.calls == 0 && t.elapsed == Duration{} && open == 0) continue;
    LedgerReport::Extra e{bucketName(bucket(kCalls, n), names), {}};
    for (const std::uint64_t v :
         {t.calls, static_cast<std::uint64_t>(t.inclusive.count()), static_cast<std::uint64_t>(t.elapsed.count()),
          t.returned[0], t.returned[1], t.returned[2], t.returned[3], t.left, open})
      e.values.push_back(static_cast<std::int64_t>(v));
    r.extras.push_back(std::move(e));
  }
}

void addFaults(LedgerReport& r, const Ledger& ledger, const LedgerNames& names) {
  r.columns = {"served", "service_ns"};
  for (unsigned n = 0; n < 512; ++n)
    if (const FaultTotals& t = ledger.fault(n); t.served != 0)
      r.extras.push_back(
          {bucketName(bucket(kFaults, n), names), {static_cast<std::int64_t>(t.served), t.service.count()}});
}

std::string placeColumns(const LedgerReport& r, const LedgerLine& l) {
  std::string text;
  if (r.split.mode) text += fmt::format("{:<8} ", l.mode);
  if (r.split.process) text += fmt::format("{:>7} ", l.process);
  if (r.split.level) text += fmt::format("{:>5} ", l.level);
  if (r.split.symbol) text += fmt::format("{:<8} ", l.symbol);
  return text;
}

std::string extrasText(const LedgerReport& r) {
  if (r.extras.empty()) return {};
  std::string text = fmt::format("\n{:<24}", dimensionName(r.dimension));
  const auto isTime = [](std::string_view column) { return column.ends_with("_ns"); };
  for (const std::string& c : r.columns)
    text += isTime(c) ? fmt::format(" {:>16}", c.substr(0, c.size() - 3)) : fmt::format(" {:>8}", c);
  text += '\n';
  for (const LedgerReport::Extra& e : r.extras) {
    text += fmt::format("{:<24}", e.name);
    for (std::size_t n = 0; n < e.values.size(); ++n)
      text += isTime(r.columns[n]) ? fmt::format(" {:>16}", timeText(Duration{e.values[n]}))
                                   : fmt::format(" {:>8}", fmt::format("{}.", e.values[n]));
    text += '\n';
  }
  return text;
}

}  // namespace

LedgerLine ledgerLine(const LedgerSplit& split, const LedgerPlace& place, std::string name, const LedgerCell& cell) {
  LedgerLine l{.name = std::move(name), .count = cell.count, .time = cell.time};
  if (split.mode) l.mode = kModes[static_cast<std::size_t>(place.mode)];
  if (split.process) l.process = fmt::format("{:o}", place.process);
  if (split.level) l.level = fmt::format("{}", place.level);
  if (split.symbol) l.symbol = place.label == nullptr ? "-" : place.label->name;
  return l;
}

std::string ledgerCsvLine(LedgerDimension d, const LedgerLine& l) {
  return fmt::format("{},{},{},{},{},{},{},{}\n", dimensionName(d), l.mode, l.process, l.level, l.symbol, l.name,
                     l.count, l.time.count());
}

std::string ledgerJsonFields(const LedgerSplit& split, const LedgerLine& l) {
  std::string text;
  if (split.mode) text += fmt::format("\"mode\":{},", jsonText(l.mode));
  if (split.process) text += fmt::format("\"process\":{},", jsonText(l.process));
  if (split.level) text += fmt::format("\"level\":{},", l.level);
  if (split.symbol) text += fmt::format("\"symbol\":{},", jsonText(l.symbol));
  return text + fmt::format("\"name\":{},\"count\":{},\"time_ns\":{}", jsonText(l.name), l.count, l.time.count());
}

LedgerReport ledgerReport(const Ledger& ledger, LedgerDimension d, const LedgerNames& names) {
  LedgerReport r{
      .dimension = d, .split = ledger.split(), .lines = {}, .elapsed = ledger.elapsed(), .columns = {}, .extras = {}};
  ledger.totals().each([&](std::uint64_t key, LedgerBucket b, const LedgerCell& c) {
    if (dimensionOf(b) != d) return;
    r.sum += c.time;
    r.lines.push_back(ledgerLine(r.split, ledger.place(key), bucketName(b, names), c));
  });
  std::ranges::sort(r.lines, [](const LedgerLine& a, const LedgerLine& b) {
    return std::tie(b.time, b.count, a.name, a.mode, a.process, a.level, a.symbol) <
           std::tie(a.time, a.count, b.name, b.mode, b.process, b.level, b.symbol);
  });
  if (d == LedgerDimension::Jsys) addCalls(r, ledger, names);
  if (d == LedgerDimension::Fault) addFaults(r, ledger, names);
  return r;
}

std::string ledgerText(const LedgerReport& r) {
  LedgerLine head{.mode = "mode", .process = "process", .level = "level", .symbol = "symbol", .name = {}};
  const std::string columns = placeColumns(r, head);
  std::string text =
      fmt::format("{}{:<24} {:>12} {:>20} {:>7}\n", columns, dimensionName(r.dimension), "count", "time", "%");
  for (const LedgerLine& l : r.lines)
    text += fmt::format("{}{:<24} {:>12} {:>20} {:>7}\n", placeColumns(r, l), l.name, fmt::format("{}.", l.count),
                        timeText(l.time), percentText(l.time, r.elapsed, 2));
  text += extrasText(r);
  return text + fmt::format("sum {} elapsed {}: {}", timeText(r.sum), timeText(r.elapsed),
                            r.sum == r.elapsed ? "equal" : "THEY DIFFER");
}

std::string ledgerCsv(const LedgerReport& r) {
  std::string text = "dimension,mode,process,level,symbol,name,count,time_ns\n";
  for (const LedgerLine& l : r.lines) text += ledgerCsvLine(r.dimension, l);
  text += ledgerCsvLine(r.dimension, {.name = "sum", .count = 0, .time = r.sum});
  text += ledgerCsvLine(r.dimension, {.name = "elapsed", .count = 0, .time = r.elapsed});
  if (!r.extras.empty()) {
    text += fmt::format("\nname,{}\n", fmt::join(r.columns, ","));
    for (const LedgerReport::Extra& e : r.extras) text += fmt::format("{},{}\n", e.name, fmt::join(e.values, ","));
  }
  text.pop_back();
  return text;
}

std::string ledgerJson(const LedgerReport& r) {
  std::string text = fmt::format("{{\"dimension\":{},\"buckets\":[", jsonText(dimensionName(r.dimension)));
  for (const LedgerLine& l : r.lines)
    text += fmt::format("{}\n  {{{}}}", &l == r.lines.data() ? "" : ",", ledgerJsonFields(r.split, l));
  text += "]";
  if (!r.extras.empty())
    text += fmt::format(",\n \"{}\":[", r.dimension == LedgerDimension::Jsys ? "calls" : "service");
  for (const LedgerReport::Extra& e : r.extras) {
    text += fmt::format("{}\n  {{\"name\":{}", &e == r.extras.data() ? "" : ",", jsonText(e.name));
    for (std::size_t n = 0; n < e.values.size(); ++n)
      text += fmt::format(",{}:{}", jsonText(r.columns[n]), e.values[n]);
    text += '}';
  }
  if (!r.extras.empty()) text += ']';
  return text + fmt::format(",\n \"sum_ns\":{},\"elapsed_ns\":{}}}", r.sum.count(), r.elapsed.count());
}

}  // namespace utah10
