// RFC 392's quick transfers on variants of Utah's machine and program, with one parameter changed at a time.
#pragma once

#include <string>
#include <vector>

#include "experiments/rfc392/transfers.hpp"

namespace utah10 {

struct RangeCase {
  std::string change;  // "128K words of core"; empty for the baseline
  Rfc392Settings settings;
};

// The baseline, then variants of the machine, then variants of RJS (roms/rjs/README.md, "Variants").
std::vector<RangeCase> rangeCases(const Rfc392Settings& given);

// A case and its results, run after run.
struct RangeResult {
  RangeCase of;
  std::vector<TransferResult> results;
};

}  // namespace utah10
