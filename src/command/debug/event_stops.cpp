#include "command/debug/event_stops.hpp"

#include "command/debug/debugger.hpp"

namespace utah10 {

EventStops::EventStops(Debugger& debugger)
    : debugger_(debugger), matcher_(debugger, [this](Breakpoint& b, const std::function<std::string()>& text) {
        if (!b.passes(debugger_.cpu())) return;
        hits_.push_back({b.number, text()});
        debugger_.cpu().requestStop();
      }) {
  auto& before = debugger_.callsUnderWay;
  if (matcher_.calls() != nullptr && before && before->at == debugger_.machine().now())
    *matcher_.calls() = std::move(before->calls);
  before.reset();
  debugger_.cpu().connect(matcher_);
}

EventStops::~EventStops() {
  debugger_.cpu().disconnect(matcher_);
  if (matcher_.calls() != nullptr) debugger_.callsUnderWay = {std::move(*matcher_.calls()), debugger_.machine().now()};
}

}  // namespace utah10
