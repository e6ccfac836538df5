// Results derived from RFC 415's samples, compared with the paper. Private to the layer.
#pragma once

#include <vector>

#include "experiments/csv_table.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc415.hpp"

namespace utah10 {

void addStringFindings(Report& report, const std::vector<StringResult>& results, const CsvTable& paper);

}  // namespace utah10
