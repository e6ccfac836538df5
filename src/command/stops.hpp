// What makes a run stop: the watch that is asked before each instruction, for addresses and conditions. Private to the
// command layer.
#pragma once

#include "command/session.hpp"

namespace utah10 {

class Stops final : public Watch {
 public:
  Stops(Session& session, const RunRequest& request);

  bool needed() const { return condition_ || goal_ || (breakpoints_ && s_.breakpoints().needWatch()); }
  bool conditionMet() const { return met_; }
  // The one it stopped at; its number, and where.
  const std::optional<unsigned>& stoppedBy() const { return by_; }
  const std::optional<VirtualAddress>& breakpoint() const { return at_; }
  // The run goes on from a stop: the instruction there is passed over.
  void goOn();

  bool stopBefore(VirtualAddress pc) override;

 private:
  bool holds(bool first);

  Session& s_;
  bool breakpoints_;
  std::optional<StopCondition> condition_;
  std::function<bool()> goal_;
  std::optional<VirtualAddress> standing_;  // before an instruction whose breakpoint has been obeyed
  std::optional<VirtualAddress> at_;
  std::optional<unsigned> by_;
  std::size_t printedBefore_ = 0;
  std::size_t printed_ = 0;
  bool first_ = true;
  bool goalAsked_ = false;  // at the instruction that comes next
  bool started_ = false;    // an instruction has been executed
  bool met_ = false;
};

}  // namespace utah10
