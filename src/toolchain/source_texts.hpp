// Source files of MACRO-10 as they are named on a command line.
#pragma once

#include <string>
#include <vector>

#include "utah10/toolchain/assembler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// A+B C: three files. A name that exists as it stands is one file, plus signs or not.
std::vector<std::string> sourceNames(const std::vector<std::string>& arguments);
// Error: one cannot be read.
Expected<std::vector<SourceText>> readSources(const std::vector<std::string>& names);

}  // namespace utah10
