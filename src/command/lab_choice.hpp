// Options of experiments that stand as text on the command line. Private to the command layer.
#pragma once

#include <string>

#include "experiments/lab_options.hpp"

namespace utah10 {

// Puts them into the machine, and checks all of it. `memoryAccess`: a duration, or nothing; `swapping`: drum or disk.
Expected<void> chooseMachine(LabOptions& machine, const std::string& memoryAccess, const std::string& swapping);

}  // namespace utah10
