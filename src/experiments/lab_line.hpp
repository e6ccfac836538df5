// A terminal line of a laboratory with somebody at it, who types what he has been told to when he has read what he
// waits for.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "utah10/devices/terminal_port.hpp"
#include "utah10/machine/ka10.hpp"

namespace utah10 {

// Keys, then what to wait for before the next step may begin, then a time to think.
struct LabStep {
  std::string keys;
  std::string until{};  // nothing: the next step need not wait
  Duration think{};
  std::string otherwise{};  // this will do as well
};

class LabLine {
 public:
  // `cpu` is asked to stop when something waited for has been printed; both outlive the line.
  LabLine(TerminalPort& port, Ka10& cpu);
  LabLine(const LabLine&) = delete;
  LabLine& operator=(const LabLine&) = delete;

  // What is to be done after what is being done. A user who `works` is asked for more when he has done everything.
  void add(LabStep step) { steps_.push_back(std::move(step)); }
  void works(std::function<void(LabLine&)> more) { more_ = std::move(more); }
  // Gives up what is left to do but the step under way.
  void stopWorking();
  bool idle() const { return steps_.empty() && !waiting_; }

  // Types what is due; when there will be something to type again if nothing is printed.
  Instant proceed(Instant now);
  // Everything printed so far, without carriage returns.
  const std::string& printed() const { return printed_; }
  std::size_t steps() const { return done_; }  // that have been done

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
  std::size_t from_ = 0;  // where what is waited for begins at the earliest
  bool waiting_ = false;
  bool heard_ = false;
  Instant due_ = kPowerOn;
  std::size_t done_ = 0;
};

}  // namespace utah10
