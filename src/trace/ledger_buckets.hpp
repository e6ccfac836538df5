// The ledger's categories: seven dimensions, each of which accounts for all of the elapsed time.
//
// A bucket is a number that combines a dimension and a category in it. Every dimension has one bucket for the time the
// processor was stopped, and one for time in none of its categories.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "utah10/machine/probe.hpp"

namespace utah10 {

enum class LedgerDimension : std::uint8_t { Instruction, Cycle, Pager, Fault, Interrupt, Jsys, Io };
constexpr std::size_t kLedgerDimensions = 7;
using LedgerBucket = std::uint16_t;

namespace ledger {

// By instruction: opcodes below 700, I/O by function, and time outside completed instructions.
constexpr LedgerBucket kInstructions = 0;
constexpr LedgerBucket kInOut = kInstructions + 0700;
constexpr LedgerBucket kInterruptEntry = kInOut + 8;  // the fetch that an interrupt wastes, and the entry to 40+2n
constexpr LedgerBucket kGivenUp = kInterruptEntry + 1;
constexpr LedgerBucket kBetween = kGivenUp + 5;   // before a read-in's first instruction; time no record explains
constexpr LedgerBucket kUnderWay = kBetween + 1;  // an instruction in whose middle the processor is stopped
constexpr LedgerBucket kInstructionStopped = kUnderWay + 1;
// By memory cycle: access and waiting for each kind; processor time without a cycle.
constexpr LedgerBucket kCycles = kInstructionStopped + 1;
constexpr LedgerBucket kProcessor = kCycles + 2 * kCycleKinds;
constexpr LedgerBucket kCycleStopped = kProcessor + 1;
// By pager work. Reloads and their CST updates: 8 chain lengths for monitor space, then for user space.
constexpr LedgerBucket kNoPagerWork = kCycleStopped + 1;
constexpr LedgerBucket kReloads = kNoPagerWork + 1;
constexpr LedgerBucket kCstUpdates = kReloads + 16;
constexpr LedgerBucket kRefused = kCstUpdates + 16;  // a page walk that ended in a trap
constexpr LedgerBucket kTrapStore = kRefused + 1;    // status and datum
constexpr LedgerBucket kBaseLoad = kTrapStore + 1;
constexpr LedgerBucket kAcBaseLoad = kBaseLoad + 1;
constexpr LedgerBucket kClears = kAcBaseLoad + 1;  // for monitor and for user registers; they take no time
constexpr LedgerBucket kModeSwitch = kClears + 2;  // takes no time either
constexpr LedgerBucket kPagerStopped = kModeSwitch + 1;
// By page fault: from the reference to the stored status, by status bits 0-8.
constexpr LedgerBucket kNoFault = kPagerStopped + 1;
constexpr LedgerBucket kFaults = kNoFault + 1;
constexpr LedgerBucket kFaultStopped = kFaults + 512;
// By interrupt level: levels 0 to 7 held, and entry to levels 1 to 7.
constexpr LedgerBucket kLevels = kFaultStopped + 1;
constexpr LedgerBucket kEntries = kLevels + 8;
constexpr LedgerBucket kInterruptStopped = kEntries + 8;
// By innermost monitor call: none open, none open on the current interrupt level, call 0 to 777.
constexpr LedgerBucket kNoCall = kInterruptStopped + 1;
constexpr LedgerBucket kNoCallAtLevel = kNoCall + 1;
constexpr LedgerBucket kCalls = kNoCallAtLevel + 1;
constexpr LedgerBucket kJsysStopped = kCalls + 512;
// By transfer: 8 functions of 128 devices. BLKI and BLKO count as the DATAI and DATAO they perform.
constexpr LedgerBucket kNoTransfer = kJsysStopped + 1;
constexpr LedgerBucket kTransfers = kNoTransfer + 1;
constexpr LedgerBucket kIoStopped = kTransfers + 1024;
constexpr LedgerBucket kBuckets = kIoStopped + 1;

constexpr LedgerBucket bucket(std::size_t first, std::size_t n) { return static_cast<LedgerBucket>(first + n); }
constexpr LedgerBucket access(CycleKind kind) { return bucket(kCycles, 2 * static_cast<std::size_t>(kind)); }
constexpr LedgerBucket waiting(CycleKind kind) { return bucket(kCycles, 2 * static_cast<std::size_t>(kind) + 1); }
constexpr LedgerBucket reload(bool user, unsigned chain) { return bucket(kReloads, (user ? 8u : 0u) + (chain & 7)); }
constexpr LedgerBucket transfer(DeviceCode device, unsigned function) {
  return bucket(kTransfers, 8 * device.index() + function);
}
constexpr bool isTransfer(LedgerBucket b) { return b >= kTransfers && b < kIoStopped; }

}  // namespace ledger

LedgerDimension dimensionOf(LedgerBucket b);
std::string_view dimensionName(LedgerDimension d);  // "instruction"
std::optional<LedgerDimension> findDimension(std::string_view name);

// Names supplied from outside this layer; a missing name is printed in octal.
struct LedgerNames {
  std::function<std::string(DeviceCode)> device;
  std::function<std::string(unsigned)> jsys;
};
// The printed name of a bucket: "MOVE", "reload-user-2", "DATAI ptr". Contains no commas.
std::string bucketName(LedgerBucket b, const LedgerNames& names);
// "fetch", "cst-read".
std::string_view cycleName(CycleKind kind);

}  // namespace utah10
