// The machine of an experiment as the command line chooses it: a system, and what differs from its file. Private to the
// command layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/laboratory/lab_options.hpp"

namespace utah10 {

struct LabChoice {
  std::string system = "utah72";         // a packaged system, or a system file
  std::optional<unsigned> generation{};  // 72, 131 or 73: of the packaged systems
  std::string monitor{};                 // a variant of the system's monitor; empty: none
  std::optional<unsigned> coreK{};
  std::optional<std::string> memory{};
  std::string memoryAccess{};  // a duration; empty: not chosen
  std::optional<unsigned> interleave{};
  std::optional<unsigned> registers{};
  std::string swapping{};  // drum or disk; empty: not chosen
  std::optional<int> drumTurns{};
  std::optional<std::int64_t> impBitsPerSecond{};
  std::optional<std::string> timing{};
  std::optional<std::string> engine{};
};

// Sets `value` to the duration `text`, unless that is empty: not chosen. Errors name the option.
Expected<void> choose(Duration& value, const std::string& text, const char* option);

// The machine of the chosen system's file, with the choices applied and checked.
Expected<LabOptions> chosenMachine(const LabChoice& choice);

}  // namespace utah10
