// Going back as an editor asks for it: by an instruction, by a source line, to the breakpoint before. Private to the
// command layer.
//
// Recorder::interruptedBy() says whether a search, or the way to what it has found, is to end early. Errors: nothing is
// recorded; the machine is then where it was.
#pragma once

#include <cstdint>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

class Debugger;

struct Reversed {
  std::vector<unsigned> stops;  // the breakpoints before whose event the machine stands
  bool atBeginning = false;     // of the recording, because nothing was found
  bool interrupted = false;     // the machine stands at a place behind which there is nothing of the kind
};

Expected<Reversed> backOneInstruction(Debugger& debugger);
// To the beginning of this line, or of the one executed before it in the same context; routines that were called and
// have returned pass.
Expected<Reversed> backOneLine(Debugger& debugger);
// Out of a monitor call that has failed, to the call.
Expected<Reversed> backToProgram(Debugger& debugger);
// To the last event of a breakpoint or watch, before it. Counts are left alone, and those that only print do not stop.
Expected<Reversed> backToBreakpoint(Debugger& debugger);

}  // namespace utah10
