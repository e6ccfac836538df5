// Goes back and forward in the recorded history, and reports the position reached.
//
// Errors: there is no such position in the recording; errors of Recorder.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class Console;
class Debugger;
class PlacedFinder;

Expected<void> goBack(Debugger& debugger, Console& console, std::uint64_t instructions);
Expected<void> goBackFor(Debugger& debugger, Console& console, Duration d);
// To the last place that the finder finds; `what` names it in the error.
Expected<void> goBackTo(Debugger& debugger, Console& console, PlacedFinder& finder, std::string_view what);
// Re-executes with all probes connected, so that output is printed as in the first run. Without a number: to the end.
Expected<void> goForward(Debugger& debugger, Console& console, std::optional<std::uint64_t> instructions);

}  // namespace utah10
