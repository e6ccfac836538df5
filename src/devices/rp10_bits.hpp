// CONI, CONO and DATAI of the RP10. Private to the devices layer.
#pragma once

#include <cstdint>

namespace utah10::rp10 {

constexpr std::uint32_t kControlParity = 010000000;
constexpr std::uint32_t kSectorParity = 04000000;
constexpr std::uint32_t kDataParity = 02000000;
constexpr std::uint32_t kWordParity = 01000000;
constexpr std::uint32_t kParities = 017000000;
constexpr std::uint32_t kSearchDone = 0400000;
constexpr std::uint32_t kEndOfCylinder = 0200000;
constexpr std::uint32_t kPowerFail = 0100000;
constexpr std::uint32_t kSearchError = 0040000;
constexpr std::uint32_t kOverrun = 0020000;
constexpr std::uint32_t kNonexistent = 0010000;
constexpr std::uint32_t kAnyParity = 0004000;
constexpr std::uint32_t kNotReady = 0002000;
constexpr std::uint32_t kIllegalWrite = 0001000;
constexpr std::uint32_t kIllegalDatao = 0000400;
constexpr std::uint32_t kNoSector = 0000200;
constexpr std::uint32_t kNoSurface = 0000100;
constexpr std::uint32_t kReported = 0000040;  // CONI: control word written; CONO: write it
constexpr std::uint32_t kBusy = 0000020;      // CONO: stop
constexpr std::uint32_t kDone = 0000010;      // CONO: clear
constexpr std::uint32_t kClearable = 0175700;
// The bits that a DATAO clears.
constexpr std::uint32_t kFresh = kSearchDone | kEndOfCylinder | kSearchError | kNonexistent | kIllegalWrite |
                                 kIllegalDatao | kNoSector | kNoSurface | kReported | kDone;

// DATAO: continue after these.
constexpr std::uint32_t kPassSectorParity = 04000;
constexpr std::uint32_t kPassWordParity = 01000;

}  // namespace utah10::rp10
