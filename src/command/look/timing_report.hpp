// `utah10 timing "ILDB 1,2"`: the components of an instruction's execution time.
//
// The instruction runs at location 100 of an emulated machine, and every phase and memory cycle is listed as it
// happens; there is no separate computation. Memory is ideal (R .60, W .20, never busy) unless a machine is named.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "command/machine_file/machine_file.hpp"

namespace utah10 {

struct TimingRequest {
  std::string instruction;      // symbolic or octal
  std::string profile = "srm";  // ignored if a machine is named
  std::optional<MachineDescription> machine{};
  bool user = false;                                         // in user mode, with transparent relocation
  std::vector<std::pair<std::uint32_t, Word36>> contents{};  // locations set beforehand; 0-17 are the accumulators
};

struct TimingPart {
  std::string segment;
  Duration length{};
};

struct TimingBreakdown {
  Word36 instruction;
  std::vector<TimingPart> parts;
  Duration total{};  // on the machine's clock
};

Expected<TimingBreakdown> explainTiming(const TimingRequest& request);
std::string timingText(const TimingBreakdown& breakdown);
std::string timingJson(const TimingBreakdown& breakdown);

}  // namespace utah10
