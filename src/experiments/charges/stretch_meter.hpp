// What measures the stretches between a program's readings of its run time (RUNTM), as programs with accounts make
// them. Without the monitor's symbols, RunTimeMeter; with them, ChargeMeter, which also divides the time into parts.
#pragma once

#include <memory>
#include <vector>

#include "experiments/charges/charge_split.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

class Laboratory;

constexpr unsigned kRuntm = 015;          // JSYS number
constexpr std::uint32_t kSelf = 0400000;  // this fork, as an argument of RUNTM

constexpr bool isWrite(CycleKind k) { return k == CycleKind::Write || k == CycleKind::WriteRestart; }

class StretchMeter : public Probe {
 public:
  // Complete stretches, in the order in which they ended.
  const std::vector<ChargedStretch>& stretches() const { return done_; }
  // Charges of the job since the meter was connected; nothing without the monitor's symbols.
  const JobCharge& job() const { return charge_; }

  // An interval in which nothing is measured, so that the machine runs faster: pause() disconnects the meter, resume()
  // connects it again. It may begin when the processes with a stretch under way are dormant, and must end before they go
  // on; it counts as a part of their waits.
  virtual bool dormant() const = 0;
  virtual void pause() = 0;
  virtual void resume() = 0;

 protected:
  // Counts a message of a data link.
  static void count(ChargedStretch& stretch, const MessageRecord& record);
  static bool counts(const MessageRecord& record);

  std::vector<ChargedStretch> done_;
  JobCharge charge_;
};

// The meter for the user of the laboratory whose work is measured, connected to its machine. It must not outlive it.
std::unique_ptr<StretchMeter> meterOf(Laboratory& lab);

}  // namespace utah10
