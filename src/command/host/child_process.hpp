// A program that this one runs and waits for. Private to the command layer.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

struct ChildRequest {
  std::filesystem::path program;
  std::vector<std::string> arguments;    // without the program's name
  std::filesystem::path output, errors;  // files for standard output and standard error; standard input is empty
  std::optional<std::chrono::nanoseconds> limit;
  int stop = -1;  // a descriptor: readable when the child is to be stopped
};

struct ChildEnd {
  int exitCode = 0;                    // 128 + the signal that ended it
  bool late = false, stopped = false;  // ended by us: at the limit, or because `stop` became readable
  double seconds = 0, cpuSeconds = 0;
};

// Runs it to its end. At the limit or at a stop it is sent SIGTERM and, if it goes on, SIGKILL. It is sent SIGTERM as
// well if this process dies.
Expected<ChildEnd> runChild(const ChildRequest& request);

}  // namespace utah10
