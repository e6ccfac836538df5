// Which packs and drums a snapshot was made with: it holds what was in the machine, not what was on them.
//
// A line a host file, of every slot whose content is not in the state: slot, hash (XXH3-128) of the file, its name,
// with blanks between; an overlay follows its image. Errors: `dsk0: what; hint`.
#pragma once

#include <string>
#include <string_view>

#include "utah10/devices/device_set.hpp"

namespace utah10 {

Expected<std::string> describeMedia(DeviceSet& devices);
// An error if what is mounted now has another content than then. Names may differ.
Expected<void> checkMedia(std::string_view then, DeviceSet& devices);

}  // namespace utah10
