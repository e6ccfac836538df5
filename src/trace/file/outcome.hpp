// What an instruction would leave in its accumulator and in memory, as far as a few lines can say: a guess for the
// coder, which may be wrong and only costs bytes then. Part of the file format.
#pragma once

#include <array>

#include "trace/file/record_fields.hpp"

namespace utah10::tracefile {

struct Operation {
  std::uint64_t word = 0;                      // the instruction
  std::uint64_t e = 0;                         // its effective address
  const std::array<std::uint64_t, 3>& memory;  // last words on the bus, latest first
  const Accumulators& ac;                      // before it
};

struct Outcome {
  bool known = false;
  std::uint8_t number = 0;  // accumulator
  std::uint64_t value = 0;
};

// The accumulator after it; not known where it changes none, or would take more than a few lines.
Outcome outcomeOf(const Operation& o);
// The word it stores in memory, given what has been read.
std::uint64_t storedWord(const Operation& o);

}  // namespace utah10::tracefile
