// Whole host files, for media. Private to the devices layer.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

// All of a regular file; refuses directories, unreadable files and files over `most` bytes. `device` begins the
// message.
Expected<std::vector<std::byte>> readHostFile(std::string_view device, const std::filesystem::path& file,
                                              std::size_t most);
// Writes beside the file and renames, so that a failure leaves what was there.
Expected<void> replaceHostFile(std::string_view device, const std::filesystem::path& file,
                               std::span<const std::byte> bytes);

}  // namespace utah10
