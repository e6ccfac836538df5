// Runs and steps, and what is reported when they have ended.
#pragma once

#include <cstdint>
#include <optional>

#include "utah10/word/address.hpp"
#include "utah10/word/virtual_time.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

class Console;
class Debugger;
struct RunOutcome;
struct RunRequest;

void reportRun(Debugger& debugger, Console& console, const RunOutcome& outcome, const RunRequest& request);
void runAndReport(Debugger& debugger, Console& console, const RunRequest& request);
// The START key.
void startAt(Debugger& debugger, Console& console, VirtualAddress address);
// The READ IN key: loads a program from a device and starts it.
void readIn(Debugger& debugger, Console& console, DeviceCode device, Instant until = kNever);
// The XCT key.
void executeOnce(Debugger& debugger, Console& console, Word36 instruction);
// The RESET key.
void resetMachine(Debugger& debugger, Console& console);

// Steps; breakpoints do not stop a step of one instruction.
void stepInstructions(Debugger& debugger, Console& console, std::uint64_t count);
void stepLine(Debugger& debugger, Console& console);
// One instruction, or a call up to its return.
void stepOver(Debugger& debugger, Console& console);
// One memory cycle.
void stepCycle(Debugger& debugger, Console& console);
// Runs until the present routine returns by a POPJ on that stack.
void finishRoutine(Debugger& debugger, Console& console, AcNo stack);
// Runs to an address; `user`: only in that mode.
void runTo(Debugger& debugger, Console& console, VirtualAddress address, std::optional<bool> user);

}  // namespace utah10
