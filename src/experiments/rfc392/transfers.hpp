// Reproduces RFC 392: the 77 transfers of two accounting periods, made by a user of RJS on a machine like Utah's.
//
// A transfer's bytes, direction and load are conditions; everything else is measured. Errors are those of the
// laboratory. A transfer that failed or arrived altered is a result with a text in `trouble`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/laboratory/laboratory.hpp"
#include "experiments/rfc392/rows.hpp"

namespace utah10 {

constexpr Duration kLongestPhase = seconds(2);

struct Rfc392Settings {
  LabOptions machine;
  std::string program = "RJS";  // rjs_programs.hpp
  bool faults = false;          // lines fail and hosts crash during the transfers
  std::uint64_t seed = 1;       // seed of decks, users and faults
  // Which of several runs with seeds of their own. All but the first, 0, wait up to kLongestPhase before each transfer,
  // so that it meets the clocks, the drum and the disk at another phase.
  unsigned repeat = 0;
};

// The same with another seed.
Rfc392Settings repeated(Rfc392Settings settings, unsigned repeat);

using TransferProgress = std::function<void(const TransferResult&)>;

// Makes the transfers in sequence on a new machine.
Expected<std::vector<TransferResult>> makeTransfers(const Rfc392Settings& settings, const LabSite& site,
                                                    const std::vector<TransferCondition>& rows,
                                                    const TransferProgress& progress);

}  // namespace utah10
