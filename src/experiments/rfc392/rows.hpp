// The rows of RFC 392, and their division among machines.
#pragma once

#include <vector>

#include "experiments/rjs/transfer.hpp"

namespace utah10 {

// All rows, in the order of the printed tables.
std::vector<TransferCondition> rfc392Rows();
// The quick transfers, without other users: sizes in both directions, including those named in the criteria.
std::vector<TransferCondition> rfc392QuickRows();

// Divides the rows into pieces of about equal work, one per machine. The division depends on the rows only, so that the
// results do not depend on the number of machines that run in parallel.
std::vector<std::vector<TransferCondition>> inPieces(const std::vector<TransferCondition>& rows, std::size_t pieces);

}  // namespace utah10
