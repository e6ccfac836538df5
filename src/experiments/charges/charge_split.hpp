// The parts of a fork's charged CPU time, and the states in which it was not charged.
//
// TENEX charges whole milliseconds to the fork that is current when the clock is updated (JOBRTT, UCLOCK): the fork's
// own instructions, its page traps, and the interrupts and scheduler passes that occur while it runs. The parts here
// are counted in ns by the same rule, so that their sum differs from the monitor's value only by the clock's grain.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

enum class ChargePart : std::uint8_t {
  User,       // the program's own instructions
  Monitor,    // monitor calls, in the fork's context
  PageTrap,   // from the trap until the fork resumes
  Interrupt,  // interrupt routines on levels 1-7 while the fork runs
  Network,    // the scheduler's network pass (1972: packing and unpacking, NETTIK)
  Scheduler   // other scheduler passes
};
constexpr std::size_t kChargeParts = 6;
std::string_view nameOf(ChargePart part);    // "user", "monitor", "page trap", ...
std::string_view sourceOf(ChargePart part);  // how it is counted

struct ChargeSplit {
  std::array<Duration, kChargeParts> parts{};
  std::array<Duration, 8> levels{};  // interrupt time by level

  Duration operator[](ChargePart p) const { return parts[static_cast<std::size_t>(p)]; }
  Duration& operator[](ChargePart p) { return parts[static_cast<std::size_t>(p)]; }
  Duration sum() const {
    Duration all{};
    for (const Duration d : parts) all += d;
    return all;
  }
  ChargeSplit& operator-=(const ChargeSplit& other) {
    for (std::size_t n = 0; n < kChargeParts; ++n) parts[n] -= other.parts[n];
    for (std::size_t n = 0; n < levels.size(); ++n) levels[n] -= other.levels[n];
    return *this;
  }
  ChargeSplit& operator+=(const ChargeSplit& other) {
    for (std::size_t n = 0; n < kChargeParts; ++n) parts[n] += other.parts[n];
    for (std::size_t n = 0; n < levels.size(); ++n) levels[n] += other.levels[n];
    return *this;
  }
};

// Pages that were read for a fork while it was current. Those for which the scheduler asks, when the fork enters the
// balance set, are nobody's.
struct PageReads {
  std::uint64_t drum = 0, disk = 0;
};

// JSYS numbers of the calls that move bytes.
constexpr unsigned kBin = 050, kBout = 051, kSin = 052, kSout = 053;

// One measured stretch of a fork: from one reading of its run time (RUNTM, by the fork itself) to the next.
struct ChargedStretch {
  unsigned fork = 0;
  Instant from, to;
  std::uint64_t chargedMs = 0;  // difference of the two readings
  // Whether the monitor's symbols were known; if not, parts, waits, slow calls and page traps are not counted.
  bool divided = true;
  ChargeSplit split;
  // Sum of the charges by UCLOCK between the readings; it must equal chargedMs.
  std::uint64_t takenMs = 0;
  Duration worst{};  // largest difference between one such charge and the time it covers
  // Not charged: waiting for a page, for a scheduler test (by its name), runnable while others run.
  Duration pageWait{};
  Duration runnable{};
  std::map<std::string, Duration> waits;
  std::array<std::uint64_t, 512> calls{};   // number of JSYS n by the program
  std::uint64_t slowBin = 0, slowBout = 0;  // calls that left the fast path
  std::uint64_t pageTraps = 0;
  PageReads reads;
  std::bitset<512> pages;  // of the program's address space that were referred to, not as accumulators
  std::uint64_t messagesOut = 0, messagesIn = 0;  // regular messages on links other than 0, at the IMP interface
  std::uint64_t messageBitsOut = 0, messageBitsIn = 0;

  Duration elapsed() const { return to - from; }
  Duration charged() const { return milliseconds(static_cast<std::int64_t>(chargedMs)); }
  // Effect of the clock's grain: charged less the sum of the parts. Each charge is in whole ms, with an error of at
  // most one; for a fork that always starts at the same phase between two ticks, the errors have the same sign.
  Duration grain() const { return charged() - split.sum(); }
  Duration waited() const {
    Duration all = pageWait + runnable;
    for (const auto& [name, d] : waits) all += d;
    return all;
  }
};

// The charges of a job, and their distribution over calls outside the measured stretches.
struct JobCharge {
  static constexpr unsigned kProgram = 512;  // the programs' own instructions, not a call
  static constexpr unsigned kUnderWay = 0;   // a call in progress when the meter was connected
  std::uint64_t takenMs = 0;                 // charged by UCLOCK: the increase of JOBRT
  ChargeSplit split;                         // of that
  std::uint64_t pageTraps = 0;
  PageReads reads;
  // Outside of stretches, by JSYS number: time charged while a fork was in the call, including page traps, interrupts
  // and scheduler passes during it; and the number of calls.
  std::array<Duration, kProgram + 1> besides{};
  std::array<std::uint64_t, kProgram + 1> calls{};
};

}  // namespace utah10
