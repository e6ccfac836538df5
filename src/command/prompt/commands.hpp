// The commands on the program itself.
//
// A handler takes the parts of the session that it needs, parses the arguments, and calls functions of those parts.
#pragma once

#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;
class Console;
class Debugger;
class Session;

// help.cpp
Expected<void> helpCommand(Console&, Arguments&);
// editor_command.cpp
Expected<void> dapCommand(Session&, Arguments&);
// script.cpp
Expected<void> doCommand(Session&, Arguments&);
Expected<void> echoCommand(Console&, Arguments&);
Expected<void> setCommand(Debugger&, Console&, Arguments&);
Expected<void> quitCommand(Session&, Arguments&);

}  // namespace utah10
