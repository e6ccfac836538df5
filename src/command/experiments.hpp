// The sub-commands that make experiments, and their options. Private to the command layer.
#pragma once

#include <string>

#include "utah10/experiments/rfc392.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct ReportOptions {
  std::string format = "text";  // text, csv or json
  std::string output;           // file; standard output if empty
  bool quiet = false;           // no progress
};

struct Rfc392Options {
  Rfc392Settings settings;
  std::string memoryAccess;  // a duration
  std::string swapping = "drum";
  bool quickRows = false;
  bool range = false;
  ReportOptions report;
};

// utah10 rfc392. The exit code: 0 if every transfer arrived whole.
Expected<int> rfc392Command(const Rfc392Options& options);

}  // namespace utah10
