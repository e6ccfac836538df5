// Loads programs into the machine's memory.
#pragma once

#include <string>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

class Console;
class Debugger;
struct CoreImage;

// `name` is shown to the user. Error: an address without memory.
Expected<void> loadImage(Debugger& debugger, Console& console, std::string_view name, const CoreImage& image);
// Loads a program with its symbols, from the image or from the .debug file next to it.
Expected<void> loadProgramFile(Debugger& debugger, Console& console, const std::string& file);

}  // namespace utah10
