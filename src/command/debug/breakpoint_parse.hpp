// Parses the arguments of break and watch. Private to the command layer.
#pragma once

#include "command/prompt/session.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// ADDRESS, FILE:LINE, opcode X, jsys N, device D ..., fault ..., reload, level N, followed by the terms process N,
// count, if CONDITION, do COMMANDS. May return several breakpoints.
Expected<std::vector<Breakpoint>> parseBreak(Session& session, Arguments& arguments);
// write | read | change PLACE, coni DEVICE [BITS], followed by the same terms.
Expected<Breakpoint> parseWatch(Session& session, Arguments& arguments);

}  // namespace utah10
