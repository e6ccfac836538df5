#include "command/debug/stops.hpp"

#include <utility>

#include "command/console/transcript.hpp"
#include "command/debug/run_request.hpp"

namespace utah10 {

Stops::Stops(Debugger& debugger, const Transcript& printed, const RunRequest& request,
             std::optional<VirtualAddress> standing)
    : debugger_(debugger),
      transcript_(printed),
      breakpoints_(request.breakpoints),
      goal_(request.goal),
      standing_(standing) {
  if (!request.condition || request.condition->halt) return;
  condition_ = request.condition;
  condition_->begin(debugger_.cpu());
  printed_ = transcript_.length();
  printedBefore_ = printed_;
}

void Stops::goOn() {
  goalAsked_ = at_.has_value();
  standing_ = std::exchange(at_, std::nullopt);
  by_.reset();
  first_ = true;
}

bool Stops::stopBefore(VirtualAddress pc) {
  const bool first = std::exchange(first_, false);
  const bool begun = std::exchange(started_, true);
  const bool asked = std::exchange(goalAsked_, false);
  if (condition_ && (met_ = holds(!begun))) return true;
  if (goal_ && begun && !asked && (met_ = goal_())) return true;
  if (!breakpoints_ || (first && standing_ == pc)) return false;
  const Breakpoint* b = debugger_.breakpoints().stopsAt(pc, debugger_.cpu());
  if (b == nullptr) return false;
  at_ = pc;
  by_ = b->number;
  return true;
}

// A condition that is true at the start counts only after an instruction: `run until pc = 100` at 100 runs a full loop.
bool Stops::holds(bool first) {
  if (condition_->output.empty()) return !first && condition_->holds(debugger_.cpu());
  if (transcript_.length() == printed_) return false;
  printed_ = transcript_.length();
  return transcript_.find(condition_->output, printedBefore_) != Transcript::npos;
}

}  // namespace utah10
