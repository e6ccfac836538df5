// Hypotheses on what received bytes cost in 1972, with what speaks for and against each.
#pragma once

#include <span>
#include <vector>

#include "experiments/rfc392/findings.hpp"
#include "experiments/rfc392/range.hpp"

namespace utah10 {

// The first is what survives.
std::span<const ReceivingHypothesis> receivingHypotheses();
// A machine for each, in their order.
std::vector<RangeCase> receivingCases(const Rfc392Settings& given);
// The large transfers of the short form: one sent, two received.
std::vector<TransferCondition> receivingRows();

}  // namespace utah10
