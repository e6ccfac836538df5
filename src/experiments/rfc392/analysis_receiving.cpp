// The hypotheses on receiving.
#include <algorithm>

#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/receiving.hpp"

namespace utah10 {

namespace {

double ratioOf(const ReceivingRow& r) { return r.means.receiveOverSend.value_or(0); }

// The names of those whose ratio is nearest to the paper's.
std::string nearest(const std::vector<ReceivingRow>& rows, double paper, bool above) {
  const ReceivingRow* best = nullptr;
  for (const ReceivingRow& r : rows) {
    if (!r.means.receiveOverSend || (ratioOf(r) > paper) != above) continue;
    if (best == nullptr || (above ? ratioOf(r) < ratioOf(*best) : ratioOf(r) > ratioOf(*best))) best = &r;
  }
  return best == nullptr ? std::string{} : std::string{best->of.name};
}

}  // namespace

ReceivingFindings receivingConditions(const Rfc392Settings& given) { return {.machine = given.machine.text()}; }

ReceivingFindings analyseReceiving(const std::vector<RangeResult>& all, const Rfc392Paper& paper) {
  ReceivingFindings f = receivingConditions(all.front().of.settings);
  const auto hypotheses = receivingHypotheses();
  for (std::size_t n = 0; n < all.size(); ++n)
    f.rows.push_back(
        {hypotheses[n], meansOf(costsOf(all[n].results)), std::ranges::all_of(all[n].results, &TransferResult::whole)});
  f.paper = meansOf(costsOf(paper));
  const double ratio = f.paper.receiveOverSend.value_or(0);
  f.below = nearest(f.rows, ratio, false);
  f.above = nearest(f.rows, ratio, true);
  return f;
}

}  // namespace utah10
