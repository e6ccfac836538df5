// The commands that run, stop, examine and change the machine.
//
// A handler takes the parts of the session that it needs, parses the arguments, and calls functions of those parts.
#pragma once

#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;
class Console;
class Debugger;

// breakpoint_commands.cpp
Expected<void> breakCommand(Debugger&, Console&, Arguments&);
Expected<void> tbreakCommand(Debugger&, Console&, Arguments&);
Expected<void> watchCommand(Debugger&, Console&, Arguments&);
Expected<void> enableCommand(Debugger&, Console&, Arguments&);
Expected<void> disableCommand(Debugger&, Console&, Arguments&);
Expected<void> deleteCommand(Debugger&, Console&, Arguments&);
Expected<void> noBreakCommand(Debugger&, Console&, Arguments&);
Expected<void> assertCommand(Debugger&, Arguments&);
// examine.cpp
Expected<void> examineCommand(Debugger&, Console&, Arguments&);
Expected<void> depositCommand(Debugger&, Arguments&);
Expected<void> disassembleCommand(Debugger&, Console&, Arguments&);
Expected<void> xCommand(Debugger&, Console&, Arguments&);
// inject.cpp
Expected<void> injectCommand(Debugger&, Console&, Arguments&);
// input_commands.cpp
Expected<void> recordCommand(Debugger&, Console&, Arguments&);
Expected<void> replayCommand(Debugger&, Console&, Arguments&);
// list.cpp
Expected<void> listCommand(Debugger&, Console&, Arguments&);
// load.cpp
Expected<void> loadCommand(Debugger&, Console&, Arguments&);
// run_commands.cpp
Expected<void> startCommand(Debugger&, Console&, Arguments&);
Expected<void> continueCommand(Debugger&, Console&, Arguments&);
Expected<void> runCommand(Debugger&, Console&, Arguments&);
Expected<void> readInCommand(Debugger&, Console&, Arguments&);
Expected<void> executeCommand(Debugger&, Console&, Arguments&);
Expected<void> resetCommand(Debugger&, Console&, Arguments&);
Expected<void> stepCommand(Debugger&, Console&, Arguments&);
Expected<void> nextCommand(Debugger&, Console&, Arguments&);
Expected<void> finishCommand(Debugger&, Console&, Arguments&);
Expected<void> untilCommand(Debugger&, Console&, Arguments&);
Expected<void> cycleCommand(Debugger&, Console&, Arguments&);
// snapshot_commands.cpp
Expected<void> saveCommand(Debugger&, Console&, Arguments&);
Expected<void> restoreCommand(Debugger&, Console&, Arguments&);
Expected<void> hashCommand(Debugger&, Console&, Arguments&);
// switches.cpp
Expected<void> switchesCommand(Debugger&, Console&, Arguments&);
// symbol_files.cpp
Expected<void> symbolsCommand(Debugger&, Console&, Arguments&);
Expected<void> symbolCommand(Debugger&, Console&, Arguments&);
Expected<void> evaluateCommand(Debugger&, Console&, Arguments&);
// time_travel_commands.cpp
Expected<void> backCommand(Debugger&, Console&, Arguments&);
Expected<void> forwardCommand(Debugger&, Console&, Arguments&);
Expected<void> timelineCommand(Debugger&, Console&, Arguments&);
Expected<void> setRecord(Debugger&, Console&, Arguments&);
// where.cpp
Expected<void> whereCommand(Debugger&, Console&, Arguments&);

}  // namespace utah10
