#include "command/panel/strike_sound.hpp"

#include <cmath>
#include <numbers>

namespace utah10 {

namespace {

constexpr double kLoudest = 32767;

// A tone that dies away.
double tone(double hertz, double decay, double t) {
  return std::sin(2 * std::numbers::pi * hertz * t) * std::exp(-t * decay);
}

template <class Wave>
std::vector<std::int16_t> sampled(double seconds, double loudness, Wave wave) {
  std::vector<std::int16_t> samples(static_cast<std::size_t>(seconds * kStrikeRate));
  for (std::size_t n = 0; n < samples.size(); ++n)
    samples[n] = static_cast<std::int16_t>(kLoudest * loudness * wave(static_cast<double>(n) / kStrikeRate));
  return samples;
}

}  // namespace

std::vector<std::int16_t> strikeSound(unsigned n) {
  std::uint32_t chance = n * 2654435761U + 12345;
  const double pitch = 1 + .06 * ((n * 7 % 5) - 2.0) / 2;
  return sampled(.05, .32, [&chance, pitch](double t) {
    chance = chance * 1664525U + 1013904223U;
    const double noise = static_cast<double>(chance >> 16) / 32768 - 1;
    return .5 * noise * std::exp(-t * 180) + .35 * tone(210 * pitch, 70, t) + .15 * tone(1340 * pitch, 120, t);
  });
}

std::vector<std::int16_t> bellSound() {
  return sampled(.7, .30,
                 [](double t) { return .6 * tone(2350, 6, t) + .3 * tone(4810, 9, t) + .1 * tone(7120, 14, t); });
}

}  // namespace utah10
