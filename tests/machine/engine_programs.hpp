// Random programs that loop, so that the fast engine translates them.
#pragma once

#include "engine_twins.hpp"

namespace utah10::test {

// Virtual addresses; a loop begins at kLoop and jumps back there.
struct LoopProgram {
  static constexpr std::uint32_t kLoop = 0776;  // across a page
  static constexpr std::uint32_t kCalled = 01200;
  static constexpr std::uint32_t kData = 02000;
  static constexpr std::uint32_t kFar = 042000;  // in another box of 16K
  std::vector<std::pair<std::uint32_t, Word36>> words;
  std::vector<Word36> other;  // words that may take the place of others in the loop
  std::uint32_t length = 0;   // of the loop
};

LoopProgram randomLoop(Random& random);

}  // namespace utah10::test
