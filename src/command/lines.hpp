// Terminal lines by name, for scripts. Private to the command layer.
#pragma once

#include <string_view>

#include "command/handlers.hpp"
#include "command/line_tap.hpp"

namespace utah10 {

// "tty3": the name of a line, whether there is one or not.
bool looksLikeLine(const Argument& word);
// The script's end of a line, made if need be. Refused: no such line; somebody is at it by telnet.
Expected<LineTap*> lineTap(Session& session, std::string_view name);

}  // namespace utah10
