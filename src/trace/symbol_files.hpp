// Symbols and source lines from host files: what link10 leaves for debuggers, an image's own table, or a list.
//
// Which of them a file is shows by its content. In a debug file the assembler says what is a label; in a DDT table and
// in a list a symbol is taken for a label if its value is an address above 17 (and, in an image, of a loaded word).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "toolchain/debug_file.hpp"
#include "trace/symbols.hpp"
#include "utah10/toolchain/core_image.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct LoadedSymbols {
  SymbolMap map;
  std::string source;        // "pi.debug", "its own table"
  std::string text() const;  // `pi.debug: 120. symbols, 403. source lines`
};

SymbolMap symbolMapOf(const DebugFile& file);

// Errors: what the file cannot be read for; an image that has no table of symbols.
Expected<LoadedSymbols> loadSymbols(const std::filesystem::path& path);

// For an image just read from `path`: those of X.debug beside X.sav, else the image's own; nothing if there are
// neither. A debug file that is older than the image all the same counts; one that is damaged is an error.
Expected<std::optional<LoadedSymbols>> symbolsFor(const std::filesystem::path& path, const CoreImage& image);

}  // namespace utah10
