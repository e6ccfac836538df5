// The calls that have led to the present instruction, found by repeating the recorded history. Private to the command
// layer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/call_chain.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Debugger;

// About ten seconds of virtual time, and less than a second of the host's.
constexpr std::uint64_t kInstructionsForCalls = 4'000'000;

// A routine that has not returned, and where it stands: PC, or where it made the call above it.
struct CallPlace {
  CodePlace at;
  OpenRoutine in;  // not seen: it was entered before what was repeated, and nothing is known of its callers
};

// Innermost first, at least one. Repeats that many instructions. Error: nothing is recorded.
Expected<std::vector<CallPlace>> callPlaces(Debugger& debugger, std::uint64_t instructions = kInstructionsForCalls);
// "ADD1", "OPENF", "interrupt on level 5", "page trap".
std::string routineName(Debugger& debugger, const Routine& routine);

}  // namespace utah10
