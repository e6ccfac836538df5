// A file of TENEX on a magnetic tape, as the program TAPE of <SUBSYS> writes and reads it (roms/tape/README.md): a
// label of four words (TAPE10 in SIXBIT, byte size, number of bytes, 0), records of a page, a tape mark. A word is five
// frames. Private to the command layer.
#pragma once

#include <filesystem>

#include "utah10/toolchain/tenex_pack.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Makes a tape in SIMH's format.
Expected<void> writeTapeFile(const std::filesystem::path& tape, const FileContents& contents);
// Reads the first file. Errors: no such label; fewer words than the label says.
Expected<FileContents> readTapeFile(const std::filesystem::path& tape);

}  // namespace utah10
