// RFC 392's short transfers over what is not known of Utah's machine and of its program: one change at a time.
#pragma once

#include <string>
#include <vector>

#include "experiments/published.hpp"
#include "experiments/report.hpp"
#include "experiments/rfc392.hpp"

namespace utah10 {

struct RangeCase {
  std::string change;  // "128K words of core"; of the first, nothing
  Rfc392Settings settings;
};

// What is given, then other machines, then other programs of RJS (roms/rjs/README.md, "Variants").
std::vector<RangeCase> rangeCases(const Rfc392Settings& given);

// A case and what came out in it. The seal must be broken.
struct RangeResult {
  RangeCase of;
  std::vector<TransferResult> results;
};
Report rangeReport(const std::vector<RangeResult>& all, const Seal& seal);

}  // namespace utah10
