// Analyses RFC 392's transfers: computes what the reports print.
#pragma once

#include <vector>

#include "experiments/rfc392/findings.hpp"
#include "experiments/rfc392/paper.hpp"
#include "experiments/rfc392/range.hpp"
#include "experiments/rfc392/transfers.hpp"

namespace utah10 {

// What is known before the first measurement: the conditions; of the range, those of its baseline.
Rfc392Findings rfc392Conditions(const Rfc392Settings& settings);
RangeFindings rangeConditions(const Rfc392Settings& baseline);

// Results in the order of the report; they must be final, as the unsealed paper shows.
Rfc392Findings analyse(const Rfc392Settings& settings, const std::vector<TransferResult>& results,
                       const Rfc392Paper& paper);

// Of several runs with different seeds: the tables are those of the first, and the spread of all is added.
Rfc392Findings analyse(const Rfc392Settings& settings, const std::vector<std::vector<TransferResult>>& runs,
                       const Rfc392Paper& paper);

// Of the baseline first, with the same transfers for each variant.
RangeFindings analyse(const std::vector<RangeResult>& all, const Rfc392Paper& paper);

// The hypotheses on receiving (receiving.hpp), in their order.
ReceivingFindings receivingConditions(const Rfc392Settings& given);
ReceivingFindings analyseReceiving(const std::vector<RangeResult>& all, const Rfc392Paper& paper);

// Parts of the above, for their own tests and for each other.
CostSummary costsOf(const std::vector<TransferResult>& results);
CostSummary costsOf(const Rfc392Paper& paper);
RangeMeans meansOf(const CostSummary& costs);
// The transfers of several runs, each once.
std::vector<TransferCondition> differentRows(const std::vector<TransferResult>& results);
// us/bit of the paper's rows of the same size; nothing if there are none.
std::optional<NumberRange> paperCostOf(const TransferCondition& condition, const Rfc392Paper& paper);
PartCosts partCosts(const std::vector<TransferResult>& results, bool send);
std::vector<Criterion> criteria(const std::vector<TransferResult>& results, const CostSummary& ours,
                                const Rfc392Paper& paper);
// The time of commands outside the interval of the account.
double outsideMs(const TransferResult& result);
std::vector<OutsideCall> outsideCalls(const std::vector<TransferResult>& results);
std::optional<ShortSends> shortSends(const std::vector<TransferResult>& results, const CostSummary& ours,
                                     const CostSummary& paper, const Rfc392Paper& rows);

}  // namespace utah10
