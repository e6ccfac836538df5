// System files for experiments: the packaged ones by their names, utah72, utah131 and utah73, and those of the user. Private to
// the command layer.
#pragma once

#include <string>

#include "command/machine_file/machine_file.hpp"
#include "experiments/laboratory/lab_system.hpp"

namespace utah10 {

// `name`: of a packaged system, or a path. Error: the file describes no system, or no network with UCLA-CCN.
Expected<LabSystem> loadLabSystem(const std::string& name);
// The system that a machine file describes; `name` is the file's, for errors.
Expected<LabSystem> labSystemOf(const MachineDescription& description, const std::string& name);

// A dialogue as the steps of a simulated user.
LabSteps stepsOf(const Dialogue& dialogue);

// Whether the files of the system can be read, before the first of many machines starts.
// `remedy`: what to do if one is missing.
Expected<void> checkSystemFiles(const LabSystem& system, const std::string& remedy);

}  // namespace utah10
