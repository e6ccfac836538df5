// The date with which a system begins. Private to the command layer.
//
// A machine file gives a fixed one, so that equal runs see equal dates. A pack that is kept goes on where it was left,
// and never goes back, since its files would then lie in the future.
#pragma once

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "utah10/devices/device_config.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// The newest date on the pack: of a file that was made, written or read, or of a login. Nothing: it has none, or it
// is not a pack that can be read. A write that was cut short is finished first.
std::optional<DayAndSecond> dateOfPack(const std::filesystem::path& pack);

// `wanted`: "pack", "host", "4-NOV-72", "4-NOV-72 18:30", "1972-11-04 18:30:00"; Greenwich. "pack" is `left`, but not
// before `otherwise`. "host" is the day and time of `host` in 1972, or, if the pack was left later, in the first year
// after it. Errors: not a date; a date before `left`.
Expected<DayAndSecond> bootDate(std::string_view wanted, DayAndSecond otherwise, std::optional<DayAndSecond> left,
                                std::time_t host);

}  // namespace utah10
