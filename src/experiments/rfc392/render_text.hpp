// The paragraphs of the report on RFC 392's transfers.
#pragma once

#include <string>

#include "experiments/rfc392/findings.hpp"

namespace utah10 {

std::string shortSendsText(const ShortSends& found);
std::string dollarsText(const Dollars& found);
// Names a mechanism that would account for the disagreement, or says that none is known. `parts`: of that direction.
std::string disagreementText(const CostDisagreement& found, const PartCosts& parts);

}  // namespace utah10
