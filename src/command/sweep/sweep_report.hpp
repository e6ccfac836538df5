// The report of a sweep: its options, what failed, and each table of the experiment with a row for each choice of options;
// plots of measurements by the options that vary. Private to the command layer.
#pragma once

#include <string>
#include <vector>

#include "command/sweep/sweep_summary.hpp"
#include "experiments/report/report.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// `drawn` names what is to be drawn, as in "transfers.us_per_bit"; if it is empty, the first measurements that vary.
// Error: there is no such measurement.
Expected<Report> sweepReport(const SweepSummary& summary, const std::vector<std::string>& drawn);

}  // namespace utah10
