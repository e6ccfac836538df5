// Terminal lines by name, for scripts. Private to the command layer.
#pragma once

#include <string_view>

#include "command/prompt/handlers.hpp"
#include "command/terminals/line_tap.hpp"

namespace utah10 {

// The word has the form of a line's name, such as "tty3"; the line need not exist.
bool looksLikeLine(const Argument& word);
// The script's connection to a line, created if necessary. Errors: no such line; a telnet caller uses it.
Expected<LineTap*> lineTap(Session& session, std::string_view name);

}  // namespace utah10
