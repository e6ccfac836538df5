// Describes CONI and CONO words by the names of their bits, from the devices' own tables.
#pragma once

#include <span>
#include <string>

#include "utah10/machine/io_bus.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

// The bits that are on and the fields that are not zero: "busy, done, PI channel 5"; unnamed bits come last, in octal:
// "busy, unnamed bits 4000". Empty for a word of zeros.
std::string bitNames(Word36 w, std::span<const BitName> bits);

// The table itself, one bit or field per line with its octal value and its bit numbers.
std::string bitTable(std::span<const BitName> bits);

// One transfer: "CONO PTR,000065: binary, start reading, PI channel 5". For skips, the word they tested.
std::string ioText(const IoRecord& record, const IoBus& bus);

}  // namespace utah10
