// Symbols and source lines from host files: link10's debug files, an image's own table, or a list.
//
// The kind of file is detected by content. A debug file records which symbols are labels; in a DDT table and in a list,
// a symbol counts as a label if its value is an address above 17 (and, in an image, that of a loaded word).
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

// Errors: why the file cannot be read; an image without a symbol table.
Expected<LoadedSymbols> loadSymbols(const std::filesystem::path& path);

// Symbols for an image just read from `path`: from X.debug if it exists with X.sav, else the image's own; empty if
// there are neither. A debug file older than the image is still used; a damaged one is an error. An image's own table
// that is not all in the image is none; `note` then says so.
Expected<std::optional<LoadedSymbols>> symbolsFor(const std::filesystem::path& path, const CoreImage& image,
                                                  std::string& note);

}  // namespace utah10
