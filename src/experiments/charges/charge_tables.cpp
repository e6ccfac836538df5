#include "experiments/charges/charge_tables.hpp"

namespace utah10 {

namespace {

ReportTable splitTable(const std::vector<ChargeTimes>& stretches) {
  std::vector<ReportColumn<ChargeTimes>> columns = {
      {"row", "", [](const ChargeTimes& t) { return Cell::text(t.name); }, {.origin = Origin::Given}},
      {"charged",
       "RUNTM, last less first",
       [](const ChargeTimes& t) { return Cell::whole(t.chargedMs); },
       {.unit = "ms"}}};
  append(columns,
         partColumns<ChargeTimes>([](const ChargeTimes& t, std::size_t part) { return t.partsMs[part]; }, "ms"));
  append<ChargeTimes>(columns, {{"grain",
                                 "charged less the parts, because RUNTM counts whole ms",
                                 [](const ChargeTimes& t) { return Cell::rounded(t.grainMs, 1); },
                                 {.unit = "ms", .origin = Origin::Computed}},
                                {"page wait",
                                 "not charged: FORKX is another fork's after SCHEDP or SCHEDR",
                                 [](const ChargeTimes& t) { return Cell::rounded(t.pageWaitMs, 0); },
                                 {.unit = "ms"}},
                                {"other waits",
                                 "not charged: from EDISMS until the scheduler test succeeds",
                                 [](const ChargeTimes& t) { return Cell::rounded(t.otherWaitsMs, 0); },
                                 {.unit = "ms"}},
                                {"runnable",
                                 "not charged: runnable while others or the scheduler ran",
                                 [](const ChargeTimes& t) { return Cell::rounded(t.runnableMs, 0); },
                                 {.unit = "ms"}}});
  return table("split", "Charged CPU time in ms. The parts and the grain of the clock sum to the value of RUNTM.",
               stretches, columns);
}

}  // namespace

void showSplit(Report& report, const std::vector<ChargeTimes>& stretches) {
  if (!stretches.empty()) return report.show(splitTable(stretches));
  report.say("The monitor's symbols are not known, so charged CPU time is not divided into parts.");
}

std::vector<PlotValues> partValues(std::string_view unit) {
  std::vector<PlotValues> values;
  for (std::size_t n = 0; n < kChargeParts; ++n) {
    const std::string part{nameOf(static_cast<ChargePart>(n))};
    values.push_back({ReportHeading{part, {}, {.unit = std::string{unit}}}.name()});
  }
  return values;
}

std::vector<ReportColumn<ChargeCounts>> chargeCountColumns(CountedCalls calls) {
  using Counts = ChargeCounts;
  std::vector<ReportColumn<Counts>> columns = {
      {"page faults", "instructions at PGRTRP+1 while the fork was current",
       [](const Counts& c) { return Cell::whole(c.pageFaults, "-"); }},
      {"BIN", "JSYS 50 in user mode; a call restarted after a wait counts again",
       [](const Counts& c) { return Cell::whole(c.bin); }},
      {"slow BIN", "those that reached BINSLO", [](const Counts& c) { return Cell::whole(c.slowBin, "-"); }},
      {"BOUT", "JSYS 51, counted like BIN", [](const Counts& c) { return Cell::whole(c.bout); }},
      {"slow BOUT", "those that reached BOUSLO", [](const Counts& c) { return Cell::whole(c.slowBout, "-"); }}};
  if (calls == CountedCalls::BytesAndStrings)
    append<Counts>(columns, {{"SIN", "JSYS 52", [](const Counts& c) { return Cell::whole(c.sin); }},
                             {"SOUT", "JSYS 53", [](const Counts& c) { return Cell::whole(c.sout); }}});
  append<Counts>(columns, {{"messages out", "regular messages of data links at the IMP interface",
                            [](const Counts& c) { return Cell::whole(c.messagesOut); }},
                           {"messages in", "regular messages of data links from the IMP",
                            [](const Counts& c) { return Cell::whole(c.messagesIn); }}});
  return columns;
}

}  // namespace utah10
