// What the charged time of a fork is made of, and where it was when it was not charged.
//
// TENEX charges whole milliseconds to whoever is current when the clock is brought up to date (JOBRTT, UCLOCK): the
// fork's own instructions, the page traps it takes, interrupts and the scheduler's passes that hit it. The parts here
// are counted in ns by the same rule, so that their sum differs from what the monitor reports only by the clock's
// grain.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

enum class ChargePart : std::uint8_t {
  User,       // the program's own instructions
  Monitor,    // calls, in the fork's context
  PageTrap,   // from the trap to going on
  Interrupt,  // routines of interrupt levels 1-7 that hit the fork
  Network,    // the scheduler's network pass (1972: packing and unpacking, NETTIK)
  Scheduler   // the rest of the scheduler's passes
};
constexpr std::size_t kChargeParts = 6;
std::string_view nameOf(ChargePart part);    // "user", "monitor", "page trap", ...
std::string_view sourceOf(ChargePart part);  // what is counted for it

struct ChargeSplit {
  std::array<Duration, kChargeParts> parts{};
  std::array<Duration, 8> levels{};  // the interrupts, by level

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

// The calls that move bytes, by number of their JSYS.
constexpr unsigned kBin = 050, kBout = 051, kSin = 052, kSout = 053;

// One measured stretch of a fork: from one reading of its run time (RUNTM, by the fork itself) to the next.
struct ChargedStretch {
  unsigned fork = 0;
  Instant from, to;
  std::uint64_t chargedMs = 0;  // by the two readings
  ChargeSplit split;
  // The sum of what UCLOCK took for it between the readings: chargedMs, or the meter is wrong.
  std::uint64_t takenMs = 0;
  Duration worst{};  // of one such charge: the largest difference to the time that it is for
  // Not charged: waiting for a page, for a test of the monitor's (by its name), runnable while others run.
  Duration pageWait{};
  Duration runnable{};
  std::map<std::string, Duration> waits;
  std::array<std::uint64_t, 512> calls{};   // JSYS n of the program's
  std::uint64_t slowBin = 0, slowBout = 0;  // that the fast call could not do
  std::uint64_t pageTraps = 0;
  std::uint64_t messagesOut = 0, messagesIn = 0;  // regular, of other links than 0, at the IMP interface
  std::uint64_t messageBitsOut = 0, messageBitsIn = 0;

  Duration elapsed() const { return to - from; }
  Duration charged() const { return milliseconds(static_cast<std::int64_t>(chargedMs)); }
  // What the clock's grain makes: charged less the sum of the parts. Each charge is whole ms, off by at most one either
  // way; a fork that always begins to run at the same place between two ticks is off the same way each time.
  Duration grain() const { return charged() - split.sum(); }
  Duration waited() const {
    Duration all = pageWait + runnable;
    for (const auto& [name, d] : waits) all += d;
    return all;
  }
};

// What a job was charged, and what its programs were about when it was not in a measured stretch.
struct JobCharge {
  static constexpr unsigned kProgram = 512;  // their own instructions, not a call
  static constexpr unsigned kUnderWay = 0;   // a call begun before anything was looked at
  std::uint64_t takenMs = 0;                 // by UCLOCK: JOBRT has grown by it
  // Outside of stretches, by number of the JSYS: time charged while a fork was in it, with the page traps, interrupts
  // and scheduler's passes that hit it there; how often it was called.
  std::array<Duration, kProgram + 1> besides{};
  std::array<std::uint64_t, kProgram + 1> calls{};
};

}  // namespace utah10
