// Saves the whole machine in a snapshot file, and restores it.
#pragma once

#include <string>

#include "utah10/word/error.hpp"

namespace utah10 {

class Console;
class Debugger;

Expected<void> saveSnapshot(Debugger& debugger, Console& console, const std::string& file);
// Restores everything or nothing. `force`: even if the media are not those of the snapshot.
Expected<void> restoreSnapshot(Debugger& debugger, Console& console, const std::string& file, bool force);

}  // namespace utah10
