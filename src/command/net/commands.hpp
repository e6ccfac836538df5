// The commands on cables, the modelled network and drives; the pace.
//
// A handler takes the parts of the session that it needs, parses the arguments, and calls functions of those parts.
#pragma once

#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;
class Connections;
class Console;
class Debugger;

// attach_commands.cpp
Expected<void> attachCommand(Debugger&, Console&, Connections&, Arguments&);
Expected<void> detachCommand(Debugger&, Console&, Connections&, Arguments&);
// net_commands.cpp
Expected<void> deckCommand(Debugger&, Console&, Connections&, Arguments&);
Expected<void> netCommand(Debugger&, Console&, Connections&, Arguments&);
// network_commands.cpp
Expected<void> paceCommand(Console&, Connections&, Arguments&);
Expected<void> captureCommand(Console&, Connections&, Arguments&);

}  // namespace utah10
