#include "experiments/rfc392_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/report_numbers.hpp"
#include "experiments/rfc392_command_cost.hpp"
#include "experiments/rfc392_numbers.hpp"
#include "experiments/rfc392_why.hpp"

namespace utah10 {

namespace {

constexpr double kMegabit = 1'000'000;

double published(const Seal& seal, std::string_view item) {
  const CsvTable t = publishedTable("rfc392_text", seal);
  const auto row = t.find("item", item);
  return row ? t.number(*row, "value").value_or(0) : 0;
}

ReportTable aggregates(const std::vector<CostPoint>& ours, const std::vector<CostPoint>& paper) {
  ReportTable t{"aggregates",
                "Sends and receives: aggregate costs.",
                {{"what", "transfers of 10000 bytes or more are \"large\""},
                 {"ours", "cpu and bytes in the table of transfers"},
                 {"paper", "the 77 rows of RFC 392; CPU time from the printed ratios"}},
                {}};
  const auto add = [&](std::string what, double mine, double theirs, unsigned decimals) {
    t.rows.push_back({std::move(what), fixed(mine, decimals), fixed(theirs, decimals)});
  };
  for (const bool send : {true, false}) {
    const std::string name = send ? "sends" : "receives";
    const auto a = only(ours, send), b = only(paper, send);
    const CostMean am = meanOf(a, kBig), bm = meanOf(b, kBig);
    add("number of " + name, static_cast<double>(a.size()), static_cast<double>(b.size()), 0);
    add(name + ", total time / total bits, us/bit", aggregate(a), aggregate(b), 2);
    if (am.n == 0) continue;
    add("large " + name + ", mean, us/bit", am.mean, bm.mean, 2);
    add("large " + name + ", standard deviation", am.deviation, bm.deviation, 2);
    add("large " + name + ", least", am.least, bm.least, 2);
    add("large " + name + ", most", am.most, bm.most, 2);
  }
  const auto ratio = [](const std::vector<CostPoint>& p) {
    const double sends = meanOf(only(p, true), kBig).mean;
    return sends == 0 ? 0 : meanOf(only(p, false), kBig).mean / sends;
  };
  add("receive / send, large", ratio(ours), ratio(paper), 3);
  return t;
}

ReportTable fixedCost(const std::vector<CostPoint>& ours, const std::vector<CostPoint>& paper) {
  ReportTable t{"fixed",
                "CPU time that does not depend on the number of bytes, ms.",
                {{"what", ""}, {"ours", "cpu and bytes in the table of transfers"}, {"paper", "rows of RFC 392"}},
                {}};
  for (const bool send : {true, false}) {
    const auto a = costFit(only(ours, send)), b = costFit(only(paper, send));
    const std::string name = send ? "sends" : "receives";
    t.rows.push_back({"fit of " + name + " of 1000 bytes or more, fixed", a ? fixed(a->fixedMs, 1) : "-",
                      b ? fixed(b->fixedMs, 1) : "-"});
    t.rows.push_back(
        {"fit of " + name + ", ms per byte", a ? fixed(a->msPerByte, 4) : "-", b ? fixed(b->msPerByte, 4) : "-"});
  }
  const auto a = fixedParts(ours), b = fixedParts(paper);
  const auto range = [](const std::vector<double>& v) {
    if (v.empty()) return std::string{"-"};
    const auto [least, most] = std::ranges::minmax(v);
    return least == most ? fixed(least, 0) : fmt::format("{:.0f} to {:.0f}", least, most);
  };
  t.rows.push_back({"sends below 1000 bytes, in addition to the cost of their bytes", range(a), range(b)});
  return t;
}

void addDollars(Report& report, const std::vector<CostPoint>& ours, const Seal& seal) {
  const double price = published(seal, "tenex_price_per_cpu_hour");
  const auto dollars = [&](bool send) { return aggregate(only(ours, send)) * kMegabit / 1e6 / 3600 * price; };
  report.say(
      fmt::format("At ${:.2f} per hour of CPU time, a megabit costs ${:.2f} to send and ${:.2f} to receive; in the "
                  "paper ${:.2f} to ${:.2f}.",
                  price, dollars(true), dollars(false), published(seal, "cost_per_megabit_lo"),
                  published(seal, "cost_per_megabit_hi")));
}

ReportTable shares(const std::vector<TransferResult>& results) {
  ReportTable t{"shares",
                "Charged CPU time by part, us per byte and per cent.",
                {{"part", ""},
                 {"send us/byte", "charge meter, all sends"},
                 {"send %", "share of the charged time"},
                 {"receive us/byte", "charge meter, all receives"},
                 {"receive %", "share of the charged time"}},
                {}};
  for (std::size_t n = 0; n <= kChargeParts; ++n) {
    std::vector<std::string> row = {n < kChargeParts ? std::string{nameOf(static_cast<ChargePart>(n))} : "all"};
    for (const bool send : {true, false}) {
      const PartCosts costs = partCosts(results, send);
      const double part = n < kChargeParts ? costs.usPerByte[n] : costs.all;
      row.push_back(fixed(part, 1));
      row.push_back(costs.all == 0 ? "-" : fixed(100 * part / costs.all, 1));
    }
    t.rows.push_back(std::move(row));
  }
  return t;
}

}  // namespace

void addFindings(Report& report, const std::vector<TransferResult>& results, const Seal& seal) {
  const auto ours = pointsOf(results), paper = paperPoints(seal);
  report.show(aggregates(ours, paper));
  report.show(fixedCost(ours, paper));
  addCommandCost(report, results, paper);
  addDollars(report, ours, seal);
  report.show(shares(results));
  report.show(criteria(results, seal));
  for (std::string& text : disagreements(results, paper)) report.say(std::move(text));
}

}  // namespace utah10
