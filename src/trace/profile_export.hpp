// Exports a profile to other programs: KCachegrind, callgrind_annotate, flame graphs. All keep the profile's totals.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "trace/profile_report.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Callgrind's format (Valgrind manual, Callgrind Format Specification), version 1: events `ns` and `instructions`;
// positions are address and source line (0: unknown). The object (ob=) is the mode, with the process if `processes`.
std::string callgrindText(const Profile& profile, const ProfileNames& names, bool processes = false);
// One line per chain of callers, "START;SUB;SUB2 12345": exclusive nanoseconds.
std::string foldedText(const Profile& profile, const ProfileNames& names, bool processes = false);

// Writes a temporary file and renames it. Error::where is the file.
Expected<void> writeCallgrind(const std::filesystem::path& path, const Profile& profile, const ProfileNames& names,
                              bool processes = false);
Expected<void> writeFolded(const std::filesystem::path& path, const Profile& profile, const ProfileNames& names,
                           bool processes = false);

}  // namespace utah10
