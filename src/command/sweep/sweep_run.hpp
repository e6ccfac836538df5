// Runs the points of a sweep, each in a process of its own. Private to the command layer.
#pragma once

#include <filesystem>

#include "command/host/interruption.hpp"
#include "command/sweep/sweep_database.hpp"
#include "command/sweep/sweep_plan.hpp"

namespace utah10 {

struct SweepRunning {
  std::filesystem::path program;  // utah10 EXPERIMENT OPTIONS --format json --output FILE ...
  unsigned jobs = 0;              // processes side by side; 0: one for each processor
  bool quiet = false;             // no progress messages
  Interruption* interruption = nullptr;
};

// Runs the waiting points and stores the outcome of each. A point that fails does not stop the others. Returns when all
// have run, or after an interruption; what was running then waits again. Error: the database cannot be written.
Expected<void> runSweep(const SweepPlan& plan, SweepDatabase& database, const SweepRunning& how);

// "1:02:03", "2:03".
std::string timeLeftText(double seconds);

}  // namespace utah10
