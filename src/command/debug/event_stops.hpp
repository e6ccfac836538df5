// Stops a run at the end of an instruction that caused an event with a breakpoint. Connected to the machine for its
// lifetime. Private to the command layer.
#pragma once

#include <string>
#include <vector>

#include "command/debug/event_matcher.hpp"

namespace utah10 {

class EventStops {
 public:
  explicit EventStops(Debugger& debugger);
  ~EventStops();
  EventStops(const EventStops&) = delete;
  EventStops& operator=(const EventStops&) = delete;

  // The events that stopped the run, one line each, with their breakpoints.
  struct Hit {
    unsigned number = 0;
    std::string text;
  };
  const std::vector<Hit>& hits() const { return hits_; }

 private:
  Debugger& debugger_;
  std::vector<Hit> hits_;
  EventMatcher matcher_;
};

}  // namespace utah10
