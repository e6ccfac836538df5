#include "experiments/charge_tables.hpp"

#include <fmt/format.h>

#include "experiments/report_numbers.hpp"

namespace utah10 {

namespace {

struct Count {
  const char* name;
  const char* source;
  bool ofStrings;
  std::uint64_t (*of)(const ChargedStretch&);
};
constexpr Count kCounts[] = {
    {"page faults", "instructions at PGRTRP+1 while the fork was current", false,
     [](const ChargedStretch& s) { return s.pageTraps; }},
    {"BIN", "JSYS 50 in user mode; a call restarted after a wait counts again", false,
     [](const ChargedStretch& s) { return s.calls[kBin]; }},
    {"slow BIN", "those that reached BINSLO", false, [](const ChargedStretch& s) { return s.slowBin; }},
    {"BOUT", "JSYS 51, counted like BIN", false, [](const ChargedStretch& s) { return s.calls[kBout]; }},
    {"slow BOUT", "those that reached BOUSLO", false, [](const ChargedStretch& s) { return s.slowBout; }},
    {"SIN", "JSYS 52", true, [](const ChargedStretch& s) { return s.calls[kSin]; }},
    {"SOUT", "JSYS 53", true, [](const ChargedStretch& s) { return s.calls[kSout]; }},
    {"messages out", "regular messages of data links at the IMP interface", false,
     [](const ChargedStretch& s) { return s.messagesOut; }},
    {"messages in", "regular messages of data links from the IMP", false,
     [](const ChargedStretch& s) { return s.messagesIn; }},
};

bool counts(const Count& c, CountedCalls calls) { return !c.ofStrings || calls == CountedCalls::BytesAndStrings; }

}  // namespace

ReportTable splitTable(const std::vector<NamedStretch>& stretches) {
  ReportTable t{
      "split", "Charged CPU time in ms. The parts and the grain of the clock sum to the value of RUNTM.", {}, {}};
  t.columns.push_back({"row", ""});
  t.columns.push_back({"charged", "RUNTM, last less first"});
  addPartColumns(t);
  t.columns.push_back({"grain", "charged less the parts, because RUNTM counts whole ms"});
  t.columns.push_back({"page wait", "not charged: FORKX is another fork's after SCHEDP or SCHEDR"});
  t.columns.push_back({"other waits", "not charged: from EDISMS until the scheduler test succeeds"});
  t.columns.push_back({"runnable", "not charged: runnable while others or the scheduler ran"});
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

void addPartColumns(ReportTable& table) {
  for (std::size_t n = 0; n < kChargeParts; ++n) {
    const auto part = static_cast<ChargePart>(n);
    table.columns.push_back({std::string{nameOf(part)}, "charge meter: " + std::string{sourceOf(part)}});
  }
}

void addCountColumns(ReportTable& table, CountedCalls calls) {
  for (const Count& c : kCounts)
    if (counts(c, calls)) table.columns.push_back({c.name, c.source});
}

void addCounts(std::vector<std::string>& row, const ChargedStretch& stretch, CountedCalls calls) {
  for (const Count& c : kCounts)
    if (counts(c, calls)) row.push_back(fmt::format("{}", c.of(stretch)));
}

}  // namespace utah10
