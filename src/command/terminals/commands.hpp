// The commands on the console and the terminal lines of the guest, for scripts and for moving files.
//
// A handler takes the parts of the session that it needs, parses the arguments, and calls functions of those parts.
#pragma once

#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;
class Console;
class Debugger;
class TerminalLines;

// line_commands.cpp
Expected<void> typeCommand(Debugger&, TerminalLines&, Arguments&);
Expected<void> expectCommand(Debugger&, Console&, TerminalLines&, Arguments&);
Expected<void> logCommand(Console&, TerminalLines&, Arguments&);
Expected<void> hangUpCommand(TerminalLines&, Arguments&);

// carry_commands.cpp
Expected<void> putCommand(Debugger&, Console&, TerminalLines&, Arguments&);
Expected<void> getCommand(Debugger&, Console&, TerminalLines&, Arguments&);

}  // namespace utah10
