// The report on the range of variants.
#include <fmt/format.h>

#include "experiments/rfc392/render.hpp"

namespace utah10 {

namespace {

// A variant, or the paper.
struct RangeRow {
  std::string name;
  RangeMeans means;
  std::vector<Cell> costs;  // of each size
  Cell pageFaults, arrived;
};

std::vector<RangeRow> rangeRows(const RangeFindings& f) {
  std::vector<RangeRow> rows;
  for (const RangeVariant& v : f.variants) {
    std::vector<Cell> costs;
    for (const std::optional<double>& c : v.usPerBit) costs.push_back(c ? Cell::cut(*c, 2) : Cell::missing("-"));
    rows.push_back(
        {v.name, v.means, std::move(costs), Cell::whole(v.pageFaults), Cell::text(v.whole ? "whole" : "not all")});
  }
  std::vector<Cell> costs;
  for (const RangeSize& s : f.sizes)
    costs.push_back(s.paper ? Cell::text(rangeText(*s.paper, 2, "-")) : Cell::missing());
  rows.push_back(
      {"paper: all rows; rows of the same size", f.paper, std::move(costs), Cell::missing(), Cell::missing()});
  return rows;
}

ReportTable rangeTable(const RangeFindings& f) {
  using Row = RangeRow;
  std::vector<ReportColumn<Row>> columns = {
      {"change",
       "the one parameter that differs from the baseline",
       [](const Row& r) { return Cell::text(r.name); },
       {.origin = Origin::Given}},
      {"sends",
       "mean of the sends of 10000 bytes or more",
       [](const Row& r) { return Cell::rounded(r.means.sends, 2, "-"); },
       {.unit = "us/bit", .origin = Origin::Computed}},
      {"+-", "95 % confidence of the mean, Student",
       [](const Row& r) { return Cell::rounded(r.means.sendsConfidence, 2, "-"); },
       computed("us/bit", "sends_confidence")},
      {"receives",
       "mean of the receives of 10000 bytes or more",
       [](const Row& r) { return Cell::rounded(r.means.receives, 2, "-"); },
       {.unit = "us/bit", .origin = Origin::Computed}},
      {"+- ", "95 % confidence of the mean, Student",
       [](const Row& r) { return Cell::rounded(r.means.receivesConfidence, 2, "-"); },
       computed("us/bit", "receives_confidence")},
      {"r/s",
       "receives / sends",
       [](const Row& r) { return Cell::rounded(r.means.receiveOverSend, 2, "-"); },
       {.origin = Origin::Computed, .name = "receives_over_sends"}}};
  for (std::size_t n = 0; n < f.sizes.size(); ++n)
    columns.push_back({fmt::format("{}{}", f.sizes[n].bytes, f.sizes[n].send ? "s" : "r"),
                       "RUNTM and X.BYT, as in the report of rfc392",
                       [n](const Row& r) { return r.costs[n]; },
                       {.unit = "us/bit", .origin = Origin::Computed, .readers = Readers::People}});
  columns.push_back({"page faults", "sum of all transfers, PGRTRP+1", [](const Row& r) { return r.pageFaults; }});
  columns.push_back({"arrived", "every byte compared", [](const Row& r) { return r.arrived; }});
  return onlyFor(
      Readers::People,
      table("range",
            "Charged CPU time in us/bit for the baseline and its variants; by size in bytes, s sent, r received.",
            rangeRows(f), columns));
}

// The means of each variant, next to the paper's.
ReportTable variantsTable(const RangeFindings& f) {
  using Row = RangeVariant;
  std::vector<ReportColumn<Row>> columns = {
      {"change",
       "the one parameter that differs from the baseline",
       [](const Row& v) { return Cell::text(v.name); },
       {.origin = Origin::Given}},
      {"core", "of the machine", [](const Row& v) { return Cell::whole(v.coreK); }, given("K", "core_k")},
      {"core only", "the variant differs from the baseline at most in its core",
       [](const Row& v) { return Cell::text(v.coreOnly ? "yes" : "no"); }, given()}};
  for (const bool send : {true, false}) {
    const std::string what = send ? "sends" : "receives";
    columns.push_back({what,
                       "mean of those of 10000 bytes or more",
                       [send](const Row& v) { return Cell::rounded(v.means.of(send), 2); },
                       {.unit = "us/bit", .origin = Origin::Computed}});
    columns.push_back({what + " +-", "95 % confidence of the mean, Student",
                       [send](const Row& v) { return Cell::rounded(v.means.confidenceOf(send), 2); },
                       computed("us/bit", what + "_confidence_us_per_bit")});
    columns.push_back({"|" + what,
                       "RFC 392, mean of those of 10000 bytes or more",
                       [paper = f.paper.of(send)](const Row&) { return Cell::rounded(paper, 2); },
                       {.unit = "us/bit"}});
  }
  columns.push_back(
      {"page faults", "sum of all transfers, PGRTRP+1", [](const Row& v) { return Cell::whole(v.pageFaults); }});
  columns.push_back(
      {"arrived", "every byte compared", [](const Row& v) { return Cell::text(v.whole ? "whole" : "not all"); }});
  return onlyFor(Readers::Programs, table("variants", "Means of the variants.", f.variants, columns));
}

// A cost of one size.
struct RangeCost {
  std::string change;
  RangeSize size;
  std::optional<double> usPerBit;
};

// The columns of the sizes, a row for each cost.
ReportTable rangeCostsTable(const RangeFindings& f) {
  std::vector<RangeCost> costs;
  for (const RangeVariant& v : f.variants)
    for (std::size_t n = 0; n < f.sizes.size(); ++n) costs.push_back({v.name, f.sizes[n], v.usPerBit[n]});
  using Row = RangeCost;
  const auto paper = [](const Row& r, double NumberRange::*end) {
    return r.size.paper ? Cell::rounded((*r.size.paper).*end, 2) : Cell::missing();
  };
  const std::vector<ReportColumn<Row>> columns = {
      {"change",
       "the one parameter that differs from the baseline",
       [](const Row& r) { return Cell::text(r.change); },
       {.origin = Origin::Given}},
      {"direction",
       "",
       [](const Row& r) { return Cell::text(r.size.send ? "sent" : "received"); },
       {.origin = Origin::Given}},
      {"bytes",
       "size of the transfer",
       [](const Row& r) { return Cell::whole(r.size.bytes); },
       {.unit = "bytes", .origin = Origin::Given}},
      {"us/bit",
       "RUNTM and X.BYT, as in the report of rfc392",
       [](const Row& r) { return Cell::cut(r.usPerBit, 2, ""); },
       {.unit = "us/bit", .origin = Origin::Computed}},
      {"|us/bit least",
       "RFC 392, rows of the same size",
       [paper](const Row& r) { return paper(r, &NumberRange::least); },
       {.unit = "us/bit", .name = "paper_us_per_bit_least"}},
      {"|us/bit most",
       "RFC 392, rows of the same size",
       [paper](const Row& r) { return paper(r, &NumberRange::most); },
       {.unit = "us/bit", .name = "paper_us_per_bit_most"}}};
  return onlyFor(Readers::Programs, table("range-costs", "Charged CPU time by size.", costs, columns));
}

std::string nearestText(const NearestVariants& n) {
  const auto text = [](const std::optional<NearestVariants::Variant>& v, const char* side) {
    return v ? fmt::format("the nearest {} is {} (\"{}\")", side, fixed(v->usPerBit, 2), v->name)
             : fmt::format("none is {}", side);
  };
  return fmt::format("{} of 10000 bytes or more: {} us/bit in the paper; in this table {}, {}.",
                     n.send ? "Sends" : "Receives", fixed(n.paper, 2), text(n.below, "below"), text(n.above, "above"));
}

}  // namespace

Report opening(const RangeFindings& f) {
  Report report;
  report.title = "RFC 392 on variants of Utah's machine and program";
  report.say(
      fmt::format("Baseline: {}. Program: {}. Utah's core size, swapping device, memory type and monitor release are "
                  "not known, and of its program only the function is known. Each row is a separate machine with one "
                  "parameter changed from the baseline; no other users are on the machine during the transfers.",
                  f.machine, f.program));
  return report;
}

Report render(const RangeFindings& f) {
  Report report = opening(f);
  report.show(rangeTable(f));
  report.show(variantsTable(f));
  report.draw(
      {.kind = PlotKind::Dots,
       .name = "range-of-costs",
       .title = "Cost of a bit on each machine and with each program",
       .says = "A line for each variant, with the mean costs of a bit sent and of one received, and the paper's.",
       .table = "variants",
       .at = {"change"},
       .values = {{"sends_us_per_bit", {}, "sends"},
                  {"receives_us_per_bit", {}, "receives"},
                  {"paper_sends_us_per_bit", {}, "RFC 392, sends"},
                  {"paper_receives_us_per_bit", {}, "RFC 392, receives"}},
       .x = {"us/bit"}});
  report.draw({.kind = PlotKind::Lines,
               .name = "faults-by-core",
               .title = "Page faults of all transfers over the size of core",
               .says = "The sum of the page faults of all transfers on machines that differ in the size of core alone.",
               .table = "variants",
               .only = {"core_only", "yes"},
               .at = {"core_k"},
               .values = {{"page_faults"}},
               .x = {"core, K words"},
               .y = {"page faults"}});
  report.show(rangeCostsTable(f));
  for (const NearestVariants& n : f.nearest) report.say(nearestText(n));
  return report;
}

}  // namespace utah10
