// Whole host files, for media. Private to the devices layer. `device` begins every message.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "utah10/devices/media_slot.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Reads all of a regular file; refuses directories, devices, unreadable files and files over `most` bytes.
Expected<std::vector<std::byte>> readHostFile(std::string_view device, const std::filesystem::path& file,
                                              std::size_t most);
// For media other than disks: an error if `options` requests copy on write.
Expected<void> refuseOverlay(std::string_view device, const std::filesystem::path& file, const AttachOptions& options);
// Whether replaceHostFile could write there now: a regular file or none, in a folder that accepts new files.
Expected<void> checkReplaceable(std::string_view device, const std::filesystem::path& file);
// Writes a new file next to `file` and renames it, so that a failure leaves the old one. A link is followed, and the
// permissions of an old file are kept.
Expected<void> replaceHostFile(std::string_view device, const std::filesystem::path& file,
                               std::span<const std::byte> bytes);

}  // namespace utah10
