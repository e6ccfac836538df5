// The sounds of a teletype, synthesised: a strike of the type cylinder, and the bell.
#pragma once

#include <cstdint>
#include <vector>

namespace utah10 {

constexpr int kStrikeRate = 22050;  // samples a second

// A short knock with some noise; `n` varies it, so that a line does not sound like a machine gun.
std::vector<std::int16_t> strikeSound(unsigned n);
std::vector<std::int16_t> bellSound();

}  // namespace utah10
