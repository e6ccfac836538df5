// The shape file of a modelled host's file: what the octets alone cannot express (folder_file_store.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "network/servers/file_store.hpp"

namespace utah10 {

// A file of whole octets without records needs no shape file.
bool needsShape(const StoredFile& file);
std::string shapeText(const StoredFile& file);
// Combines the octets with their bit count, byte size and records; nullopt if the text does not describe these octets.
std::optional<StoredFile> shaped(std::string_view text, const BitString& octets);

}  // namespace utah10
