#include "trace/jsys_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trace/jsys_text.hpp"
#include "trace/jsys_trace.hpp"
#include "trace/report_text.hpp"
#include "trace/time_text.hpp"

namespace utah10 {

namespace {

std::string line(std::string_view name, const JsysSummary::Row& r) {
  const std::uint64_t returned = r.calls - r.open;
  return fmt::format("{:<10} {:>9}. {:>7}. {:>5}. {:>16} {:>16} {:>12} {:>12}\n", name, r.calls, r.errors, r.open,
                     microsecondsText(r.time), microsecondsText(r.own), microsecondsEach(r.time, returned),
                     microsecondsEach(r.own, returned));
}

void add(JsysSummary::Row& sum, const JsysSummary::Row& r) {
  sum.calls += r.calls;
  sum.errors += r.errors;
  sum.open += r.open;
  sum.time += r.time;
  sum.own += r.own;
}

}  // namespace

void JsysSummary::called(const FollowedCall& call) {
  Row& row = rows_[callName(call)];
  ++row.calls;
  ++row.open;
}

void JsysSummary::returned(const FollowedCall& call) {
  Row& row = rows_[callName(call)];
  --row.open;
  if (!call.uuo && !jsysError(call.number, call.returned, call.after).empty()) ++row.errors;
  row.time += call.time();
  row.own += call.own;
}

std::vector<std::pair<std::string, JsysSummary::Row>> JsysSummary::sorted() const {
  std::vector<std::pair<std::string, Row>> all(rows_.begin(), rows_.end());
  std::ranges::stable_sort(all, std::ranges::greater{}, [](const auto& r) { return r.second.own; });
  return all;
}

std::string JsysSummary::text() const {
  std::string all = fmt::format("{:<10} {:>10} {:>8} {:>6} {:>16} {:>16} {:>12} {:>12}\n", "call", "calls", "errors",
                                "open", "total us", "own us", "us each", "own us each");
  Row sum;
  for (const auto& [name, row] : sorted()) {
    all += line(name, row);
    add(sum, row);
  }
  return all + line("all", sum);
}

std::string JsysSummary::csv() const {
  std::string all = "call,calls,errors,open,total_ns,own_ns\n";
  for (const auto& [name, r] : sorted())
    all += fmt::format("{},{},{},{},{},{}\n", name, r.calls, r.errors, r.open, r.time.count(), r.own.count());
  return all;
}

std::string JsysSummary::json() const {
  std::string all = "[";
  for (const auto& [name, r] : sorted())
    all += fmt::format(R"({}{{"call":{},"calls":{},"errors":{},"open":{},"total_ns":{},"own_ns":{}}})",
                       all.size() == 1 ? "\n " : ",\n ", jsonText(name), r.calls, r.errors, r.open, r.time.count(),
                       r.own.count());
  return all + "\n]\n";
}

}  // namespace utah10
