// The sub-commands that make experiments, and their options. Private to the command layer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/rfc392.hpp"
#include "experiments/rfc415.hpp"
#include "experiments/rfc557.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct ReportOptions {
  std::string format = "text";  // text, csv or json
  std::string output;           // file; standard output if empty
  bool quiet = false;           // no progress
};

// Of the bits, when an experiment is to be quick.
constexpr std::uint64_t kQuickPart = 10;

// What every experiment is asked for; its settings have the machine.
template <class Settings>
struct ExperimentOptions {
  Settings settings;
  std::string memoryAccess;  // a duration
  std::string swapping = "drum";
  bool quick = false;  // less of it: fewer transfers, or a tenth of the bits
  ReportOptions report;
};
using Rfc415Options = ExperimentOptions<Rfc415Settings>;
using Rfc557Options = ExperimentOptions<Rfc557Settings>;
struct Rfc392Options : ExperimentOptions<Rfc392Settings> {
  std::vector<std::string> only;  // names of rows; all if empty
  bool range = false;             // over machines and programs
};

struct RjsOptions {
  LabOptions machine;
  std::string program = "RJS";
  std::string deck;                   // host file
  std::string folder = "utah10-rjs";  // what CCN has read and not yet given back: JOB.deck, then JOB.listing
  ReportOptions report;
};

// utah10 rjs send: a deck of the user's goes to CCN, which keeps it in the folder. utah10 rjs fetch: the listing of
// each deck there comes back.
Expected<int> rjsSendCommand(const RjsOptions& options);
Expected<int> rjsFetchCommand(const RjsOptions& options);

// utah10 rfc392. The exit code: 0 if every transfer arrived whole.
Expected<int> rfc392Command(const Rfc392Options& options);
// utah10 rfc415, utah10 rfc557: the same.
Expected<int> rfc415Command(const Rfc415Options& options);
Expected<int> rfc557Command(const Rfc557Options& options);

}  // namespace utah10
