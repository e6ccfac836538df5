// The host files of an experiment, checked before its first machine boots: a run of many machines must not fail in its
// middle because a file is missing.
#pragma once

#include <string_view>

#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

// Whether tape, pack, symbols and `program` (a file in host.programs; empty: none) can be read. The error names the
// first file that cannot.
Expected<void> checkLabFiles(const LabFiles& host, std::string_view program);

}  // namespace utah10
