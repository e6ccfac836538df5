#include "trace/call_chain.hpp"

#include <algorithm>

namespace utah10 {

// The two numbers of a frame that are its listener's hold the place of the call.
void CallChain::entered(CallContext&, CallFrame& frame, CodePlace site) {
  frame.node = site.address;
  frame.edge = site.user ? 1 : 0;
}

std::vector<OpenRoutine> CallChain::routines(PcWord at, ProcessId process, unsigned level) {
  tracker_->standsAt(at);
  std::vector<OpenRoutine> routines;
  const auto& all = tracker_->contexts();
  const auto context = std::ranges::find_if(
      all, [&](const CallContext& c) { return c.level == level && (level != 0 || c.process == process); });
  if (context == all.end()) return routines;
  for (const CallFrame& f : context->stack.frames())
    routines.push_back({f.routine, f.link, f.counted, {f.edge != 0, f.node}});
  std::ranges::reverse(routines);
  return routines;
}

}  // namespace utah10
