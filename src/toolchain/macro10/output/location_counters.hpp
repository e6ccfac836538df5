// The location counters, and the program breaks that they leave behind.
//
// `assembly` gives labels their values, `output` says where words go; PHASE makes them differ.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "toolchain/macro10/value.hpp"

namespace utah10::macro10 {

constexpr std::uint32_t wrapped(std::uint32_t location) { return location & 0777777; }

struct Counter {
  std::uint32_t at = 0;
  unsigned mode = 1;  // 0 absolute, 1 relocatable
};

// The operand of LOC, RELOC and ORG: the mode that the counters get.
enum class CounterMode : std::uint8_t { Absolute, Relocatable, OfValue };

struct LocationCounters {
  Counter assembly;
  Counter output;
  std::array<std::uint32_t, 2> saved{};  // by mode: where LOC and RELOC without an argument continue
  unsigned savedMode = 0;
  std::uint32_t highestAbsolute = 0;
  std::uint32_t high = 0;      // relocatable break
  std::uint32_t highHigh = 0;  // break of the high segment
  std::uint32_t highStart = 0;
  bool segmentSeen = false;  // TWOSEG or HISEG, on this pass

  Value value() const { return {Word36{assembly.at}, Word36{assembly.mode}, -1}; }

  void advance(std::uint32_t words) {
    assembly.at = wrapped(assembly.at + words);
    output.at = wrapped(output.at + words);
  }

  // LOC, RELOC, ORG: both counters move to `to`, or without it to where the mode's counter stopped.
  void moveTo(CounterMode mode, std::optional<Value> to);
  void phase(const Value& v) { assembly = {rightOf(v.word), rightOf(v.reloc) & 1}; }
  void dephase() { assembly = output; }
  // Both counters move to the start of a segment.
  void beginSegment(std::uint32_t origin) { assembly = output = {origin, 1}; }

  // HIGHQ: raises the program breaks to the counter.
  void raiseBreaks();
  // The program ends: a break at the counter becomes the end of the literals.
  void endAt(std::uint32_t literalsEnd);
};

inline void LocationCounters::moveTo(CounterMode mode, std::optional<Value> to) {
  unsigned next = mode == CounterMode::Absolute ? 0 : 1;
  if (mode == CounterMode::OfValue) next = to ? rightOf(to->reloc) & 1 : savedMode;
  const std::uint32_t location = to ? rightOf(to->word) : saved[next];
  saved[output.mode] = output.at;
  savedMode = output.mode;
  assembly = output = {location, next};
}

inline void LocationCounters::raiseBreaks() {
  if (output.mode == 0) {
    highestAbsolute = std::max(highestAbsolute, output.at);
  } else if (highStart != 0 && output.at >= highStart) {
    highHigh = std::max(highHigh, output.at);
  } else {
    high = std::max(high, output.at);
  }
}

inline void LocationCounters::endAt(std::uint32_t literalsEnd) {
  if (output.mode == 0) {
    if (output.at == highestAbsolute) highestAbsolute = literalsEnd;
  } else if (highHigh != 0) {
    if (output.at == highHigh) highHigh = literalsEnd;
  } else if (output.at == high) {
    high = literalsEnd;
  }
}

}  // namespace utah10::macro10
