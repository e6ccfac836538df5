// Writes host files completely or not at all. Errors: `file: what`; the old contents are then untouched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "utah10/word/error.hpp"
#include "word/sparse_file.hpp"

namespace utah10 {

// Writes a temporary file in the same directory and renames it to `path`. Links are followed and the permissions of an
// old file are kept. Anything but a regular file (a pipe, /dev/null) is written directly.
Expected<void> writeFileWhole(const std::filesystem::path& path, std::span<const std::byte> bytes);
Expected<void> writeFileWhole(const std::filesystem::path& path, std::string_view text);
// The same for a file of `size` bytes, the pieces, in order, with holes between and after them.
Expected<void> writeFileSparse(const std::filesystem::path& path, std::uint64_t size,
                               std::span<const FilePiece> pieces);
// Whether writeFileWhole() could write `path` now; nothing at `path` is touched. For what takes long before it writes.
Expected<void> checkWritable(const std::filesystem::path& path);

}  // namespace utah10
