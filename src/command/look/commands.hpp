// The commands that show and measure what the machine does.
//
// A handler takes the parts of the session that it needs, parses the arguments, and calls functions of those parts.
#pragma once

#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;
class Connections;
class Console;
class Debugger;
class Probes;

// access_commands.cpp
Expected<void> accessCommand(Debugger&, Console&, Probes&, Arguments&);
Expected<void> whoCommand(Debugger&, Console&, Probes&, Arguments&);
Expected<void> coverageCommand(Debugger&, Console&, Probes&, Arguments&);
// counters_report.cpp
Expected<void> countersCommand(Debugger&, Console&, Probes&, Arguments&);
// history_report.cpp
Expected<void> historyCommand(Debugger&, Console&, Arguments&);
// info.cpp
Expected<void> infoCommand(Debugger&, Console&, Connections&, Arguments&);
// io_trace_command.cpp
Expected<void> ioTraceCommand(Debugger&, Probes&, Arguments&);
// jsys_commands.cpp
Expected<void> jsysTraceCommand(Debugger&, Console&, Probes&, Arguments&);
// ledger_commands.cpp: subcommands of counters
Expected<void> countersOn(Debugger&, Console&, Probes&, Arguments&);
Expected<void> countersOff(Probes&, Arguments&);
Expected<void> countersTime(Debugger&, Console&, Probes&, Arguments&);
Expected<void> countersEvery(Debugger&, Console&, Probes&, Arguments&);
// profile_command.cpp
Expected<void> profileCommand(Debugger&, Console&, Probes&, Arguments&);
// show.cpp
Expected<void> showCommand(Debugger&, Console&, Connections&, Arguments&);
// trace_commands.cpp
Expected<void> traceCommand(Console&, Probes&, Arguments&);

}  // namespace utah10
