// One number for the whole state of a machine: equal hashes mean equal futures.
//
// XXH3-128 over Machine::save() without counters, so that examining, counting and tracing do not affect it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "utah10/machine/machine.hpp"

namespace utah10 {

struct StateHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  std::string text() const;  // 32 hexadecimal digits, as xxhsum prints them
  bool operator==(const StateHash&) const = default;
};

StateHash hashBytes(std::span<const std::byte> bytes);
StateHash stateHash(Machine& machine);

}  // namespace utah10
