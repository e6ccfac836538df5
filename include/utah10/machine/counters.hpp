// Exact counts of what the processor did. Always on. Times sum to the virtual time elapsed since the last clear.
#pragma once

#include <array>
#include <cstdint>

#include "utah10/machine/archive.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// Memory references of the processor by kind (SRM, Timing). "Fast" are references to locations 0-17 as memory.
enum class CycleKind : std::uint8_t {
  Fetch,
  Indirect,
  Read,
  Write,
  ReadPause,
  WriteRestart,
  FastFetch,
  FastIndirect,
  FastRead,
  FastWrite,
  // The pager's own cycles.
  MapRead,    // a word of a page table, SPT, MMAP or PSB; 71 and 72
  CstRead,    // a CST word, and
  CstWrite,   // its rewrite: one read-pause-write of its box
  TrapWrite,  // status, then datum
};
constexpr std::size_t kCycleKinds = 14;

// Where time went: executive mode, user mode, interrupt level 1-7 held, processor stopped.
constexpr std::size_t kTimeExec = 0;
constexpr std::size_t kTimeUser = 8;
constexpr std::size_t kTimeStopped = 9;
constexpr std::size_t kTimeModes = 10;  // 1-7 are the PI levels

// The work of the pager. Chains are counted in table words: a map word alone is 1, after an SPT word 2, through one
// indirect pointer 3 or 4, through two 5 or 6.
struct PagerCounters {
  static constexpr std::size_t kChains = 7;  // 1 to 6
  struct Reloads {
    std::uint64_t number = 0;
    Duration time{};
  };
  std::array<std::array<Reloads, kChains>, 2> reloads{};  // [0 monitor, 1 user space][chain]
  std::array<std::uint64_t, 512> faults{};                // by bits 0-8 of the status word: group and causes
  Duration faultTime{};                                   // from the reference to the stored status
  std::uint64_t bases = 0;                                // words 71 and 72 loaded: another process
  std::array<std::uint64_t, 2> clears{};                  // CONO 24,1 and 24,3
};

struct Counters {
  std::array<std::array<std::uint64_t, 512>, 2> instructions{};    // [user mode][opcode]
  std::array<std::array<std::uint64_t, 8>, 128> io{};              // [device][function]
  std::array<std::array<std::uint64_t, kCycleKinds>, 2> cycles{};  // [user mode][CycleKind]
  std::array<std::uint64_t, 8> interrupts{};                       // accepted, by level
  std::array<std::array<std::uint64_t, 512>, 2> jsys{};            // [user mode][number]: JSYS through the vector
  PagerCounters pager;
  std::array<Duration, kTimeModes> time{};  // by kTime...
  Duration memoryWait{};                    // waiting for busy boxes, part of the above
  Instant since = kPowerOn;                 // of the last clear

  std::uint64_t totalInstructions() const;
  std::uint64_t totalCycles() const;
  Duration totalTime() const;

  void state(Archive& a);
};

}  // namespace utah10
