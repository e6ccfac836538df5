// Host files on drives.
#pragma once

#include <filesystem>

#include "utah10/devices/media_slot.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Console;
class Debugger;

Expected<void> mount(Console& console, MediaSlot& slot, const std::filesystem::path& file,
                     const AttachOptions& options);
Expected<void> unmount(Console& console, MediaSlot& slot);
void showMedia(Debugger& debugger, Console& console);

}  // namespace utah10
