// The symbols and source lines of programs.
#pragma once

#include <filesystem>
#include <string_view>

#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

class Console;
class Debugger;
struct LoadedSymbols;

// Replaces the symbols of exec space or of user space, and looks for sources in the file's folder.
void takeSymbols(Debugger& debugger, Console& console, LoadedSymbols loaded, const std::filesystem::path& file,
                 bool user);
Expected<void> loadSymbolFile(Debugger& debugger, Console& console, const std::filesystem::path& file, bool user);
// The same of the monitor that is booted: its names are not those of user space.
Expected<void> loadMonitorSymbols(Debugger& debugger, Console& console, const std::filesystem::path& file);
// A label if the value is an address beyond the accumulators.
void defineSymbol(Debugger& debugger, std::string_view name, Word36 value);

}  // namespace utah10
