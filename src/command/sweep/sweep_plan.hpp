// The plan of a sweep: an experiment, and the options of each of its runs. Private to the command layer.
//
//   experiment = "rfc392"
//   repeats = 3                          # of each point, with seeds 1, 2, 3
//   time_limit = "600s"                  # host time of a run
//   output = "core.sqlite"               # relative to the plan's folder
//   [fixed]
//   quick = true
//   [vary]
//   core = [96, 128, 256]                # a list, or a range:
//   drum-turns = {from = 20, to = 60, step = 20}
//   imp-rate = {from = 10000, to = 1000000, count = 5, scale = "log"}
//   memory-access = {from = 500, to = 900, unit = "ns"}   # in samples only
//   [sample]
//   kind = "latin-hypercube"             # or "random"; "grid" without this table
//   points = 200
//   seed = 1
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

// An experiment as its command line declares it.
struct ExperimentCommand {
  struct Option {
    std::string name;  // without dashes
    bool flag = false;
  };
  std::string name;
  std::vector<Option> options;
  const Option* find(std::string_view option) const;
};

struct SweepSetting {
  std::string option;  // without dashes
  std::string value;   // of a flag: "true" or "false"
  std::string place;   // in the plan, for errors
  bool flag = false;
};

struct SweepPoint {
  unsigned number = 0;  // from 1
  std::vector<SweepSetting> settings;

  std::vector<std::string> arguments() const;  // "--core", "96", "--quick"
  std::string text() const;                    // "core=96 quick=true"
};

struct SweepPlan {
  std::filesystem::path file;
  std::string text;  // of the file
  std::string experiment;
  std::vector<SweepPoint> points;
  std::optional<std::chrono::nanoseconds> timeLimit;  // of the host's time, for a run
  std::filesystem::path output;                       // the database, if the plan names one
};

// Says what is wrong with a command line, without the program's name.
using CheckArguments = std::function<Expected<void>(const std::vector<std::string>&)>;

// `parse` checks an option and its value. Errors: FILE(LINE,COLUMN).
Expected<SweepPlan> readSweepPlan(const std::filesystem::path& file, const std::vector<ExperimentCommand>& experiments,
                                  const CheckArguments& parse);

}  // namespace utah10
