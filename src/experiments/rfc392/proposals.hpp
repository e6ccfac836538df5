// What RFC 392 proposed to lower the cost of the network, tried with its quick transfers: messages between processes
// (its reference to RFC 333), pages sent from the user's map, bytes of 32 bits in RJS's protocol.
#pragma once

#include <vector>

#include "experiments/rfc392/paper.hpp"
#include "experiments/rfc392/proposal_findings.hpp"
#include "experiments/rfc392/range.hpp"

namespace utah10 {

// The shapes as they were, then each proposal: RangeCase::change is its name. The cases are of the monitor of 1972.
// Of one proposal: "bytes", "messages" or "pages", with the shapes it is compared with; empty: all.
std::vector<RangeCase> proposalCases(const Rfc392Settings& given, std::string_view proposal = {});

ProposalsFindings proposalsConditions(const Rfc392Settings& given);
ProposalsFindings analyseProposals(const std::vector<RangeResult>& all, const Rfc392Paper& paper);

}  // namespace utah10
