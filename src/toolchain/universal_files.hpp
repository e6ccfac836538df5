// Universal files, NAME.UNV, in the folders of the host.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// The words of universal `name` from the first folder that has it, in upper or lower case; nothing if none has. Error:
// the file cannot be read.
Expected<std::optional<std::vector<Word36>>> findUniversal(std::span<const std::filesystem::path> folders,
                                                           std::string_view name);

}  // namespace utah10
