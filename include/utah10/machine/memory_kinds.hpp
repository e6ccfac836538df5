// The kinds of core memory, and how a machine is put together from boxes of them. Units: words; sizes and bases in
// multiples of 1024.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// Times of one kind of memory, with where they come from.
struct MemoryKind {
  std::string_view name;
  Duration readAccess;   // request to data
  Duration writeAccess;  // request to release of the requester
  Duration cycle;        // request to the next request
  std::string_view source;
};
// MA10, MB10, MD10, ME10, MF10 and "ideal" (never busy, .60/.20: the conditions of the published timing).
std::span<const MemoryKind> memoryKinds();
const MemoryKind* findMemoryKind(std::string_view name);

struct MemoryBoxConfig {
  MemoryKind kind;
  std::uint32_t base = 0;       // first address, multiple of 1024
  std::uint32_t words = 16384;  // multiple of 1024
  // Boxes that share consecutive addresses: box i of n takes the addresses congruent to i modulo n over the union of
  // their ranges. 1 = not interleaved. Interleaved boxes are equal in size and listed one after another.
  std::uint32_t interleave = 1;
  std::uint32_t ports = 4;
};

}  // namespace utah10
