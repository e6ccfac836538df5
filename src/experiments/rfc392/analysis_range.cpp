// The range of variants.
#include <algorithm>

#include "experiments/rfc392/analysis.hpp"
#include "experiments/rjs/rjs_programs.hpp"

namespace utah10 {

namespace {

std::optional<double> unlessZero(double value) { return value == 0 ? std::nullopt : std::optional{value}; }

// us/bit of a transfer, mean of the runs.
std::optional<double> costOf(const TransferCondition& c, const std::vector<TransferResult>& results) {
  std::vector<double> costs;
  for (const TransferResult& r : results)
    if (r.done && r.condition.name() == c.name()) costs.push_back(r.usPerBit());
  const auto spread = spreadOf(costs);
  return spread ? std::optional{spread->mean} : std::nullopt;
}

RangeVariant variantOf(const RangeResult& one, const std::vector<TransferCondition>& rows, unsigned baselineK) {
  RangeVariant v;
  v.name = one.of.change.empty() ? "baseline" : one.of.change;
  v.coreK = one.of.settings.machine.coreK;
  v.coreOnly = one.of.change.empty() || v.coreK != baselineK;  // a variant changes one parameter
  v.means = meansOf(costsOf(one.results));
  for (const TransferCondition& c : rows) v.usPerBit.push_back(costOf(c, one.results));
  for (const TransferResult& r : one.results) v.pageFaults += r.stretch.pageTraps;
  v.whole = std::ranges::all_of(one.results, &TransferResult::whole);
  return v;
}

// Nothing if no variant has large transfers of this direction.
std::optional<NearestVariants> nearest(bool send, const RangeFindings& f) {
  NearestVariants n;
  n.send = send;
  n.paper = f.paper.of(send).value_or(0);
  for (const RangeVariant& v : f.variants) {
    const std::optional<double>& cost = v.means.of(send);
    if (!cost) continue;
    const bool above = *cost > n.paper;
    std::optional<NearestVariants::Variant>& side = above ? n.above : n.below;
    if (!side || (above ? *cost < side->usPerBit : *cost > side->usPerBit))
      side = NearestVariants::Variant{v.name, *cost};
  }
  if (!n.below && !n.above) return std::nullopt;
  return n;
}

}  // namespace

std::vector<TransferCondition> differentRows(const std::vector<TransferResult>& results) {
  std::vector<TransferCondition> rows;
  for (const TransferResult& r : results)
    if (std::ranges::find(rows, r.condition.name(), &TransferCondition::name) == rows.end())
      rows.push_back(r.condition);
  return rows;
}

RangeMeans meansOf(const CostSummary& costs) {
  return {.sends = unlessZero(costs.sends.large.mean),
          .receives = unlessZero(costs.receives.large.mean),
          .receiveOverSend = unlessZero(costs.receiveOverSend),
          .sendsConfidence = costs.sends.large.confidence(),
          .receivesConfidence = costs.receives.large.confidence()};
}

RangeFindings rangeConditions(const Rfc392Settings& baseline) {
  RangeFindings f;
  f.machine = baseline.machine.text();
  f.program = describeRjs(baseline.program);
  return f;
}

RangeFindings analyse(const std::vector<RangeResult>& all, const Rfc392Paper& paper) {
  const RangeResult& baseline = all.front();
  RangeFindings f = rangeConditions(baseline.of.settings);
  const auto rows = differentRows(baseline.results);
  for (const TransferCondition& c : rows) f.sizes.push_back({c.bytes, c.send, paperCostOf(c, paper)});
  for (const RangeResult& one : all) f.variants.push_back(variantOf(one, rows, baseline.of.settings.machine.coreK));
  f.paper = meansOf(costsOf(paper));
  for (const bool send : {true, false})
    if (auto n = nearest(send, f)) f.nearest.push_back(std::move(*n));
  return f;
}

}  // namespace utah10
