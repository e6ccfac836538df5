// Machine options of experiments that are given as text. Private to the command layer.
#pragma once

#include <string>

#include "experiments/laboratory/lab_options.hpp"

namespace utah10 {

// Applies them to the machine and checks it. `memoryAccess`: a duration, or empty; `swapping`: drum or disk.
Expected<void> chooseMachine(LabOptions& machine, const std::string& memoryAccess, const std::string& swapping);

}  // namespace utah10
