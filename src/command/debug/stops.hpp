// The watch that is evaluated before each instruction and stops a run at addresses and on conditions. Private to the
// command layer.
#pragma once

#include "command/debug/debugger.hpp"

namespace utah10 {

class Stops final : public Watch {
 public:
  // `standing`: the address at which a breakpoint stopped the run before; it does not stop this one at its beginning.
  Stops(Debugger& debugger, const Transcript& printed, const RunRequest& request,
        std::optional<VirtualAddress> standing);

  bool needed() const { return condition_ || goal_ || (breakpoints_ && debugger_.breakpoints().needWatch()); }
  bool conditionMet() const { return met_; }
  // The number of the breakpoint that stopped the run, and its address.
  const std::optional<unsigned>& stoppedBy() const { return by_; }
  const std::optional<VirtualAddress>& breakpoint() const { return at_; }
  // The run continues from a stop: ignore the breakpoint at the current instruction.
  void goOn();

  bool stopBefore(VirtualAddress pc) override;

 private:
  bool holds(bool first);

  Debugger& debugger_;
  const Transcript& transcript_;
  bool breakpoints_;
  std::optional<StopCondition> condition_;
  std::function<bool()> goal_;
  std::optional<VirtualAddress> standing_;  // address whose breakpoint has already stopped the run
  std::optional<VirtualAddress> at_;
  std::optional<unsigned> by_;
  std::size_t printedBefore_ = 0;
  std::size_t printed_ = 0;
  bool first_ = true;
  bool goalAsked_ = false;  // the goal has been evaluated for the next instruction
  bool started_ = false;    // an instruction has been executed
  bool met_ = false;
};

}  // namespace utah10
