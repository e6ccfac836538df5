#include "experiments/rfc392/render.hpp"

#include <fmt/format.h>

#include "experiments/charges/charge_tables.hpp"
#include "experiments/rfc392/render_parts.hpp"
#include "experiments/rfc392/render_text.hpp"

namespace utah10 {

namespace {

// "whole; try 2; UCLA-CCN down for 20 s"
std::string arrivedText(const TransferFindings& t) {
  std::string text = t.intact ? "whole" : t.trouble;
  if (t.attempts > 1) text += fmt::format("; try {}", t.attempts);
  return text + (t.faults.empty() ? "" : "; " + t.faults);
}

Cell paperCost(const PrintedTransfer& p) {
  return Cell::text(p.costOfSize ? rangeText(*p.costOfSize, 2, "-") : p.cost);
}

// One end of the range that the column for people prints.
Cell paperCost(const PrintedTransfer& p, double NumberRange::*end) {
  return p.costOfSize ? Cell::rounded((*p.costOfSize).*end, 2) : Cell::text(p.cost);
}

ReportTable transfersTable(const std::vector<TransferFindings>& transfers) {
  using Row = TransferFindings;
  return table(
      "transfers",
      "Our transfers, with the columns and the truncation of the paper; columns with a bar are the paper's.", transfers,
      {{"row",
        "table and row of RFC 392; S sent, R received; Q: not a row of RFC 392",
        [](const Row& t) { return Cell::text(t.name); },
        {.origin = Origin::Given}},
       {"clk",
        "wall clock time (virtual) between the two RUNTM of the program's account, minutes and seconds",
        [](const Row& t) { return Cell::clock(t.elapsed); },
        {.unit = "s"}},
       {"cpu",
        "charged CPU time, RUNTM of the transferring fork, last less first, s",
        [](const Row& t) { return Cell::cut(t.cpuSeconds, 2); },
        {.unit = "s"}},
       {"bytes",
        "RJS's count of network bytes (X.BYT)",
        [](const Row& t) { return Cell::whole(t.bytes); },
        {.unit = "bytes"}},
       {"",
        "s sent, r received",
        [](const Row& t) { return Cell::text(t.send ? "s" : "r"); },
        {.origin = Origin::Given, .readers = Readers::People, .name = "s_or_r"}},
       {"direction",
        "",
        [](const Row& t) { return Cell::text(t.send ? "sent" : "received"); },
        {.origin = Origin::Given, .readers = Readers::Programs}},
       {"bits/s",
        "8 bytes / clk",
        [](const Row& t) { return Cell::cut(t.bitsPerSecond, 3); },
        {.unit = "bits/s", .origin = Origin::Computed}},
       {"us/bit",
        "cpu / 8 bytes",
        [](const Row& t) { return Cell::cut(t.usPerBit, 2); },
        {.unit = "us/bit", .origin = Origin::Computed}},
       {"before",
        "the monitor's 5-minute load average (RJAV+1) when the command was typed",
        [](const Row& t) { return Cell::cut(t.loadBefore, 2, "-"); },
        {.origin = Origin::Measured, .name = "load_before"}},
       {"load",
        "the same at the end",
        [](const Row& t) { return Cell::cut(t.load, 2, "-"); },
        {.origin = Origin::Measured}},
       {"|clk", "RFC 392", [](const Row& t) { return Cell::clock(t.paper.clock); }, {.unit = "s"}},
       {"|cpu", "RFC 392", [](const Row& t) { return Cell::text(t.paper.cpu); }, {.unit = "s"}},
       {"|bits/s", "RFC 392", [](const Row& t) { return Cell::text(t.paper.bitsPerSecond); }, {.unit = "bits/s"}},
       {"|us/bit",
        "RFC 392; for rows not in RFC 392, its rows of the same size",
        [](const Row& t) { return paperCost(t.paper); },
        {.unit = "us/bit", .readers = Readers::People, .name = "paper_us_per_bit_text"}},
       {"|us/bit least",
        "RFC 392; for rows not in RFC 392, its rows of the same size",
        [](const Row& t) { return paperCost(t.paper, &NumberRange::least); },
        {.unit = "us/bit", .readers = Readers::Programs, .name = "paper_us_per_bit_least"}},
       {"|us/bit most",
        "RFC 392; for rows not in RFC 392, its rows of the same size",
        [](const Row& t) { return paperCost(t.paper, &NumberRange::most); },
        {.unit = "us/bit", .readers = Readers::Programs, .name = "paper_us_per_bit_most"}},
       {"|load", "RFC 392", [](const Row& t) { return Cell::rounded(t.paper.load, 2); }},
       {"arrived", "every byte compared: the deck read by CCN with the files, the file on the pack with CCN's print",
        [](const Row& t) { return Cell::text(arrivedText(t)); }}});
}

// A number of ours next to the paper's.
struct ComparedNumber {
  std::string what, unit;
  Cell ours, paper;
};

ReportTable comparisonTable(std::string name, std::string title, const std::vector<ComparedNumber>& rows,
                            std::string whatProvenance, std::string paperProvenance) {
  return table(std::move(name), std::move(title), rows,
               {{"what",
                 std::move(whatProvenance),
                 [](const ComparedNumber& c) { return Cell::text(c.what); },
                 {.origin = Origin::Given}},
                {"ours",
                 "cpu and bytes in the table of transfers",
                 [](const ComparedNumber& c) { return c.ours; },
                 {.origin = Origin::Computed}},
                {"paper",
                 std::move(paperProvenance),
                 [](const ComparedNumber& c) { return c.paper; },
                 {.origin = Origin::Published}},
                {"unit",
                 "",
                 [](const ComparedNumber& c) { return Cell::text(c.unit); },
                 {.origin = Origin::Given, .readers = Readers::Programs}}});
}

ReportTable aggregatesTable(const CostSummary& ours, const CostSummary& paper) {
  std::vector<ComparedNumber> rows;
  const auto add = [&](std::string what, double mine, double theirs) {
    rows.push_back({std::move(what), "us/bit", Cell::rounded(mine, 2), Cell::rounded(theirs, 2)});
  };
  for (const bool send : {true, false}) {
    const std::string name = send ? "sends" : "receives";
    const DirectionCosts &a = ours.of(send), &b = paper.of(send);
    rows.push_back({"number of " + name, "transfers", Cell::whole(a.n), Cell::whole(b.n)});
    add(name + ", total time / total bits, us/bit", a.aggregate, b.aggregate);
    if (a.large.count == 0) continue;
    add("large " + name + ", mean, us/bit", a.large.mean, b.large.mean);
    rows.push_back({"large " + name + ", standard deviation", "us/bit", Cell::rounded(a.large.deviation, 2, "-"),
                    Cell::rounded(b.large.deviation, 2, "-")});
    rows.push_back({"large " + name + ", 95 % confidence of the mean", "us/bit",
                    Cell::rounded(a.large.confidence(), 2, "-"), Cell::rounded(b.large.confidence(), 2, "-")});
    add("large " + name + ", least", a.large.least, b.large.least);
    add("large " + name + ", most", a.large.most, b.large.most);
  }
  rows.push_back(
      {"receive / send, large", {}, Cell::rounded(ours.receiveOverSend, 3), Cell::rounded(paper.receiveOverSend, 3)});
  return comparisonTable("aggregates", "Sends and receives: aggregate costs.", rows,
                         "transfers of 10000 bytes or more are \"large\"",
                         "the 77 rows of RFC 392; CPU time from the printed ratios");
}

ReportTable fixedCostTable(const CostSummary& ours, const CostSummary& paper) {
  std::vector<ComparedNumber> rows;
  const auto fit = [](const DirectionCosts& costs, double CostFit::*number, unsigned decimals) {
    return costs.fit ? Cell::rounded((*costs.fit).*number, decimals) : Cell::missing("-");
  };
  for (const bool send : {true, false}) {
    const std::string name = send ? "sends" : "receives";
    const DirectionCosts &a = ours.of(send), &b = paper.of(send);
    rows.push_back({"fit of " + name + " of 1000 bytes or more, fixed", "ms", fit(a, &CostFit::fixedMs, 1),
                    fit(b, &CostFit::fixedMs, 1)});
    rows.push_back({"fit of " + name + ", ms per byte", "ms/byte", fit(a, &CostFit::msPerByte, 4),
                    fit(b, &CostFit::msPerByte, 4)});
  }
  const auto shortSends = [](const CostSummary& costs, double NumberRange::*end) {
    return costs.shortSendsFixedMs ? Cell::rounded((*costs.shortSendsFixedMs).*end, 0) : Cell::missing("-");
  };
  for (const auto& [end, name] : {std::pair{&NumberRange::least, "least"}, std::pair{&NumberRange::most, "most"}})
    rows.push_back({fmt::format("sends below 1000 bytes, in addition to the cost of their bytes, {}", name), "ms",
                    shortSends(ours, end), shortSends(paper, end)});
  return comparisonTable("fixed", "CPU time that does not depend on the number of bytes, ms.", rows, "",
                         "rows of RFC 392");
}

struct ShareRow {
  std::string part;
  double sendUs = 0;
  std::optional<double> sendPercent;
  double receiveUs = 0;
  std::optional<double> receivePercent;
};

ReportTable sharesTable(const PartCosts& sends, const PartCosts& receives) {
  std::vector<ShareRow> rows;
  for (std::size_t n = 0; n < kChargeParts; ++n)
    rows.push_back({std::string{nameOf(static_cast<ChargePart>(n))}, sends.usPerByte[n], sends.percent[n],
                    receives.usPerByte[n], receives.percent[n]});
  rows.push_back({"all", sends.all, sends.allPercent, receives.all, receives.allPercent});
  using Row = ShareRow;
  const std::vector<ReportColumn<Row>> columns = {
      {"part", "", [](const Row& r) { return Cell::text(r.part); }, {.origin = Origin::Given}},
      {"send us/byte",
       "charge meter, all sends",
       [](const Row& r) { return Cell::rounded(r.sendUs, 1); },
       {.unit = "us/byte", .origin = Origin::Computed}},
      {"send %",
       "share of the charged time",
       [](const Row& r) { return Cell::rounded(r.sendPercent, 1, "-"); },
       {.unit = "%", .origin = Origin::Computed}},
      {"receive us/byte",
       "charge meter, all receives",
       [](const Row& r) { return Cell::rounded(r.receiveUs, 1); },
       {.unit = "us/byte", .origin = Origin::Computed}},
      {"receive %",
       "share of the charged time",
       [](const Row& r) { return Cell::rounded(r.receivePercent, 1, "-"); },
       {.unit = "%", .origin = Origin::Computed}}};
  return onlyFor(Readers::People,
                 table("shares", "Charged CPU time by part, us per byte and per cent.", rows, columns));
}

// The same, a row for each part of one direction.
struct ShareCell {
  std::string direction, part;
  double us = 0;
  std::optional<double> percent;
};

ReportTable shareCellsTable(const PartCosts& sends, const PartCosts& receives) {
  std::vector<ShareCell> cells;
  for (const auto& [direction, costs] : {std::pair{"sent", &sends}, std::pair{"received", &receives}})
    for (std::size_t n = 0; n < kChargeParts; ++n)
      cells.push_back(
          {direction, std::string{nameOf(static_cast<ChargePart>(n))}, costs->usPerByte[n], costs->percent[n]});
  using Row = ShareCell;
  const std::vector<ReportColumn<Row>> columns = {
      {"direction", "", [](const Row& r) { return Cell::text(r.direction); }, {.origin = Origin::Given}},
      {"part", "", [](const Row& r) { return Cell::text(r.part); }, {.origin = Origin::Given}},
      {"us/byte",
       "charge meter, all transfers of the direction",
       [](const Row& r) { return Cell::rounded(r.us, 1); },
       {.unit = "us/byte", .origin = Origin::Computed}},
      {"%",
       "share of the charged time",
       [](const Row& r) { return Cell::rounded(r.percent, 1); },
       {.unit = "%", .origin = Origin::Computed}}};
  return onlyFor(Readers::Programs, table("parts", "Charged CPU time by part.", cells, columns));
}

struct CriterionRow {
  std::string what, unit;
  std::string least, most;  // wanted
  Cell measured;
  std::string met;
};

std::string metText(const Criterion& c) {
  return c.percentBelow   ? fmt::format("no, {:.0f} % below", *c.percentBelow)
         : c.percentAbove ? fmt::format("no, {:.0f} % above", *c.percentAbove)
                          : "yes";
}

CriterionRow criterionRow(const Criterion& c) {
  const auto row = [&](std::string what, const char* unit, unsigned decimals) {
    return CriterionRow{std::move(what), unit, c.least, c.most, Cell::rounded(c.measured, decimals), metText(c)};
  };
  switch (c.kind) {
    case CriterionKind::UnloadedSend:
      return row(fmt::format("unloaded send of {} bytes, us/bit", c.bytes), "us/bit", 2);
    case CriterionKind::ReceiveOverSend:
      return row("receive / send, 10000 bytes or more", "", 3);
    case CriterionKind::FixedPart:
      break;
  }
  return row(fmt::format("fixed part of {}, {} bytes, s", c.transfer, c.bytes), "s", 3);
}

ReportTable criteriaTable(const Rfc392Findings& f) {
  using Row = CriterionRow;
  std::vector<Row> rows;
  for (const Criterion& c : f.criteria) rows.push_back(criterionRow(c));
  const std::string all = fmt::format("{}", f.transfers.size());
  rows.push_back({"transfers that arrived intact", "transfers", all, all, Cell::whole(f.whole),
                  f.whole == f.transfers.size() ? "yes" : "no"});
  const ColumnFacts bound = {.origin = Origin::Published, .readers = Readers::Programs};
  return table(
      "criteria", "Criteria derived from RFC 392.", rows,
      {{"what", "", [](const Row& r) { return Cell::text(r.what); }, {.origin = Origin::Given}},
       {"wanted",
        "derived from RFC 392",
        [](const Row& r) { return Cell::text(r.least == r.most ? r.least : r.least + " to " + r.most); },
        {.origin = Origin::Published, .readers = Readers::People}},
       {"wanted least", "derived from RFC 392", [](const Row& r) { return Cell::text(r.least); }, bound},
       {"wanted most", "derived from RFC 392", [](const Row& r) { return Cell::text(r.most); }, bound},
       {"measured", "the table of transfers", [](const Row& r) { return r.measured; }, {.origin = Origin::Computed}},
       {"unit",
        "",
        [](const Row& r) { return Cell::text(r.unit); },
        {.origin = Origin::Given, .readers = Readers::Programs}},
       {"met", "", [](const Row& r) { return Cell::text(r.met); }, {.origin = Origin::Computed}}});
}

ReportTable countsTable(const std::vector<TransferFindings>& transfers) {
  using Row = TransferFindings;
  std::vector<ReportColumn<Row>> columns = {
      {"row", "", [](const Row& t) { return Cell::text(t.name); }, {.origin = Origin::Given}},
      {"characters",
       "characters in the deck's files, or bytes of the file written",
       [](const Row& t) { return Cell::whole(t.characters); },
       {.unit = "characters"}},
      {"records", "RJS (X.REC)", [](const Row& t) { return Cell::whole(t.records); }, {.unit = "records"}}};
  append(columns, countColumns<Row>(CountedCalls::Bytes));
  return table("counts", "Counts between the two readings of the run time.", transfers, columns);
}

void drawTransfers(Report& report) {
  report.draw(
      {.kind = PlotKind::Scatter,
       .name = "ours-and-paper",
       .title = "Cost of a bit: ours and the paper's",
       .says = "Each point is a transfer. Points on the line cost the same here and in the paper, whose dearest row "
               "of that size counts.",
       .table = "transfers",
       .at = {"paper_us_per_bit_most"},
       .values = {{"us_per_bit"}},
       .by = {"direction"},
       .x = {"RFC 392, us/bit"},
       .y = {"ours, us/bit"}});
  report.draw({.kind = PlotKind::Points,
               .name = "cost-by-size",
               .title = "Cost of a bit by size of the transfer",
               .says = "Charged CPU time per bit over the bytes of a transfer; bars are ranges of the paper's rows.",
               .table = "transfers",
               .at = {"bytes"},
               .values = {{"us_per_bit", {}, "ours"}, {"paper_us_per_bit_least", "paper_us_per_bit_most", "RFC 392"}},
               .by = {"direction"},
               .x = {"bytes", true},
               .y = {"us/bit"}});
}

void showShares(Report& report, const Rfc392Findings& f) {
  report.show(sharesTable(f.sendParts, f.receiveParts));
  report.show(shareCellsTable(f.sendParts, f.receiveParts));
  report.draw({.kind = PlotKind::Bars,
               .name = "parts-of-a-byte",
               .title = "Where the CPU time of a byte goes",
               .says = "A bar for sent and one for received bytes, stacked of the parts of the charged time.",
               .table = "parts",
               .at = {"direction"},
               .values = {{"us_per_byte"}},
               .by = {"part"},
               .x = {"us/byte"}});
}

}  // namespace

Report opening(const Rfc392Findings& f) {
  Report report;
  report.title = "RFC 392: the cost of sending a bit through RJS";
  report.say(fmt::format("Machine: {}. Program: {}.{}", f.machine, f.program,
                         f.faults ? " Lines failed and hosts crashed during the transfers." : ""));
  return report;
}

Report render(const Rfc392Findings& f) {
  Report report = opening(f);
  report.show(transfersTable(f.transfers));
  drawTransfers(report);
  if (!f.repeats.empty()) report.show(repeatsTable(f.repeats));
  report.show(aggregatesTable(f.ours, f.paper));
  report.show(fixedCostTable(f.ours, f.paper));
  if (f.wholeCommand) {
    report.show(commandTable(f.transfers));
    report.show(outsideTable(f.outside));
  }
  if (f.shortSends) {
    report.show(shortTable(*f.shortSends));
    report.say(shortSendsText(*f.shortSends));
  }
  report.say(dollarsText(f.dollars));
  if (f.divided) showShares(report, f);
  report.show(criteriaTable(f));
  for (const CostDisagreement& d : f.disagreements) report.say(disagreementText(d, f.parts(d.send)));
  showSplit(report, f.split);
  report.show(countsTable(f.transfers));
  return report;
}

}  // namespace utah10
