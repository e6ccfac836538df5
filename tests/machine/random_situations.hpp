// Random instructions and small random programs, with operands near the values where the behaviour of instructions
// changes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/random.hpp"

namespace utah10::test {

// The initial state of a machine. Addresses 0-17 are accumulators; of two words for one address the later counts.
struct Situation {
  std::uint32_t pc = 0;
  std::uint32_t flags = 0;  // PcFlag bits
  std::vector<std::pair<std::uint32_t, std::uint64_t>> words;
};

Situation randomInstruction(Random& random, std::uint32_t opcode);
Situation randomProgram(Random& random);

}  // namespace utah10::test
