// Host files written whole or not at all. Errors: `file: what`; what was there before is then untouched.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

// Writes a new file beside `path` and renames it. A link is followed, the permissions of an old file are kept; what is
// not a plain file (a pipe, /dev/null) is written as it stands.
Expected<void> writeFileWhole(const std::filesystem::path& path, std::span<const std::byte> bytes);
Expected<void> writeFileWhole(const std::filesystem::path& path, std::string_view text);
// Whether writeFileWhole() could write `path` now; nothing at `path` is touched. For what takes long before it writes.
Expected<void> checkWritable(const std::filesystem::path& path);

}  // namespace utah10
