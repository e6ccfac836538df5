// A faster way through hot parts of a program than the interpreter, with exactly the same results. Private to the
// machine layer: the run loop asks it before each instruction of a plain run.
#pragma once

#include <memory>

#include "machine/processor.hpp"

namespace utah10 {

class FastEngine {
 public:
  struct Progress {
    Instant now;
    std::uint64_t executed = 0;  // instructions
    bool again = false;          // to be asked after the next instruction, too, even if that does not jump
  };

  FastEngine() = default;
  FastEngine(const FastEngine&) = delete;
  FastEngine& operator=(const FastEngine&) = delete;
  virtual ~FastEngine() = default;
  // Executes instructions from PC on, none that begins at or after `until` and at most `most`; possibly none. What it
  // does not execute is left to the interpreter, from its first memory cycle on.
  virtual Progress proceed(Instant now, Instant until, std::uint64_t most) = 0;
  // Brings Counters::instructions and Counters::cycles up to date; what it has executed since the last time counts.
  virtual void countUp() = 0;
  virtual std::uint64_t executed() const = 0;  // in all
};

// Null if this build has none.
std::unique_ptr<FastEngine> makeTranslator(Processor& p);

}  // namespace utah10
