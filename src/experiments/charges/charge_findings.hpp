// What reports show of a measured stretch, in their units.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/charge_split.hpp"

namespace utah10 {

// Where the time of a stretch went, ms.
struct ChargeTimes {
  std::string name;  // of the row
  std::uint64_t chargedMs = 0;
  std::array<double, kChargeParts> partsMs{};
  double grainMs = 0, pageWaitMs = 0, otherWaitsMs = 0, runnableMs = 0;
};
ChargeTimes timesOf(std::string name, const ChargedStretch& stretch);
// Adds those of a stretch that has been divided into parts.
void addTimes(std::vector<ChargeTimes>& all, std::string name, const ChargedStretch& stretch);

// Page faults, calls that move bytes, messages.
struct ChargeCounts {
  std::optional<std::uint64_t> pageFaults{}, slowBin{}, slowBout{};  // nothing if they were not counted
  std::uint64_t bin = 0, bout = 0, sin = 0, sout = 0;
  std::uint64_t messagesOut = 0, messagesIn = 0;
};
ChargeCounts countsOf(const ChargedStretch& stretch);

}  // namespace utah10
