// The functions behind the command table, grouped by the file that defines them. Private to the command layer.
#pragma once

#include "command/console/arguments.hpp"
#include "command/prompt/session.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct CoreImage;
struct DatagramSettings;
struct UdpAddress;
struct LoadedSymbols;

// examine.cpp
Expected<void> examineCommand(Session&, Arguments&);
Expected<void> depositCommand(Session&, Arguments&);
// run.cpp
Expected<void> startCommand(Session&, Arguments&);
Expected<void> continueCommand(Session&, Arguments&);
Expected<void> runCommand(Session&, Arguments&);
Expected<void> readInCommand(Session&, Arguments&);
Expected<void> executeCommand(Session&, Arguments&);
Expected<void> resetCommand(Session&, Arguments&);
std::string nextInstruction(Session&);
std::string whyStopped(const RunOutcome&, const RunRequest&, std::string_view reached = {});
// stepping.cpp
Expected<void> stepCommand(Session&, Arguments&);
Expected<void> nextCommand(Session&, Arguments&);
Expected<void> finishCommand(Session&, Arguments&);
Expected<void> untilCommand(Session&, Arguments&);
Expected<void> cycleCommand(Session&, Arguments&);
// breakpoint_commands.cpp
Expected<void> tbreakCommand(Session&, Arguments&);
Expected<void> watchCommand(Session&, Arguments&);
Expected<void> enableCommand(Session&, Arguments&);
Expected<void> disableCommand(Session&, Arguments&);
Expected<void> deleteCommand(Session&, Arguments&);
Expected<void> breakCommand(Session&, Arguments&);
Expected<void> noBreakCommand(Session&, Arguments&);
Expected<void> assertCommand(Session&, Arguments&);
// load.cpp, media_commands.cpp
Expected<void> loadCommand(Session&, Arguments&);
Expected<void> showMedia(Session&);
Expected<std::string> mountMedium(MediaSlot&, const std::filesystem::path&, AttachOptions);
Expected<void> attachCommand(Session&, Arguments&);
Expected<void> detachCommand(Session&, Arguments&);
Expected<void> loadImage(Session&, std::string_view name, const CoreImage&);
// Loads a program with its symbols, from the image or from the .debug file next to it, as `load` and `utah10 run` do.
Expected<void> loadProgramFile(Session&, const std::string& file);
// net_commands.cpp, network_commands.cpp
Expected<void> netCommand(Session&, Arguments&);
Expected<void> deckCommand(Session&, Arguments&);
Expected<void> paceCommand(Session&, Arguments&);
Expected<void> captureCommand(Session&, Arguments&);
// Attach and detach a peer at the end of a cable; test whether a word names a cable.
bool namesCable(Session&, std::string_view word);
Expected<void> attachCable(Session&, Arguments&);
Expected<void> detachCable(Session&, Arguments&);
Expected<void> attachUdp(Session&, const std::string& name, const UdpAddress&, const DatagramSettings&);
// io_trace.cpp
Expected<void> ioTraceCommand(Session&, Arguments&);
// trace_commands.cpp
Expected<void> traceCommand(Session&, Arguments&);
// profile_command.cpp
Expected<void> profileCommand(Session&, Arguments&);
// jsys_commands.cpp
Expected<void> jsysTraceCommand(Session&, Arguments&);
// access_commands.cpp
Expected<void> accessCommand(Session&, Arguments&);
Expected<void> whoCommand(Session&, Arguments&);
Expected<void> coverageCommand(Session&, Arguments&);
// lines.cpp
Expected<void> logCommand(Session&, Arguments&);
Expected<void> hangUpCommand(Session&, Arguments&);
// inject.cpp
Expected<void> injectCommand(Session&, Arguments&);
// switches.cpp
Expected<void> switchesCommand(Session&, Arguments&);
// symbols.cpp
Expected<void> symbolCommand(Session&, Arguments&);
Expected<void> symbolsCommand(Session&, Arguments&);
void takeSymbols(Session&, LoadedSymbols, const std::filesystem::path& file, bool user);
// list.cpp
Expected<void> listCommand(Session&, Arguments&);
Expected<void> evaluateCommand(Session&, Arguments&);
// show.cpp
Expected<void> showCommand(Session&, Arguments&);
// history_report.cpp, counters_report.cpp
Expected<void> historyCommand(Session&, Arguments&);
Expected<void> countersCommand(Session&, Arguments&);
// snapshot_commands.cpp
Expected<void> saveCommand(Session&, Arguments&);
Expected<void> restoreCommand(Session&, Arguments&);
Expected<void> hashCommand(Session&, Arguments&);
// expect.cpp
Expected<void> typeCommand(Session&, Arguments&);
Expected<void> expectCommand(Session&, Arguments&);
// script.cpp
Expected<void> doCommand(Session&, Arguments&);
Expected<void> echoCommand(Session&, Arguments&);
Expected<void> setCommand(Session&, Arguments&);
Expected<void> quitCommand(Session&, Arguments&);
// time_travel.cpp
Expected<void> backCommand(Session&, Arguments&);
Expected<void> forwardCommand(Session&, Arguments&);
Expected<void> timelineCommand(Session&, Arguments&);
Expected<void> setRecord(Session&, Arguments&);
// input_commands.cpp
Expected<void> recordCommand(Session&, Arguments&);
Expected<void> replayCommand(Session&, Arguments&);
// help.cpp
Expected<void> helpCommand(Session&, Arguments&);

}  // namespace utah10
