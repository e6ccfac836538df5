// A terminal line of a laboratory with a simulated user, who types the next step when the expected text has been
// printed.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "experiments/laboratory/lab_step.hpp"
#include "utah10/devices/terminal_port.hpp"
#include "utah10/machine/ka10.hpp"

namespace utah10 {

class LabLine {
 public:
  // Requests a stop of `cpu` when an awaited text has been printed. Both must outlive the line.
  LabLine(TerminalPort& port, Ka10& cpu);
  LabLine(const LabLine&) = delete;
  LabLine& operator=(const LabLine&) = delete;

  // add() queues a step behind the current ones. The callback of works() supplies more steps when the queue is empty.
  void add(LabStep step) { steps_.push_back(std::move(step)); }
  void works(std::function<void(LabLine&)> more) { more_ = std::move(more); }
  // Drops all steps except the current one.
  void stopWorking();
  bool idle() const { return steps_.empty() && !waiting_; }
  // When the user has thought about what was printed last.
  Instant ready() const { return due_; }

  // Types the keys that are due; returns the time of the next ones, assuming no output in between.
  Instant proceed(Instant now);
  // Everything printed so far, without carriage returns.
  const std::string& printed() const { return printed_; }
  std::size_t steps() const { return done_; }  // number of finished steps

 private:
  void print(char c);
  bool hears(std::string_view text) const;

  TerminalPort& port_;
  Ka10& cpu_;
  std::deque<LabStep> steps_;
  std::function<void(LabLine&)> more_;
  std::string printed_;
  std::string until_, otherwise_;
  Duration think_{};
  std::size_t from_ = 0;  // earliest position of the awaited text
  bool waiting_ = false;
  bool heard_ = false;
  Instant due_ = kPowerOn;
  std::size_t done_ = 0;
};

}  // namespace utah10
