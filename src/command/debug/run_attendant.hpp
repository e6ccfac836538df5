// What is served between the slices of a run: terminal callers, network peers, the pace of virtual time. Where a slice
// ends changes no result.
#pragma once

#include <optional>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class RunAttendant {
 public:
  virtual ~RunAttendant() = default;

  // `open`: the run has no end of its own; only an event or the operator ends it.
  virtual void runBegins(bool open) = 0;
  // Longest slice in virtual time; nothing: no need for short ones.
  virtual std::optional<Duration> longestSlice() const = 0;
  virtual void sliceEnded() = 0;
  // Something that runs with the machine has stopped, so the run must end; asked before each slice.
  virtual bool stopAsked() const { return false; }
  // The run goes on after this slice.
  virtual void serve() = 0;
  // stopAsked() has stopped the run, and the machine stands still; true: the run goes on now.
  virtual bool goesOn() { return false; }
};

}  // namespace utah10
