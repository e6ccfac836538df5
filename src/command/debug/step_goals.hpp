// Where steps end: requests for runs by instructions, source lines and calls. Private to the command layer.
#pragma once

#include <cstdint>
#include <functional>

#include "command/debug/run_request.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/instruction.hpp"

namespace utah10 {

class Debugger;

// The state, apart from PC, that is the same again when a call, an interrupt or a page trap is over.
struct StepContext {
  bool user = false;
  unsigned level = 0;
  ProcessId process = kNoProcess;
  bool operator==(const StepContext&) const = default;
};
StepContext stepContextOf(const Ka10& cpu);

// Breakpoints do not stop a step of one instruction.
RunRequest instructionStep(std::uint64_t count = 1);
// One instruction, or a call up to its return.
RunRequest overStep(Debugger& debugger);
// Up to a word of another source line.
RunRequest lineStep(Debugger& debugger);
// The same in the context where it begins: interrupts, page traps and what the monitor does for a user pass.
// `calls`: so do the calls of routines.
RunRequest lineStepHere(Debugger& debugger, bool calls);
// Until the present routine returns by a POPJ on that stack.
RunRequest returnStep(Debugger& debugger, AcNo stack);
// Out of the monitor: until the process whose pages are mapped is in its program.
RunRequest programStep(Debugger& debugger);
// To an address; `user`: only in that mode.
RunRequest addressStep(Debugger& debugger, VirtualAddress address, std::optional<bool> user);
// The value of the symbol P, or 17.
AcNo stackPointer(Debugger& debugger);

}  // namespace utah10
