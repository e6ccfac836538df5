// ASCII and EBCDIC for file transfers: one to one over all 256 codes, so that a file survives the round trip
// unchanged.
//
// Graphics and controls as NETRJS pairs them (RFC 183, RFC 338; docs/sources/netrjs.md 8). The remaining codes are
// paired in ascending order (inferred: NETRJS prints them as `?`, from which a file could not be recovered).
#pragma once

#include <cstdint>

namespace utah10 {

std::uint8_t ebcdicOf(std::uint8_t ascii);
std::uint8_t asciiOf(std::uint8_t ebcdic);

}  // namespace utah10
