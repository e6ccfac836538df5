#include "split_table.hpp"

#include <fmt/format.h>

#include "rfc392_numbers.hpp"

namespace utah10 {

namespace {

double msOf(Duration d) { return static_cast<double>(d.count()) / 1e6; }

}  // namespace

ReportTable splitTable(const std::vector<NamedStretch>& stretches) {
  ReportTable t{"split", "What was charged, in ms: the parts and the clock's grain add up to what RUNTM says.", {}, {}};
  t.columns.push_back({"row", ""});
  t.columns.push_back({"charged", "RUNTM, last less first"});
  for (std::size_t n = 0; n < kChargeParts; ++n) {
    const auto part = static_cast<ChargePart>(n);
    t.columns.push_back({std::string{nameOf(part)}, "charge meter: " + std::string{sourceOf(part)}});
  }
  t.columns.push_back({"grain", "charged less the parts: RUNTM counts whole ms"});
  t.columns.push_back({"page wait", "not charged: FORKX another's after SCHEDP or SCHEDR"});
  t.columns.push_back({"other waits", "not charged: from EDISMS until the monitor's test is fulfilled"});
  t.columns.push_back({"runnable", "not charged: it could run, and others or the scheduler did"});
  for (const auto& [name, s] : stretches) {
    std::vector<std::string> row = {name, fmt::format("{}", s->chargedMs)};
    for (const Duration d : s->split.parts) row.push_back(fixed(msOf(d), 1));
    Duration waits{};
    for (const auto& [test, d] : s->waits) waits += d;
    row.push_back(fixed(msOf(s->grain()), 1));
    row.push_back(fixed(msOf(s->pageWait), 0));
    row.push_back(fixed(msOf(waits), 0));
    row.push_back(fixed(msOf(s->runnable), 0));
    t.rows.push_back(std::move(row));
  }
  return t;
}

}  // namespace utah10
