// Identifies the packs and drums in use when a snapshot was made; it holds the machine's state, not their contents.
//
// One line per host file, for every slot whose content is not in the state: slot, hash (XXH3-128) of the file, its
// name, separated by blanks; an overlay follows its image. Errors: `dsk0: what; hint`.
#pragma once

#include <string>
#include <string_view>

#include "utah10/devices/device_set.hpp"

namespace utah10 {

Expected<std::string> describeMedia(DeviceSet& devices);
// Gives an error if a mounted file's content differs from that recorded in `then`. Names may differ.
Expected<void> checkMedia(std::string_view then, DeviceSet& devices);

}  // namespace utah10
