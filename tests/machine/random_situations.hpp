// Random instructions and small random programs, with operands near the values where instructions change their nature.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/random.hpp"

namespace utah10::test {

// What a machine is to be given before it runs. The words may be accumulators (addresses 0-17); a later one counts.
struct Situation {
  std::uint32_t pc = 0;
  std::uint32_t flags = 0;  // PcFlag bits
  std::vector<std::pair<std::uint32_t, std::uint64_t>> words;
};

Situation randomInstruction(Random& random, std::uint32_t opcode);
Situation randomProgram(Random& random);

}  // namespace utah10::test
