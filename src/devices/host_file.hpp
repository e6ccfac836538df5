// Whole host files, for media. Private to the devices layer. `device` begins every message.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "utah10/devices/media_slot.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// All of a regular file; refuses directories, devices, unreadable files and files over `most` bytes.
Expected<std::vector<std::byte>> readHostFile(std::string_view device, const std::filesystem::path& file,
                                              std::size_t most);
// For media that are no disks: an error if `options` asks for copy on write.
Expected<void> refuseOverlay(std::string_view device, const std::filesystem::path& file, const AttachOptions& options);
// Whether replaceHostFile could write there now: a regular file or none, in a folder that takes new files.
Expected<void> checkReplaceable(std::string_view device, const std::filesystem::path& file);
// Writes a new file beside `file` and renames it, so that a failure leaves what was there. A link is followed, the
// permissions of an old file are kept.
Expected<void> replaceHostFile(std::string_view device, const std::filesystem::path& file,
                               std::span<const std::byte> bytes);

}  // namespace utah10
