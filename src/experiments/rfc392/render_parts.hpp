// Tables of the report on RFC 392's transfers: the spread of several runs, and the cost of whole commands.
#pragma once

#include <vector>

#include "experiments/report/table.hpp"
#include "experiments/rfc392/findings.hpp"

namespace utah10 {

ReportTable repeatsTable(const std::vector<RepeatedCost>& repeats);
ReportTable commandTable(const std::vector<TransferFindings>& transfers);
ReportTable outsideTable(const std::vector<OutsideCall>& calls);
ReportTable shortTable(const ShortSends& sends);

}  // namespace utah10
