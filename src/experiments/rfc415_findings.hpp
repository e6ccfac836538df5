// What RFC 415's samples come to, beside the paper. Private to the layer.
#pragma once

#include <vector>

#include "utah10/experiments/csv_table.hpp"
#include "utah10/experiments/report.hpp"
#include "utah10/experiments/rfc415.hpp"

namespace utah10 {

void addStringFindings(Report& report, const std::vector<StringResult>& results, const CsvTable& paper);

}  // namespace utah10
