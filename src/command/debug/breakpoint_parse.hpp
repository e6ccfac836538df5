// Parses the arguments of break and watch.
#pragma once

#include <vector>

#include "command/debug/breakpoints.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;
class Debugger;

// ADDRESS, FILE:LINE, opcode X, jsys N, device D ..., fault ..., reload, level N, followed by the terms process N,
// job N, fork N, count, if CONDITION, do COMMANDS. May return several breakpoints.
Expected<std::vector<Breakpoint>> parseBreak(Debugger& debugger, Arguments& arguments);
// write | read | change PLACE, coni DEVICE [BITS], followed by the same terms.
Expected<Breakpoint> parseWatch(Debugger& debugger, Arguments& arguments);

}  // namespace utah10
