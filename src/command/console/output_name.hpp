// The name of a host file that a command is to make.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

class Arguments;

// Error: the file exists.
Expected<void> checkIsNew(const std::filesystem::path& file);

// Takes `FILE [replace]`. Without `replace` the file must be new; with it, it may be a regular file. A device, a pipe
// and a link are always refused, since the new file would take their place.
Expected<std::string> takeOutputName(Arguments& arguments, std::string_view usage);

}  // namespace utah10
