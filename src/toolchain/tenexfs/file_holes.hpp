// Which pages of a file the host's copy of it does not have. Private to tenexfs.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "utah10/word/word36.hpp"

namespace utah10::tenexfs {

// By page of 512 words: true if the page is zeros that nobody has written. That is what lies in a hole of the host
// file, and in an SSAVE file the pages beside its directory that the directory does not name. `words` are those of the
// whole host file, each of the same number of bytes.
std::vector<bool> fileHoles(const std::filesystem::path& host, std::span<const Word36> words);

}  // namespace utah10::tenexfs
