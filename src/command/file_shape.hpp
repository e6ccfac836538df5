// The description beside a file of a modelled host: what its octets cannot say (folder_file_store.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "network/servers/file_store.hpp"

namespace utah10 {

// Whole octets without records need none.
bool needsShape(const StoredFile& file);
std::string shapeText(const StoredFile& file);
// Gives the octets their bits, byte size and records; nullopt if the text is no description of these octets.
std::optional<StoredFile> shaped(std::string_view text, const BitString& octets);

}  // namespace utah10
