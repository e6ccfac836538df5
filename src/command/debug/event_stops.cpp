#include "command/debug/event_stops.hpp"

#include "command/debug/debugger.hpp"

namespace utah10 {

EventStops::EventStops(Debugger& debugger)
    : debugger_(debugger), matcher_(debugger, [this](Breakpoint& b, const std::function<std::string()>& text) {
        if (!b.passes(debugger_.cpu())) return;
        hits_.push_back({b.number, text()});
        debugger_.cpu().requestStop();
      }) {
  debugger_.cpu().connect(matcher_);
}

EventStops::~EventStops() { debugger_.cpu().disconnect(matcher_); }

}  // namespace utah10
