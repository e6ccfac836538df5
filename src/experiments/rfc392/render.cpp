#include "experiments/rfc392/render.hpp"

#include <fmt/format.h>

#include "experiments/charges/charge_tables.hpp"
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

ReportTable transfersTable(const std::vector<TransferFindings>& transfers) {
  using Row = TransferFindings;
  return table(
      "transfers",
      "Our transfers, with the columns and the truncation of the paper; columns with a bar are the paper's.", transfers,
      {{"row", "table and row of RFC 392; S sent, R received; Q: not a row of RFC 392",
        [](const Row& t) { return Cell::text(t.name); }},
       {"clk", "wall clock time (virtual) between the two RUNTM of the program's account, minutes and seconds",
        [](const Row& t) { return Cell::clock(t.elapsed); }},
       {"cpu", "charged CPU time, RUNTM of the transferring fork, last less first, s",
        [](const Row& t) { return Cell::cut(t.cpuSeconds, 2); }},
       {"bytes", "RJS's count of network bytes (X.BYT)", [](const Row& t) { return Cell::whole(t.bytes); }},
       {"", "s sent, r received", [](const Row& t) { return Cell::text(t.send ? "s" : "r"); }},
       {"bits/s", "8 bytes / clk", [](const Row& t) { return Cell::cut(t.bitsPerSecond, 3); }},
       {"us/bit", "cpu / 8 bytes", [](const Row& t) { return Cell::cut(t.usPerBit, 2); }},
       {"load", "the monitor's 5-minute average (RJAV+1) at the end",
        [](const Row& t) { return Cell::cut(t.load, 2, "-"); }},
       {"|clk", "RFC 392", [](const Row& t) { return Cell::text(t.paper.clock); }},
       {"|cpu", "RFC 392", [](const Row& t) { return Cell::text(t.paper.cpu); }},
       {"|bits/s", "RFC 392", [](const Row& t) { return Cell::text(t.paper.bitsPerSecond); }},
       {"|us/bit", "RFC 392; for rows not in RFC 392, its rows of the same size",
        [](const Row& t) { return paperCost(t.paper); }},
       {"|load", "RFC 392", [](const Row& t) { return Cell::rounded(t.paper.load, 2); }},
       {"arrived", "every byte compared: the deck read by CCN with the files, the file on the pack with CCN's print",
        [](const Row& t) { return Cell::text(arrivedText(t)); }}});
}

// A number of ours next to the paper's.
struct ComparedNumber {
  std::string what;
  Cell ours, paper;
};

ReportTable comparisonTable(std::string name, std::string title, const std::vector<ComparedNumber>& rows,
                            std::string whatProvenance, std::string paperProvenance) {
  return table(std::move(name), std::move(title), rows,
               {{"what", std::move(whatProvenance), [](const ComparedNumber& c) { return Cell::text(c.what); }},
                {"ours", "cpu and bytes in the table of transfers", [](const ComparedNumber& c) { return c.ours; }},
                {"paper", std::move(paperProvenance), [](const ComparedNumber& c) { return c.paper; }}});
}

ReportTable aggregatesTable(const CostSummary& ours, const CostSummary& paper) {
  std::vector<ComparedNumber> rows;
  const auto add = [&](std::string what, double mine, double theirs) {
    rows.push_back({std::move(what), Cell::rounded(mine, 2), Cell::rounded(theirs, 2)});
  };
  for (const bool send : {true, false}) {
    const std::string name = send ? "sends" : "receives";
    const DirectionCosts &a = ours.of(send), &b = paper.of(send);
    rows.push_back({"number of " + name, Cell::whole(a.n), Cell::whole(b.n)});
    add(name + ", total time / total bits, us/bit", a.aggregate, b.aggregate);
    if (a.large.n == 0) continue;
    add("large " + name + ", mean, us/bit", a.large.mean, b.large.mean);
    add("large " + name + ", standard deviation", a.large.deviation, b.large.deviation);
    add("large " + name + ", least", a.large.least, b.large.least);
    add("large " + name + ", most", a.large.most, b.large.most);
  }
  rows.push_back(
      {"receive / send, large", Cell::rounded(ours.receiveOverSend, 3), Cell::rounded(paper.receiveOverSend, 3)});
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
    rows.push_back({"fit of " + name + " of 1000 bytes or more, fixed", fit(a, &CostFit::fixedMs, 1),
                    fit(b, &CostFit::fixedMs, 1)});
    rows.push_back(
        {"fit of " + name + ", ms per byte", fit(a, &CostFit::msPerByte, 4), fit(b, &CostFit::msPerByte, 4)});
  }
  const auto range = [](const CostSummary& costs) {
    return costs.shortSendsFixedMs ? Cell::text(rangeText(*costs.shortSendsFixedMs, 0, " to ")) : Cell::missing("-");
  };
  rows.push_back({"sends below 1000 bytes, in addition to the cost of their bytes", range(ours), range(paper)});
  return comparisonTable("fixed", "CPU time that does not depend on the number of bytes, ms.", rows, "",
                         "rows of RFC 392");
}

ReportTable commandTable(const std::vector<TransferFindings>& transfers) {
  using Row = TransferFindings;
  return table(
      "command", "CPU time charged for the whole command and for the interval of the program's account, ms.", transfers,
      {{"row", "", [](const Row& t) { return Cell::text(t.name); }},
       {"command", "JOBRT of the job when the final message was printed, less JOBRT when the command was typed",
        [](const Row& t) { return Cell::whole(t.commandMs, "-"); }},
       {"interval", "RUNTM of the transferring fork, last less first",
        [](const Row& t) { return Cell::whole(t.intervalMs); }},
       {"outside", "command less interval", [](const Row& t) { return Cell::rounded(t.outsideMs, 0); }}});
}

ReportTable outsideTable(const std::vector<OutsideCall>& calls) {
  const auto number = [](const OutsideCall& c, const CallCost& cost) {
    return c.counted ? Cell::rounded(cost.calls, 0) : Cell::missing();
  };
  return table(
      "outside", "CPU time of a command outside the interval by monitor call, mean of all, most expensive first.",
      calls,
      {{"call", "the call that a process of the job was executing, including page traps and interrupts during it",
        [](const OutsideCall& c) { return Cell::text(c.name); }},
       {"send ms", "charge meter: charged outside the interval",
        [](const OutsideCall& c) { return Cell::rounded(c.send.ms, 1); }},
       {"send calls", "JSYS in user mode", [number](const OutsideCall& c) { return number(c, c.send); }},
       {"receive ms", "as for sends", [](const OutsideCall& c) { return Cell::rounded(c.receive.ms, 1); }},
       {"receive calls", "as for sends", [number](const OutsideCall& c) { return number(c, c.receive); }}});
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
  return table(
      "shares", "Charged CPU time by part, us per byte and per cent.", rows,
      {{"part", "", [](const ShareRow& r) { return Cell::text(r.part); }},
       {"send us/byte", "charge meter, all sends", [](const ShareRow& r) { return Cell::rounded(r.sendUs, 1); }},
       {"send %", "share of the charged time", [](const ShareRow& r) { return Cell::rounded(r.sendPercent, 1, "-"); }},
       {"receive us/byte", "charge meter, all receives",
        [](const ShareRow& r) { return Cell::rounded(r.receiveUs, 1); }},
       {"receive %", "share of the charged time",
        [](const ShareRow& r) { return Cell::rounded(r.receivePercent, 1, "-"); }}});
}

struct CriterionRow {
  std::string what, wanted;
  Cell measured;
  std::string met;
};

CriterionRow criterionRow(const Criterion& c) {
  const std::string wanted = fmt::format("{} to {}", c.least, c.most);
  const std::string met = c.percentBelow   ? fmt::format("no, {:.0f} % below", *c.percentBelow)
                          : c.percentAbove ? fmt::format("no, {:.0f} % above", *c.percentAbove)
                                           : "yes";
  switch (c.kind) {
    case CriterionKind::UnloadedSend:
      return {fmt::format("unloaded send of {} bytes, us/bit", c.bytes), wanted, Cell::rounded(c.measured, 2), met};
    case CriterionKind::ReceiveOverSend:
      return {"receive / send, 10000 bytes or more", wanted, Cell::rounded(c.measured, 3), met};
    case CriterionKind::FixedPart:
      break;
  }
  return {fmt::format("fixed part of {}, {} bytes, s", c.transfer, c.bytes), wanted, Cell::rounded(c.measured, 3), met};
}

ReportTable criteriaTable(const Rfc392Findings& f) {
  std::vector<CriterionRow> rows;
  for (const Criterion& c : f.criteria) rows.push_back(criterionRow(c));
  rows.push_back({"transfers that arrived intact", fmt::format("{}", f.transfers.size()), Cell::whole(f.whole),
                  f.whole == f.transfers.size() ? "yes" : "no"});
  return table("criteria", "Criteria derived from RFC 392.", rows,
               {{"what", "", [](const CriterionRow& r) { return Cell::text(r.what); }},
                {"wanted", "derived from RFC 392", [](const CriterionRow& r) { return Cell::text(r.wanted); }},
                {"measured", "the table of transfers", [](const CriterionRow& r) { return r.measured; }},
                {"met", "", [](const CriterionRow& r) { return Cell::text(r.met); }}});
}

ReportTable countsTable(const std::vector<TransferFindings>& transfers) {
  using Row = TransferFindings;
  std::vector<ReportColumn<Row>> columns = {
      {"row", "", [](const Row& t) { return Cell::text(t.name); }},
      {"characters", "characters in the deck's files, or bytes of the file written",
       [](const Row& t) { return Cell::whole(t.characters); }},
      {"records", "RJS (X.REC)", [](const Row& t) { return Cell::whole(t.records); }}};
  append(columns, countColumns<Row>(CountedCalls::Bytes));
  return table("counts", "Counts between the two readings of the run time.", transfers, columns);
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
  report.show(aggregatesTable(f.ours, f.paper));
  report.show(fixedCostTable(f.ours, f.paper));
  if (f.wholeCommand) {
    report.show(commandTable(f.transfers));
    report.show(outsideTable(f.outside));
  }
  if (f.shortSends) report.say(shortSendsText(*f.shortSends));
  report.say(dollarsText(f.dollars));
  if (f.divided) report.show(sharesTable(f.sendParts, f.receiveParts));
  report.show(criteriaTable(f));
  for (const CostDisagreement& d : f.disagreements) report.say(disagreementText(d, f.parts(d.send)));
  showSplit(report, f.split);
  report.show(countsTable(f.transfers));
  return report;
}

}  // namespace utah10
