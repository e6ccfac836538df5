// Transfers in several runs, each with another seed.
#include "experiments/rfc392/analysis.hpp"

namespace utah10 {

namespace {

using Run = std::vector<TransferResult>;

NumberRange only(double value) { return {value, value}; }

std::optional<NumberRange> paperOf(const TransferCondition& c, const Rfc392Paper& paper) {
  for (const Rfc392PaperRow& row : paper.rows)
    if (c.table == row.condition.table && c.row == row.condition.row) return only(row.usPerBit);
  return paperCostOf(c, paper);
}

// Of the runs that have this transfer.
std::vector<double> costsOf(const std::string& name, const std::vector<Run>& runs) {
  std::vector<double> costs;
  for (const Run& run : runs)
    for (const TransferResult& r : run)
      if (r.done && r.condition.name() == name) costs.push_back(r.usPerBit());
  return costs;
}

// The means of the runs' large transfers.
std::optional<RepeatedCost> largeOnes(bool send, const std::vector<Run>& runs, const CostSummary& paper) {
  std::vector<double> means;
  for (const Run& run : runs)
    if (const Spread large = costsOf(run).of(send).large; large.count != 0) means.push_back(large.mean);
  const auto spread = spreadOf(means);
  if (!spread) return std::nullopt;
  return RepeatedCost{send ? "large sends" : "large receives", *spread, only(paper.of(send).large.mean)};
}

}  // namespace

Rfc392Findings analyse(const Rfc392Settings& settings, const std::vector<Run>& runs, const Rfc392Paper& paper) {
  Rfc392Findings f = analyse(settings, runs.front(), paper);
  if (runs.size() == 1) return f;
  for (const bool send : {true, false})
    if (auto cost = largeOnes(send, runs, f.paper)) f.repeats.push_back(std::move(*cost));
  for (const TransferResult& r : runs.front())
    if (const auto spread = spreadOf(costsOf(r.condition.name(), runs)))
      f.repeats.push_back({r.condition.name(), *spread, paperOf(r.condition, paper)});
  return f;
}

}  // namespace utah10
