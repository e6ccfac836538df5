// The calls in which a machine is: a probe that follows a run, and at its end tells who called whom.
#pragma once

#include <memory>
#include <vector>

#include "trace/call_tracker.hpp"

namespace utah10 {

// One of the routines that have not returned.
struct OpenRoutine {
  Routine routine;
  Link link = Link::Base;
  bool seen = true;  // the call was seen; otherwise the run began within the routine
  CodePlace site;    // where it was called
};

class CallChain final : public CallListener {
 public:
  CallChain() : tracker_(std::make_unique<CallTracker>(*this)) {}

  Probe& probe() { return *tracker_; }
  // The routines of the context in which the machine stands at `at`, innermost first.
  std::vector<OpenRoutine> routines(PcWord at, ProcessId process, unsigned level);

  void entered(CallContext& context, CallFrame& frame, CodePlace site) override;
  void left(CallContext&, const CallFrame&) override {}
  void spent(CallContext&, CodePlace, Duration, unsigned) override {}

 private:
  std::unique_ptr<CallTracker> tracker_;
};

}  // namespace utah10
