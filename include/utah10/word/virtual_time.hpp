// Virtual time: the only time the machine knows.
//
// Units: nanoseconds in a signed 64-bit integer (292 years). An Instant counts from power-on. Nothing here can be
// converted to or from a host clock by accident: Instant is a time_point of our own clock, which has no now().
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>

namespace utah10 {

using Duration = std::chrono::duration<std::int64_t, std::nano>;

struct VirtualClock {
  using rep = Duration::rep;
  using period = Duration::period;
  using duration = Duration;
  using time_point = std::chrono::time_point<VirtualClock, Duration>;
  static constexpr bool is_steady = true;
};

using Instant = VirtualClock::time_point;

constexpr Instant kPowerOn{};
// Later than anything that happens.
constexpr Instant kNever{Duration{std::numeric_limits<std::int64_t>::max()}};

constexpr Duration nanoseconds(std::int64_t n) { return Duration{n}; }
constexpr Duration microseconds(std::int64_t n) { return Duration{n * 1000}; }
constexpr Duration milliseconds(std::int64_t n) { return Duration{n * 1'000'000}; }
constexpr Duration seconds(std::int64_t n) { return Duration{n * 1'000'000'000}; }

// The instant of tick `n` of a clock of `hertz`, computed from the count so that no rounding error accumulates:
// 60 ticks of 60 Hz are exactly one second. n must stay below 9.2e9.
constexpr Instant tickInstant(std::int64_t n, std::int64_t hertz) {
  const std::int64_t whole = n / hertz;
  const std::int64_t rest = n % hertz;
  return Instant{Duration{whole * 1'000'000'000 + rest * 1'000'000'000 / hertz}};
}

}  // namespace utah10
