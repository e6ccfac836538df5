// CONI and CONO of the DDC-10. Private to the devices layer.
#pragma once

#include <cstdint>

namespace utah10::ddc10 {

constexpr std::uint64_t kQueueParity = 0400000000000;
constexpr std::uint64_t kBusy = 0400000;
constexpr std::uint64_t kDone = 0200000;
constexpr std::uint64_t kSequence = 01000;
constexpr std::uint64_t kQueueFull = 0400;
constexpr std::uint64_t kReady = 0200;
constexpr std::uint64_t kSiloParity = 0100;
constexpr std::uint64_t kNonexistent = 040;
constexpr std::uint64_t kCapacity = 020;
constexpr std::uint64_t kHung = 010;
constexpr std::uint64_t kMemoryParity = 04;
constexpr std::uint64_t kOverrun = 02;
constexpr std::uint64_t kChecksum = 01;
constexpr std::uint64_t kErrors = kQueueParity | 01577;

constexpr std::uint32_t kClearInterrupt = 0400000;
constexpr std::uint32_t kClearErrors = 0200000;
constexpr std::uint32_t kExecuteFr = 0100000;
constexpr std::uint32_t kExecuteQueue = 040000;
constexpr std::uint32_t kSelect = 1;

}  // namespace utah10::ddc10
