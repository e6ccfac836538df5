// What users write for breakpoints and watches. Private to the command layer.
#pragma once

#include "command/session.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// ADDRESS, FILE:LINE, opcode X, jsys N, device D ..., fault ..., reload, level N; and the terms behind it: process N,
// count, if CONDITION, do COMMANDS. Several breakpoints where a source line has several places.
Expected<std::vector<Breakpoint>> parseBreak(Session& session, Arguments& arguments);
// write | read | change PLACE, coni DEVICE [BITS]; and the same terms.
Expected<Breakpoint> parseWatch(Session& session, Arguments& arguments);

}  // namespace utah10
