// The report on the hypotheses on receiving.
#include <fmt/format.h>

#include "experiments/rfc392/render.hpp"

namespace utah10 {

namespace {

ReportTable hypothesesTable(const ReceivingFindings& f) {
  using Row = ReceivingRow;
  const RangeMeans paper = f.paper;
  const std::vector<ReportColumn<Row>> columns = {
      {"hypothesis", "", [](const Row& r) { return Cell::text(std::string{r.of.name}); }, given()},
      {"program", "roms/rjs", [](const Row& r) { return Cell::text(std::string{r.of.program}); }, given()},
      {"monitor", "roms/variants",
       [](const Row& r) { return Cell::text(std::string{r.of.monitor.empty() ? "1972" : r.of.monitor}); }, given()},
      {"sends", "mean of 10000 bytes or more, by RUNTM",
       [](const Row& r) { return Cell::rounded(r.means.sends, 2, "-"); }, measured("us/bit")},
      {"receives", "mean of 10000 bytes or more, by RUNTM",
       [](const Row& r) { return Cell::rounded(r.means.receives, 2, "-"); }, measured("us/bit")},
      {"+-", "95 % confidence of the mean of receives, Student",
       [](const Row& r) { return Cell::rounded(r.means.receivesConfidence, 2, "-"); },
       computed("us/bit", "receives_confidence_us_per_bit")},
      {"r/s", "receives / sends", [](const Row& r) { return Cell::rounded(r.means.receiveOverSend, 2, "-"); },
       computed({}, "receives_over_sends")},
      {"|receives",
       "RFC 392, mean of 10000 bytes or more",
       [paper](const Row&) { return Cell::rounded(paper.receives, 2); },
       {.unit = "us/bit"}},
      {"|r/s",
       "RFC 392, of the means",
       [paper](const Row&) { return Cell::rounded(paper.receiveOverSend, 2); },
       {.name = "paper_receives_over_sends"}},
      {"arrived", "every byte compared", [](const Row& r) { return Cell::text(r.whole ? "whole" : "not all"); }}};
  return table("receiving", "Charged CPU time of large transfers, if one detail was different in 1972.", f.rows,
               columns);
}

std::string evidenceText(const ReceivingHypothesis& h) {
  return fmt::format("{}. For: {}. Against: {}.", h.name, h.evidence, h.objection);
}

}  // namespace

Report opening(const ReceivingFindings& f) {
  Report report{"RFC 392: what a received byte may have cost", {}};
  report.say(fmt::format(
      "Machine: {}. With every program and monitor that survives, the original of December 1971 included, receiving costs a "
      "third of what the paper has. In the paper the cost of a byte does not depend on the size of a transfer: something "
      "happened for each byte. Each row is a separate machine, without other users, on which one detail differs from what "
      "survives. None of them is a finding.",
      f.machine));
  return report;
}

Report render(const ReceivingFindings& f) {
  Report report = opening(f);
  report.show(hypothesesTable(f));
  report.draw({.kind = PlotKind::Dots,
               .name = "cost-of-receiving",
               .title = "Cost of a bit received, by hypothesis",
               .says = "A line for each hypothesis, with the cost of a bit received in it and in the paper.",
               .table = "receiving",
               .at = {"hypothesis"},
               .values = {{.column = "receives_us_per_bit", .name = "receives"},
                          {.column = "paper_receives_us_per_bit", .name = "RFC 392"}},
               .x = {"us/bit"}});
  for (const ReceivingRow& r : f.rows) report.say(evidenceText(r.of));
  const auto quoted = [](const std::string& name) { return name.empty() ? "none" : fmt::format("\"{}\"", name); };
  report.say(
      fmt::format("The paper's ratio of receives to sends lies between {} and {}.", quoted(f.below), quoted(f.above)));
  report.say(
      "What would decide: the source or the binary of Utah's RJS, or of BBN's copy; NETWRK and IO of TENEX between January and "
      "August 1972; a trace of its calls. None of them has been found: the last search, of November 2026, went through the "
      "collection PDP-10/tenex, other public source code, and the RFCs on NETRJS (189, 283, 307, 325, 499, 589, 599, 740), which "
      "describe users' programs at Utah, Rand, Harvard and elsewhere, but no code (docs/guide/experiments.md, \"Receiving\").");
  return report;
}

}  // namespace utah10
