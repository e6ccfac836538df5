// Predicts what an instruction leaves in its accumulator and in memory. A wrong prediction is harmless and only costs
// bytes in the file. Part of the file format.
#pragma once

#include <array>

#include "trace/file/record_fields.hpp"

namespace utah10::tracefile {

struct Operation {
  std::uint64_t word = 0;                      // the instruction
  std::uint64_t e = 0;                         // its effective address
  const std::array<std::uint64_t, 3>& memory;  // last words on the bus, latest first
  const Accumulators& ac;                      // before the instruction
};

struct Outcome {
  bool known = false;
  std::uint8_t number = 0;  // the accumulator
  std::uint64_t value = 0;
};

// The accumulator afterwards; unknown if the instruction changes none or would take more than a few lines to predict.
Outcome outcomeOf(const Operation& o);
// The word it stores in memory, given the words read.
std::uint64_t storedWord(const Operation& o);

}  // namespace utah10::tracefile
