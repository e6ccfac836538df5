// Entry points of the run loop for Ka10.
#pragma once

#include "../processor.hpp"

namespace utah10 {

// Runs until p.running is cleared or `budget` instructions are done.
void runPlain(Processor& p, std::uint64_t budget);
void runProbed(Processor& p, std::uint64_t budget);
// EXECUTE: one instruction that did not come from memory.
void runOne(Processor& p, Word36 instruction);
// One step of hardware read-in: DATAI or BLKI on the device, E = 0. True when BLKI's count ran out.
bool readInWord(Processor& p, DeviceCode device, bool first);

}  // namespace utah10
