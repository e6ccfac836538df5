// A faster way through hot parts of a program than the interpreter, with exactly the same results. Private to the
// machine layer: the run loop asks it before each instruction of a plain run.
#pragma once

#include <memory>

#include "machine/heat_map.hpp"
#include "machine/processor.hpp"

namespace utah10 {

class FastEngine {
 public:
  struct Progress {
    Instant now;
    std::uint64_t executed = 0;  // instructions
    bool again = false;          // to be asked after the next instruction, too, even if that does not jump
  };

  explicit FastEngine(std::size_t words) : heat_(words) {}
  FastEngine(const FastEngine&) = delete;
  FastEngine& operator=(const FastEngine&) = delete;
  virtual ~FastEngine() = default;
  // True if proceed() would execute nothing, which is its usual answer; found without the call. Counts that PC was there.
  bool declines(const Processor& p) {
    if (!mayDecline_) return false;
    const std::uint32_t real = wordAtPc(p);
    return real != kNowhere && !heat_.begins(p.user(), real) && !heat_.hot(p.user(), real);
  }
  // Executes instructions from PC on, none that begins at or after `until` and at most `most`; possibly none. What it
  // does not execute is left to the interpreter, from its first memory cycle on.
  virtual Progress proceed(Instant now, Instant until, std::uint64_t most) = 0;
  // Brings Counters::instructions and Counters::cycles up to date; what it has executed since the last time counts.
  virtual void countUp() = 0;
  virtual std::uint64_t executed() const = 0;  // in all

 protected:
  // Where PC is in core, or kNowhere. Not an optional: the host would put that together in memory, and wait for it.
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  static std::uint32_t wordAtPc(const Processor& p) {
    const WindowEntry& entry = p.window.entry(p.space, PageNo{p.pc >> 9});
    if (!entry.rights.allow(Access::Execute)) return kNowhere;
    const std::uint32_t real = entry.base | (p.pc & 0777);
    return real < p.core.words() ? real : kNowhere;
  }

  HeatMap heat_;
  bool mayDecline_ = false;
};

// Null if this build has none.
std::unique_ptr<FastEngine> makeTranslator(Processor& p);

}  // namespace utah10
