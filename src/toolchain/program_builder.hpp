// A program from its files in one step, as LOAD and EXECUTE commands of the time did: sources are assembled; what comes
// out and relocatable files are linked, all in memory.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/debug_file.hpp"
#include "utah10/toolchain/core_image.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct BuiltProgram {
  std::vector<std::string> messages;  // of assembler and linker: errors and warnings, one line each
  std::optional<CoreImage> image;     // nothing if there are errors
  DebugFile debug{};                  // symbols, and the source lines of what was assembled
};

// `files`: sources, of which A+B is one program; relocatable files, X.rel; or a single image, X.sav or X.exe, which is
// read. `universals`: folders that are searched for universal files, after those that the sources themselves make.
// Error: a file cannot be read.
Expected<BuiltProgram> buildProgram(const std::vector<std::string>& files,
                                    const std::vector<std::filesystem::path>& universals);

}  // namespace utah10
