// Tick counts of a device's own clock. Private to the devices layer.
#pragma once

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// The instant of tick n of a clock of `hertz` started at `start`, rounded down (see tickInstant).
constexpr Instant tickAfter(Instant start, std::int64_t n, std::int64_t hertz) {
  return start + tickInstant(n, hertz).time_since_epoch();
}

// How many ticks, by those instants, have come from `start` to `now`, the one at the start not counted.
constexpr std::int64_t ticksPassed(Instant start, Instant now, std::int64_t hertz) {
  const std::int64_t ns = (now - start).count();
  const std::int64_t n = ns / 1'000'000'000 * hertz + ns % 1'000'000'000 * hertz / 1'000'000'000;
  return tickAfter(start, n + 1, hertz) <= now ? n + 1 : n;
}

// The first instant, from `now` on, at which pulse n comes of a clock of `hertz` that gives `turn` pulses a turn,
// numbered from 0, the first at power-on.
constexpr Instant nextPulse(Instant now, std::int64_t n, std::int64_t turn, std::int64_t hertz) {
  const std::int64_t passed = ticksPassed(kPowerOn, now, hertz);
  const std::int64_t next = tickInstant(passed, hertz) < now ? passed + 1 : passed;
  return tickInstant(next + (n - next % turn + turn) % turn, hertz);
}

}  // namespace utah10
