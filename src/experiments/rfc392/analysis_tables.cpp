// The tables of all transfers.
#include <algorithm>
#include <cmath>

#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/tables.hpp"

namespace utah10 {

namespace {

constexpr double kNearPaper = 0.1;      // of the paper, as a fraction
constexpr double kPaperOffMean = 0.05;  // of the paper's own row from the paper's mean

struct PaperRow {
  double usPerBit = 0, mean = 0;  // of the row; of large transfers in its direction
};

PaperRow paperOf(const TransferCondition& c, const Rfc392Paper& paper, const CostSummary& costs) {
  const auto at = std::ranges::find_if(
      paper.rows, [&](const Rfc392PaperRow& r) { return r.condition.table == c.table && r.condition.row == c.row; });
  return {at == paper.rows.end() ? 0 : at->usPerBit, costs.of(c.send).large.mean};
}

bool isNear(double value, double wanted) { return std::abs(per(value, wanted) - 1) <= kNearPaper; }

TableMiss missOf(const TransferCondition& c, double usPerBit, const PaperRow& paper) {
  if (isNear(usPerBit, paper.usPerBit)) return TableMiss::None;
  if (static_cast<double>(c.bytes) < kSmall) return TableMiss::Short;
  if (std::abs(per(paper.usPerBit, paper.mean) - 1) > kPaperOffMean && isNear(usPerBit, paper.mean))
    return TableMiss::Scatter;
  return c.send ? TableMiss::Sent : TableMiss::Received;
}

TableCost costOf(const TransferCondition& c, const std::vector<TransferResult>& results, const PaperRow& paper) {
  TableCost cost{.usPerBit = {}, .overPaper = {}, .load = {}, .whole = true};
  std::vector<double> costs, loads;
  for (const TransferResult& r : results) {
    if (r.condition.name() != c.name()) continue;
    cost.whole = cost.whole && r.whole();
    if (!r.done) continue;
    costs.push_back(r.usPerBit());
    if (r.load) loads.push_back(*r.load);
  }
  const auto mean = spreadOf(costs), load = spreadOf(loads);
  cost.whole = cost.whole && mean;
  if (load) cost.load = load->mean;
  if (!mean) return cost;
  cost.usPerBit = mean->mean;
  cost.overPaper = per(mean->mean, paper.usPerBit);
  cost.miss = missOf(c, mean->mean, paper);
  return cost;
}

TableDirection directionOf(const TableResult& one, bool send, const CostSummary& ours, const CostSummary& paper) {
  TableDirection d;
  d.large = ours.of(send).large;
  if (d.large.count != 0) d.usPerByteOff = (d.large.mean - paper.of(send).large.mean) * kNetworkByteBits;
  d.parts = partCosts(one.results, send);
  return d;
}

TableCaseFindings findingsOf(const TableResult& one, const std::vector<TransferCondition>& rows,
                             const Rfc392Paper& paper, const CostSummary& paperCosts) {
  const CostSummary ours = costsOf(one.results);
  TableCaseFindings f;
  f.name = one.of.name;
  f.description = one.of.description;
  f.alone = one.of.alone;
  f.evidence = one.of.evidence;
  f.objection = one.of.objection;
  f.sends = directionOf(one, true, ours, paperCosts);
  f.receives = directionOf(one, false, ours, paperCosts);
  f.receiveOverSend = meansOf(ours).receiveOverSend;
  f.transfers = one.results.size();
  for (const TransferResult& r : one.results) {
    f.whole += r.whole() ? 1 : 0;
    f.divided = f.divided && (r.stretch.divided || !r.done);
  }
  for (const TransferCondition& c : rows) {
    const TableCost& cost = f.costs.emplace_back(costOf(c, one.results, paperOf(c, paper, paperCosts)));
    if (!cost.usPerBit) continue;
    TableDirection& d = c.send ? f.sends : f.receives;
    ++d.of;
    if (cost.miss == TableMiss::None)
      ++d.within;
    else
      ++f.misses[static_cast<std::size_t>(cost.miss)];
  }
  return f;
}

std::string nearest(const TablesFindings& f, bool alone, bool above) {
  const TableCaseFindings* best = nullptr;
  for (const TableCaseFindings& c : f.cases) {
    if (c.alone != alone || !c.receiveOverSend || (*c.receiveOverSend > f.paperReceiveOverSend) != above) continue;
    const bool nearer = best == nullptr || (above ? *c.receiveOverSend < *best->receiveOverSend
                                                  : *c.receiveOverSend > *best->receiveOverSend);
    if (nearer) best = &c;
  }
  return best == nullptr ? std::string{} : best->name;
}

}  // namespace

TablesFindings tablesConditions(const std::vector<TableCase>& cases) {
  TablesFindings f;
  f.machine = cases.front().settings.machine.text();
  return f;
}

TablesFindings analyseTables(const std::vector<TableResult>& all, const std::vector<TransferCondition>& rows,
                             const Rfc392Paper& paper) {
  TablesFindings f;
  f.machine = all.front().of.settings.machine.text();
  const CostSummary costs = costsOf(paper);
  f.paperSends = costs.sends.large;
  f.paperReceives = costs.receives.large;
  f.paperReceiveOverSend = costs.receiveOverSend;
  for (const TransferCondition& c : rows)
    f.rows.push_back({c.name(), c.send, c.bytes, c.load, paperOf(c, paper, costs).usPerBit});
  for (const TableResult& one : all) {
    f.cases.push_back(findingsOf(one, rows, paper, costs));
    if (!rows.empty()) f.runs = std::max(f.runs, one.results.size() / rows.size());
  }
  for (const bool alone : {true, false})
    f.brackets.push_back({alone, nearest(f, alone, false), nearest(f, alone, true)});
  return f;
}

}  // namespace utah10
