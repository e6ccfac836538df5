#include "trace/state_hash.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace utah10 {

std::string StateHash::text() const { return fmt::format("{:016x}{:016x}", high, low); }

StateHash hashBytes(std::span<const std::byte> bytes) {
  const XXH128_hash_t h = XXH3_128bits(bytes.data(), bytes.size());
  return {h.high64, h.low64};
}

StateHash stateHash(Machine& machine) { return hashBytes(machine.save()); }

}  // namespace utah10
