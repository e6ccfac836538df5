// Reads whole host files. Errors: `file: what; hint`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "utah10/toolchain/word_file.hpp"
#include "utah10/word/error.hpp"
#include "word/sparse_file.hpp"

namespace utah10 {

// No 256K-word program is larger, in any packing, including room for comments in text.
inline constexpr std::size_t kLargestInputFile = std::size_t{32} << 20;

// The size of a regular file of at most `largest` bytes.
Expected<std::size_t> inputFileSize(const std::filesystem::path& path, std::size_t largest);
// Regular files only.
Expected<std::vector<std::byte>> readFileWhole(const std::filesystem::path& path,
                                               std::size_t largest = kLargestInputFile);
// The same in pieces, in order: only the parts that hold something other than zeros.
Expected<void> readFileData(const std::filesystem::path& path, std::size_t largest,
                            const std::function<void(FilePiece)>& take);
// As words; without a packing, in the most likely one.
Expected<WordFile> readWordFile(const std::filesystem::path& path, std::optional<Packing> packing = {});

}  // namespace utah10
