// CONI and CONO words in the names of their bits, from the devices' own tables.
#pragma once

#include <span>
#include <string>

#include "utah10/machine/io_bus.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

// The bits that are on and the fields that are not zero: "busy, done, PI channel 5"; bits no table names come last, in
// octal: "busy, 4000 without a name". Empty for a word of zeros.
std::string bitNames(Word36 w, std::span<const BitName> bits);

// The table itself, a line a bit or field with its octal value and its bit numbers.
std::string bitTable(std::span<const BitName> bits);

// One transfer: "CONO PTR,000065: binary, start reading, PI channel 5". Skips show what they tested as it was.
std::string ioText(const IoRecord& record, const IoBus& bus);

}  // namespace utah10
