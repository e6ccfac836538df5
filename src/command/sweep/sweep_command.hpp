// utah10 sweep: runs an experiment over its options. utah10 sweep merge: joins the databases of shards.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command/host/interruption.hpp"
#include "command/sweep/sweep_plan.hpp"

namespace utah10 {

// The report for a browser.
struct SweepPage {
  std::string file{};                // empty: none
  std::vector<std::string> drawn{};  // measurements, as in "transfers.us_per_bit"; empty: the first that vary
};

struct SweepOptions {
  std::string plan;
  std::string output;  // database; empty: that of the plan, or its name with .sqlite
  std::string csv;     // empty: the database's name with .csv
  SweepPage page;
  std::string shard = "1/1";
  unsigned jobs = 0;    // 0: one for each processor
  bool dryRun = false;  // print the points
  bool retry = false;   // run failed points again
  bool quiet = false;   // no progress messages
  Interruption* interruption = nullptr;
};

struct MergeOptions {
  std::string output, csv;
  std::vector<std::string> shards;
  SweepPage page{};
};

// What a sweep needs to know of the program that it is a part of.
struct SweepProgram {
  std::filesystem::path file;
  std::vector<ExperimentCommand> experiments;
  CheckArguments parse;  // whether an experiment's command line is valid
  CheckArguments check;  // and whether everything is there that it needs
};

// Some points failed, or have not been run.
constexpr int kPointsMissing = 3;

// The exit code: 0 if all points of the shard are done, otherwise kPointsMissing; a signal's after an interruption.
Expected<int> sweepCommand(const SweepOptions& options, const SweepProgram& program);
// Returns the same exit codes.
Expected<int> sweepMergeCommand(const MergeOptions& options);

}  // namespace utah10
