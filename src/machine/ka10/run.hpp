// Entry points of the run loop for Ka10.
#pragma once

#include "machine/processor.hpp"

namespace utah10 {

// Runs until p.running is cleared or a limit is reached: a number of instructions, or the first boundary between
// instructions at or after an instant.
void runPlain(Processor& p, const RunLimit& limit);
void runProbed(Processor& p, const RunLimit& limit);
// EXECUTE: one instruction that did not come from memory.
void runOne(Processor& p, Instruction instruction);
// One step of hardware read-in: DATAI or BLKI on the device, E = 0. True when BLKI's count ran out.
bool readInWord(Processor& p, DeviceCode device, bool first);

}  // namespace utah10
