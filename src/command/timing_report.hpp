// `utah10 timing "ILDB 1,2"`: what an instruction's time is made of.
//
// The instruction is run on a real machine at 100 and every phase and memory cycle it goes through is listed as it
// happened; nothing is computed beside the run. Memory is ideal (R .60, W .20, never busy) unless a machine is given.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "command/machine_file.hpp"

namespace utah10 {

struct TimingRequest {
  std::string instruction;      // in symbols or octal
  std::string profile = "srm";  // ignored when a machine is given
  std::optional<MachineDescription> machine{};
  bool user = false;                                         // in user mode, relocation transparent
  std::vector<std::pair<std::uint32_t, Word36>> contents{};  // locations set beforehand; 0-17 are the accumulators
};

struct TimingPart {
  std::string segment;
  Duration length{};
};

struct TimingBreakdown {
  Word36 instruction;
  std::vector<TimingPart> parts;
  Duration total{};  // by the machine's clock
};

Expected<TimingBreakdown> explainTiming(const TimingRequest& request);
std::string timingText(const TimingBreakdown& breakdown);
std::string timingJson(const TimingBreakdown& breakdown);

}  // namespace utah10
